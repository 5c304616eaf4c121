// What subscribers have in common: access lists, classes, queues, policers and their arbiters.
#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

Shape weight() { return shape::count(1, 1'000'000); }
/// Of queues: 0 means something.
Shape weight_or_none() { return shape::count(0, 1'000'000); }

}  // namespace

const KeyTable& access_list_entry() {
  static const KeyTable table{.id = "access_list_entry",
                              .what = "The first entry that matches decides; what none matches is dropped.",
                              .keys = {
                                  {"match", shape::map(header_match), "which packets; absent: all"},
                                  {"permit", shape::flag(), "whether they pass", "true"},
                                  {"times", shape::count(1, 100'000), "so many entries alike in a row", "1"},
                              }};
  return table;
}

const KeyTable& profile() {
  static const KeyTable table{
      .id = "profile",
      .what = "The QoS of each subscriber that has it.",
      .keys = {
          {"rate", shape::packet_rate(), "of all its queues together; absent: not shaped"},
          {"burst", shape::size(), "of that rate", "15 kB"},
          {"weight", weight(),
           "among the subscribers of its aggregate or port; if one profile at a gateway has a rate, a weight or shares "
           "by "
           "rate, subscribers share, otherwise all their queues do",
           "1"},
          share("how its queues share it"),
          {"access_list", shape::name(), "what it may send and receive; absent: everything"},
          {"classes", shape::named(profile_class), "its traffic, by name; at most 8", "", true},
          {"arbiters", shape::named(arbiter), "parents of its policers, by name: a root and up to two tiers below"},
      }};
  return table;
}

const KeyTable& profile_class() {
  const auto code_point = [] { return shape::scalar(Scalar::code_point); };
  static const KeyTable table{.id = "profile_class",
                              .what = "Packets with these code points: an egress queue downstream, a policer upstream.",
                              .keys = {
                                  {"dscp", shape::either(code_point(), shape::list_of(code_point())),
                                   "its code points; absent: all that no other class has"},
                                  {"queue", shape::map(subscriber_queue), "towards the subscriber"},
                                  {"policer", shape::map(policer), "of what the subscriber sends; absent: not policed"},
                              }};
  return table;
}

const KeyTable& subscriber_queue() {
  const auto level = [] { return shape::count(0, 8); };
  static const KeyTable table{
      .id = "subscriber_queue",
      .what = "An egress queue of each subscriber.",
      .keys = {
          {"pir", shape::packet_rate(), "peak information rate; absent: not shaped"},
          {"mbs", shape::size(), "burst of the peak rate", "15 kB"},
          {"cir", shape::packet_rate(0), "committed information rate; absent: 0, never within CIR"},
          {"cbs", shape::size(), "burst of the committed rate", "15 kB"},
          {"level", level(), "above CIR: 8 is served first; 0: an orphan, served last", "1"},
          {"cir_level", shape::count(1, 8), "within CIR", "1"},
          {"weight", weight_or_none(), "above CIR, among those of its level; 0: an orphan", "1"},
          {"cir_weight", weight_or_none(), "within CIR; 0: skipped there", "1"},
          {"limit", shape::scalar(Scalar::queue_limit), "how much may wait", "64 packets"},
      }};
  return table;
}

const KeyTable& policer() {
  const auto committed = [](std::vector<Key> more) {
    std::vector<Key> keys{{"cir", shape::packet_rate(0), "committed information rate; absent: 0"},
                          {"cbs", shape::size(), "committed burst", "15 kB"}};
    for (auto& k : more) keys.push_back(std::move(k));
    return keys;
  };
  static const KeyTable table{
      .id = "policer",
      .what = "An ingress policer of each subscriber: what exceeds it is dropped.",
      .keys = {{"kind", shape::word({"two_rate", "single_rate", "two_rate_excess"}), "RFC 2698, RFC 2697, RFC 4115",
                "two_rate"},
               {"parent", shape::name(), "an arbiter; absent: none"},
               {"level", shape::count(1, 8), "below its parent, strict: 8 first", "1"},
               {"weight", weight(), "among those of its level", "1"}},
      .chooser = "kind",
      .variants = {
          {"two_rate", committed({{"pir", shape::packet_rate(), "peak information rate, at least cir", "", true},
                                  {"mbs", shape::size(), "peak burst", "15 kB"}})},
          {"single_rate", committed({{"mbs", shape::size(0), "excess burst", "15 kB"}})},
          {"two_rate_excess", committed({{"pir", shape::packet_rate(0), "excess rate, beside cir", "", true},
                                         {"mbs", shape::size(), "excess burst", "15 kB"}})},
      }};
  return table;
}

const KeyTable& arbiter() {
  static const KeyTable table{
      .id = "arbiter",
      .what = "A virtual parent of policers: what its children send together.",
      .keys = {
          {"parent", shape::name(), "another arbiter; absent: this is the root"},
          {"rate", shape::packet_rate(), "the most of all children", "", true},
          {"burst", shape::size(), "where everything is dropped, of the highest level in use", "60 kB"},
          {"level", shape::count(1, 8), "below its parent, strict: 8 first", "1"},
          {"weight", weight(), "among those of its level", "1"},
      }};
  return table;
}

}  // namespace qoslab::keys
