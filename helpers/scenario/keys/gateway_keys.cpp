// The platform of a broadband network gateway, and its two sides.
#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

constexpr double second = 1e12;  // in ps

Shape cycles() { return shape::count(0, 1e9); }

std::vector<Key> side_keys() {
  return {
      {"links", shape::count(1, 64), "how many, all alike", "1"},
      {"rate", shape::rate({"line"}), "of each link, in each direction", "", true},
      {"delay", shape::time(), "propagation, one way", "0 s"},
  };
}

}  // namespace

Key share(const std::string& what) {
  return {"share", shape::word({"weight", "rate"}),
          what + "; by rate each needs one: an aggregate or a profile its rate, a queue its pir, and none is an orphan",
          "weight"};
}

const KeyTable& gateway() {
  static const KeyTable table{
      .id = "gateway",
      .what =
          "A broadband network gateway. All rates, bursts and limits of it and of its subscribers' profiles count at "
          "one layer, with the headers that packets have on the access side; only its links count at the line.",
      .keys = {
          {"layer", shape::word({"ip", "ethernet", "frame", "line"}), "at which everything counts", "frame"},
          {"latency", shape::time(0), "of every packet, beside queues and processor: drivers, buses", "0 s"},
          {"processor", shape::map(processor), "what forwards; absent: it takes no time"},
          {"limits", shape::map(platform_limits), "what the platform can hold; a scenario that needs more is an error"},
          {"access", shape::map(access_side), "the subscribers' side", "", true},
          {"network", shape::map(network_side), "the other side", "", true},
      }};
  return table;
}

const KeyTable& processor() {
  static const KeyTable table{
      .id = "processor",
      .what = "Forwarding in software: each core takes vectors of packets from its ring.",
      .keys = {
          {"cores", shape::count(1, 1024), "that forward", "", true},
          {"frequency", shape::ranged(Scalar::frequency, 1e6, 1e11), "of each core", "", true},
          {"cycles_per_packet", cycles(), "for each packet", "", true},
          {"cycles_per_vector", cycles(), "for each vector besides", "0"},
          {"cycles_per_entry", cycles(), "for each access-list entry with which a packet is compared", "0"},
          {"vector", shape::count(1, 65'536), "most packets taken from a ring at once", "256"},
          {"ring", shape::count(1, 1'048'576), "packets that may wait for each core", "4096"},
          {"stalls", shape::map(stalls), "times in which it does not run"},
      }};
  return table;
}

const KeyTable& stalls() {
  static const KeyTable table{
      .id = "stalls",
      .what = "A virtual machine loses its processor now and then.",
      .keys = {
          {"every", shape::ranged(Scalar::duration, 1e6, 2'592'000 * second), "mean time from beginning to beginning",
           "", true},
          {"longest", shape::ranged(Scalar::duration, 1, second), "how long, or how long at most", "", true},
          {"fixed", shape::flag(), "all as long as the longest; otherwise uniform from 0", "true"},
          {"together", shape::flag(), "all cores at once; otherwise each on its own", "true"},
      }};
  return table;
}

const KeyTable& platform_limits() {
  static const KeyTable table{.id = "limits",
                              .what = "What the platform can hold.",
                              .keys = {
                                  {"queues", shape::count(1, 1e12), "egress queues of all subscribers"},
                                  {"policers", shape::count(1, 1e12), "ingress policers of all subscribers"},
                                  {"sessions", shape::count(1, 1e12), "one for each subscriber and address family"},
                              }};
  return table;
}

const KeyTable& access_side() {
  static const KeyTable table = [] {
    KeyTable t{.id = "access",
               .what = "Links towards the subscribers. Subscriber n of a group uses link n mod links.",
               .keys = side_keys()};
    t.keys.push_back({"scheduler", shape::map(port_scheduler), "of each port, towards the subscribers"});
    return t;
  }();
  return table;
}

const KeyTable& network_side() {
  static const KeyTable table = [] {
    KeyTable t{.id = "network",
               .what = "Links to the network. Subscriber n of a group uses link n div (access links) mod links.",
               .keys = side_keys()};
    t.keys.push_back(
        {"buffer", shape::ranged(Scalar::size, 10'000, 1e12), "of each output, as its line counts", "4 MB"});
    return t;
  }();
  return table;
}

const KeyTable& port_scheduler() {
  static const KeyTable table{
      .id = "port_scheduler",
      .what =
          "Serves the queues of a port's subscribers in two passes: within CIR from level 8 down to 1, then above CIR "
          "likewise; orphans last. What shares a level does so by weight.",
      .keys = {
          {"rate", shape::packet_rate(), "of the whole port; absent: the link's"},
          {"burst", shape::size(), "of that rate", "15 kB"},
          {"levels", shape::named(level_rate), "the most that a level may send, by its number, 1 to 8"},
          {"aggregates", shape::list_of(shape::map(aggregate_level)),
           "between the port and its subscribers, from the port on"},
          {"order", shape::word({"groups", "mixed"}),
           "of a port's subscribers, by which aggregates are filled: one group of the file after the other, or so that "
           "each "
           "aggregate has its part of every group",
           "groups"},
          share("how the port's subscribers, or the first aggregates, share it"),
      }};
  return table;
}

const KeyTable& level_rate() {
  static const KeyTable table{.id = "level",
                              .what = "A level of a port's scheduler.",
                              .keys = {
                                  {"rate", shape::packet_rate(), "the most that it sends", "", true},
                                  {"burst", shape::size(), "of that rate", "15 kB"},
                              }};
  return table;
}

const KeyTable& aggregate_level() {
  const auto weight = [] { return shape::count(1, 1'000'000); };
  static const KeyTable table{
      .id = "aggregates",
      .what =
          "A level of aggregates (OLT, PON, S-VLAN), towards subscribers only. Number n of a port takes the "
          "subscribers after those of number n "
          "- 1, in the port's order. Of several rates or weights the first is that of number 0, and so on, from the "
          "beginning again.",
      .keys = {
          {"name", shape::name(), "of the level", "", true},
          {"subscribers", shape::count(1, 1e9), "in each aggregate", "", true},
          {"rate", shape::either(shape::packet_rate(), shape::list_of(shape::packet_rate())),
           "of each; absent: not shaped"},
          {"weight", shape::either(weight(), shape::list_of(weight())), "among those of one parent", "1"},
          {"burst", shape::size(), "of the rate", "15 kB"},
          share("how what is below shares it"),
      }};
  return table;
}

}  // namespace qoslab::keys
