// Groups of subscribers: who they are, and what they send and receive.
#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

Shape frame() { return shape::ranged(Scalar::size, 64, 9216); }

}  // namespace

const KeyTable& subscriber_group() {
  static const KeyTable table{
      .id = "subscriber_group",
      .what =
          "Subscribers of one profile, numbered from 0. Of n access links, number k uses link k mod n; on a link the "
          "groups follow each other as in the file. A gateway tells at most 250 streams apart: each class of each "
          "group in each direction and address family is one.",
      .keys = {
          {"gateway", shape::name(), "behind which they are; may be left out when there is one"},
          {"profile", shape::name(), "their QoS", "", true},
          {"count", shape::count(1, 4'000'000), "how many", "", true},
          {"framing", shape::word({"ipoe", "pppoe"}), "of their access line", "ipoe"},
          {"vlans", shape::map(vlan_pairs), "each has a pair of tags of its own; absent: no tags"},
          {"ipv4", shape::scalar(Scalar::prefix), "each has an address of it; a group has this, ipv6 or both"},
          {"ipv6", shape::map(ipv6_pool), "each has a prefix of it; a group has this, ipv4 or both"},
          {"sample", shape::list_of(shape::count(0, 1e9)), "numbers of those that are reported in full"},
          {"traffic", shape::list_of(shape::map(group_traffic)), "what they send and receive"},
      }};
  return table;
}

const KeyTable& vlan_pairs() {
  static const KeyTable table{
      .id = "vlans",
      .what = "Tags (IEEE 802.1Q, 802.1ad). Subscribers take the inner tags of the first outer tag, then of the next.",
      .keys = {
          {"outer", shape::scalar(Scalar::vlans), "S-VLAN; absent: a single tag"},
          {"inner", shape::scalar(Scalar::vlans), "C-VLAN", "", true},
      }};
  return table;
}

const KeyTable& ipv6_pool() {
  static const KeyTable table{.id = "ipv6",
                              .what = "The group's IPv6 prefixes.",
                              .keys = {
                                  {"prefix", shape::scalar(Scalar::prefix), "of the whole group", "", true},
                                  {"each", shape::count(1, 128), "length of each subscriber's prefix", "64"},
                              }};
  return table;
}

const KeyTable& group_traffic() {
  static const KeyTable table{
      .id = "group_traffic",
      .what =
          "Traffic of the whole group in one direction, dealt to its loaded subscribers in turn, half of it IPv4 and "
          "half IPv6 if they have both.",
      .keys =
          {{"direction", shape::word({"upstream", "downstream", "both"}),
            "upstream is what the subscribers send; both: so much each way", "", true},
           {"rate", shape::packet_rate(),
            "of all of them together, counted with the headers of the access side; required without a trace, which it "
            "makes faster or slower"},
           {"sizes", shape::either(frame(), shape::list_of(shape::map(size_mix_entry))),
            "of frames as they are on the access side; required without a trace"},
           {"pacing", shape::word({"constant", "poisson", "on_off", "bursts"}), "how they follow each other",
            "constant"},
           {"classes", shape::named_values(shape::ranged(Scalar::percent, 0, 100)),
            "how much of the packets belongs to each class of the profile; may be left out if it has one, or with "
            "a trace"},
           {"loaded", shape::count(1, 1e9), "only the first so many subscribers; absent: all"},
           {"start", shape::time(), "on the run's clock, warm-up included", "0 s"},
           {"stop", shape::time(), "absent: with the run"},
           {"trace", shape::scalar(Scalar::text),
            "a capture (pcap, pcapng) whose packets are sent instead: times, sizes and code points from it, "
            "subscribers in "
            "turn"},
           {"repeat", shape::flag(), "whether the capture is sent again when it ends, from its beginning", "false"}},
      .chooser = "pacing",
      .variants = {{"constant", {}},
                   {"poisson", {}},
                   {"on_off",
                    {{"mean_on", shape::time(1e6), "of each subscriber's exponential times", "", true},
                     {"mean_off", shape::time(1e6), "likewise", "", true}}},
                   {"bursts", {{"burst", shape::count(1, 1'000'000), "packets back to back", "32"}}}}};
  return table;
}

const KeyTable& size_mix_entry() {
  static const KeyTable table{.id = "size_mix_entry",
                              .what = "One size of a mix, with check sequence, tags and PPPoE headers.",
                              .keys = {
                                  {"frame", frame(), "size", "", true},
                                  {"ipv6", frame(), "size of IPv6 packets' frames; absent: the same"},
                                  {"weight", shape::count(1, 1'000'000), "how often, relative to the others", "1"},
                              }};
  return table;
}

const KeyTable& gateway_host() {
  static const KeyTable table{
      .id = "gateway_host",
      .what =
          "A node behind a gateway: a host, or a router with others behind it. One link joins the two, with a delay of "
          "at "
          "least 1 us.",
      .keys = {
          {"gateway", shape::name(), "behind which it is; may be left out when there is one"},
          {"subscriber", shape::map(host_subscriber), "whose it is; absent: it is on the network side"},
      }};
  return table;
}

const KeyTable& host_subscriber() {
  static const KeyTable table{.id = "host_subscriber",
                              .what = "A subscriber by its number in its group.",
                              .keys = {
                                  {"group", shape::name(), "of subscribers", "", true},
                                  {"number", shape::count(0, 1e9), "from 0", "0"},
                              }};
  return table;
}

}  // namespace qoslab::keys
