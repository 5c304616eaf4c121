// Classification and conditioning.
#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

Shape treatment() { return shape::either(shape::word({"pass", "drop"}), shape::map(action)); }

}  // namespace

std::vector<Key> header_match_keys() {
  const auto code_point = shape::scalar(Scalar::code_point);
  return {
      {"dscp", shape::either(code_point, shape::list_of(code_point)),
       "one code point or a list: EF, AF11 to AF43, CS0 to CS7, BE, 0 to 63"},
      {"protocol", shape::scalar(Scalar::protocol), "udp, tcp, rsvp, icmp or a number"},
      {"source", shape::scalar(Scalar::prefix), "address or prefix"},
      {"destination", shape::scalar(Scalar::prefix), "address or prefix"},
      {"source_port", shape::scalar(Scalar::ports), "a port or a range"},
      {"destination_port", shape::scalar(Scalar::ports), "a port or a range"},
  };
}

std::vector<Key> match_keys() {
  auto keys = header_match_keys();
  const std::vector<Key> by_name{
      {"from", shape::scalar(Scalar::name), "a host, instead of its address as source"},
      {"to", shape::scalar(Scalar::name), "a host, instead of its address as destination"},
      {"flow", shape::scalar(Scalar::name),
       "a flow, instead of its addresses, protocol and ports, in the direction in which it passes this port"},
  };
  keys.insert(keys.end(), by_name.begin(), by_name.end());
  return keys;
}

const KeyTable& match() {
  static const KeyTable table{
      .id = "match", .what = "Which packets: what is absent matches everything.", .keys = match_keys()};
  return table;
}

const KeyTable& header_match() {
  static const KeyTable table{.id = "header_match",
                              .what = "Which packets, by their headers: what is absent matches everything.",
                              .keys = header_match_keys()};
  return table;
}

const KeyTable& classify_rule() {
  static const KeyTable table = [] {
    KeyTable t{.id = "classify_rule",
               .what = "Packets that match all of this join the class. Without conditions it is the catch-all.",
               .keys = match_keys()};
    t.keys.push_back({"class", shape::scalar(Scalar::name), "a leaf class of this port", "", true});
    return t;
  }();
  return table;
}

const KeyTable& ingress_rule() {
  static const KeyTable table{
      .id = "ingress_rule",
      .what =
          "Packets that match are metered together and treated by the colour that the meter gives them; without a "
          "meter "
          "all are green.",
      .keys = {
          {"match", shape::map(match), "which packets; absent: all"},
          {"meter", shape::map(meter), "what gives the colour"},
          {"green", treatment(), "what happens to green packets: pass, drop or {mark: AF21}", "pass"},
          {"yellow", treatment(), "what happens to yellow packets", "pass"},
          {"red", treatment(), "what happens to red packets", "pass"},
      }};
  return table;
}

const KeyTable& action() {
  static const KeyTable table{.id = "action",
                              .what = "Re-marks the packet.",
                              .keys = {{"mark", shape::scalar(Scalar::code_point), "its new code point", "", true}}};
  return table;
}

const KeyTable& meter() {
  const auto mode = [] {
    return Key{"mode", shape::word({"blind", "aware"}),
               "does it heed the colour that a packet has? (RFC 2697 section 3)", "blind"};
  };
  static const KeyTable table{
      .id = "meter",
      .what = "Gives each packet a colour. All rates of a meter count at one layer, at which its bursts count too.",
      .keys = {{"kind", shape::word({"token_bucket", "srtcm", "trtcm", "rfc4115"}),
                "one rate and bucket: green or red; RFC 2697; RFC 2698; RFC 4115", "", true}},
      .chooser = "kind",
      .variants = {
          {"token_bucket",
           {{"rate", shape::packet_rate(), "tokens arrive at", "", true},
            {"burst", shape::size(), "depth of the bucket", "", true}}},
          {"srtcm",
           {{"cir", shape::packet_rate(), "committed information rate", "", true},
            {"cbs", shape::size(0), "committed burst size", "", true},
            {"ebs", shape::size(0), "excess burst size", "", true},
            mode()}},
          {"trtcm",
           {{"cir", shape::packet_rate(), "committed information rate", "", true},
            {"cbs", shape::size(), "committed burst size", "", true},
            {"pir", shape::packet_rate(), "peak information rate, at least cir", "", true},
            {"pbs", shape::size(), "peak burst size", "", true},
            mode()}},
          {"rfc4115",
           {{"cir", shape::packet_rate(), "committed information rate", "", true},
            {"cbs", shape::size(), "committed burst size", "", true},
            {"eir", shape::packet_rate(0), "excess information rate", "", true},
            {"ebs", shape::size(), "excess burst size", "", true},
            mode()}},
      }};
  return table;
}

}  // namespace qoslab::keys
