#include "helpers/scenario/keys/tables.h"

namespace qoslab::keys {
namespace {

Shape curve() { return shape::either(shape::packet_rate(), shape::map(service_curve)); }

std::vector<Key> token_tree_keys() {
  return {
      {"rate", shape::packet_rate(), "assured", "", true},
      {"ceil", shape::packet_rate(), "never more; absent: the rate"},
      {"burst", shape::size(), "credit kept at the rate", "1600 B"},
      {"cburst", shape::size(), "credit kept at the ceil", "1600 B"},
      {"quantum", shape::size(), "share of what is borrowed, per round", "1514 B"},
      {"priority", shape::count(0, 7), "0 borrows first", "0"},
  };
}

/// What a class is to a scheduler of this kind.
std::vector<Key> share_keys(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::fifo:
      return {};
    case SchedulerKind::priority:
      return {{"priority", shape::count(0, 63), "the highest is served first", "0"}};
    case SchedulerKind::wrr:
      return {{"weight", shape::count(1, 1'000'000), "packets a round", "1"}};
    case SchedulerKind::drr:
      return {{"quantum", shape::size(), "bytes a round, at the port's layer", "1514 B"}};
    case SchedulerKind::wf2q_plus:
      return {{"rate", shape::packet_rate(), "its share; only the ratio to the others matters", "", true}};
    case SchedulerKind::cbq:
      return {
          {"rate", shape::packet_rate(), "its share of the link", "", true},
          {"priority", shape::count(0, 7), "7 is served first; within one priority by rate", "1"},
          {"borrow", shape::scalar(Scalar::boolean), "may it use what its parent has left?", "false"},
          {"maxburst", shape::count(1, 1000),
           "packets that may follow back to back after idle time; absent: 16, or 4 below about 1 Mbit/s"},
          {"minburst", shape::count(1, 1000), "packets in a row when it is resumed", "2"},
          {"average_packet", shape::size(), "of this class, at the port's layer", "1000 B"},
      };
    case SchedulerKind::hfsc:
      return {
          {"real_time", curve(), "guaranteed; leaves only"},
          {"link_share", curve(), "share of what is left"},
          {"upper_limit", curve(), "never more"},
      };
    case SchedulerKind::htb:
    case SchedulerKind::ideal:
      return token_tree_keys();
  }
  return {};
}

template <SchedulerKind K>
const KeyTable& class_table() {
  static const KeyTable table = [] {
    const std::string word = scheduler_words().at(static_cast<std::size_t>(K));
    KeyTable t{
        .id = word + "_class",
        .what = "A class below a scheduler of kind " + word + ". With `classes` it is an inner class and has no queue.",
        .keys = share_keys(K),
        .chooser = "scheduler"};
    t.keys.push_back({"queue", shape::map(queue), "of a leaf"});
    t.keys.push_back({"scheduler", shape::word(scheduler_words()), "of its children, if another than its own", word});
    for (const auto& w : scheduler_words()) {
      t.variants.push_back(
          {w, {{"classes", shape::named(nullptr), "its children, by name, each as the scheduler has them"}}});
    }
    t.variants[0].second[0].shape.table = class_table<SchedulerKind::fifo>;
    t.variants[1].second[0].shape.table = class_table<SchedulerKind::priority>;
    t.variants[2].second[0].shape.table = class_table<SchedulerKind::wrr>;
    t.variants[3].second[0].shape.table = class_table<SchedulerKind::drr>;
    t.variants[4].second[0].shape.table = class_table<SchedulerKind::wf2q_plus>;
    t.variants[5].second[0].shape.table = class_table<SchedulerKind::cbq>;
    t.variants[6].second[0].shape.table = class_table<SchedulerKind::hfsc>;
    t.variants[7].second[0].shape.table = class_table<SchedulerKind::htb>;
    t.variants[8].second[0].shape.table = class_table<SchedulerKind::ideal>;
    return t;
  }();
  return table;
}

template <SchedulerKind K>
const KeyTable& reserved_table() {
  static const KeyTable table = [] {
    KeyTable t{.id = scheduler_words().at(static_cast<std::size_t>(K)) + "_reserved_class",
               .what = "What each reserved class is to its parent; its rates come from the reservation.",
               .keys = share_keys(K)};
    for (auto& key : t.keys) key.required = false;
    t.keys.push_back({"queue", shape::map(queue), "of the class"});
    return t;
  }();
  return table;
}

}  // namespace

const KeyTable& reserved_class_of(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::cbq:
      return reserved_table<SchedulerKind::cbq>();
    case SchedulerKind::hfsc:
      return reserved_table<SchedulerKind::hfsc>();
    case SchedulerKind::htb:
      return reserved_table<SchedulerKind::htb>();
    case SchedulerKind::ideal:
      return reserved_table<SchedulerKind::ideal>();
    default:
      return reserved_table<SchedulerKind::wf2q_plus>();
  }
}

const KeyTable& class_of(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::fifo:
      return class_table<SchedulerKind::fifo>();
    case SchedulerKind::priority:
      return class_table<SchedulerKind::priority>();
    case SchedulerKind::wrr:
      return class_table<SchedulerKind::wrr>();
    case SchedulerKind::drr:
      return class_table<SchedulerKind::drr>();
    case SchedulerKind::wf2q_plus:
      return class_table<SchedulerKind::wf2q_plus>();
    case SchedulerKind::cbq:
      return class_table<SchedulerKind::cbq>();
    case SchedulerKind::hfsc:
      return class_table<SchedulerKind::hfsc>();
    case SchedulerKind::htb:
      return class_table<SchedulerKind::htb>();
    case SchedulerKind::ideal:
      return class_table<SchedulerKind::ideal>();
  }
  return class_table<SchedulerKind::fifo>();
}

const KeyTable& service_curve() {
  static const KeyTable table{.id = "service_curve",
                              .what = "Slope `m1` for the first `d`, `m2` after. A rate alone is a straight line.",
                              .keys = {
                                  {"m1", shape::packet_rate(0), "the first slope", "", true},
                                  {"d", shape::time(), "how long", "", true},
                                  {"m2", shape::packet_rate(0), "the second slope", "", true},
                              }};
  return table;
}

}  // namespace qoslab::keys
