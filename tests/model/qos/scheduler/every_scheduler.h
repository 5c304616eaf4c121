// One of each scheduler, over six leaves.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "model/qos/scheduler/cbq.h"
#include "model/qos/scheduler/hfsc.h"
#include "model/qos/scheduler/ideal_tree.h"
#include "model/qos/scheduler/nested.h"
#include "model/qos/scheduler/priority.h"
#include "model/qos/scheduler/round_robin.h"
#include "model/qos/scheduler/wf2q_plus.h"

namespace qoslab::test::every {

using namespace literals;

inline constexpr int children = 6;
inline constexpr Rate line_rate = Rate::mbps(10);

struct Kind {
  std::string name;
  bool holds_back;  ///< may it keep the line idle although something waits?
  std::unique_ptr<Scheduler> (*make)();
};
inline void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

// Six leaves each: unequal, in two groups where the scheduler knows groups.

inline std::unique_ptr<Scheduler> priority() { return std::make_unique<Priority>(std::vector{3, 3, 0, 7, 0, 7}); }
inline std::unique_ptr<Scheduler> wrr() { return std::make_unique<Wrr>(std::vector<std::int64_t>{1, 5, 2, 1, 3, 1}); }
inline std::unique_ptr<Scheduler> drr() {
  return std::make_unique<Drr>(std::vector{Bytes{1}, Bytes{1500}, Bytes{40}, Bytes{3000}, Bytes{700}, Bytes{1500}});
}
inline std::unique_ptr<Scheduler> wf2q_plus() {
  return std::make_unique<Wf2qPlus>(
      std::vector{Rate::mbps(1), Rate::kbps(3), Rate::mbps(4), Rate::mbps(2), Rate::mbps(1), Rate::mbps(7)});
}

inline std::unique_ptr<Scheduler> cbq() {
  std::vector<Cbq::Class> classes(9);
  classes[0].rate = line_rate;
  for (int group = 0; group < 2; ++group) {
    Cbq::Class& inner = classes[std::size_t(1 + group)];
    inner.parent = 0;
    inner.rate = Rate::mbps(3 + group);
    inner.borrow = group == 0;
    for (int i = 0; i < 3; ++i) {
      Cbq::Class& leaf = classes[std::size_t(3 + 3 * group + i)];
      leaf.parent = 1 + group;
      leaf.leaf = 3 * group + i;
      leaf.rate = Rate::kbps(300 + 400 * i);
      leaf.priority = i;
      leaf.borrow = i != 1;
    }
  }
  return std::make_unique<Cbq>(Cbq::Link{.rate = line_rate}, classes);
}

inline std::unique_ptr<Scheduler> hfsc(bool limited) {
  const auto straight = [](Rate rate) { return ServiceCurve{rate, {}, rate}; };
  std::vector<Hfsc::Class> classes(3);
  for (std::size_t group = 1; group < 3; ++group) {
    classes[group].parent = 0;
    classes[group].link_share = straight(Rate::mbps(2 + std::int64_t(group)));
  }
  if (limited) classes[2].upper_limit = straight(Rate::mbps(5));
  for (int i = 0; i < children; ++i) {
    Hfsc::Class leaf;
    leaf.parent = 1 + i / 3;
    leaf.leaf = i;
    leaf.link_share = straight(Rate::kbps(100 + 300 * i));
    if (i % 3 == 0) leaf.real_time = ServiceCurve{Rate::mbps(2), 5_ms, Rate::kbps(500)};
    if (limited && i == 1) leaf.upper_limit = ServiceCurve{Rate::mbps(3), 10_ms, Rate::kbps(600)};
    classes.push_back(leaf);
  }
  return std::make_unique<Hfsc>(classes);
}

/// `root`: what the whole tree may send.
inline std::vector<TokenTreeClass> token_tree(Rate root) {
  std::vector<TokenTreeClass> classes;
  classes.push_back({.parent = -1, .leaf = std::nullopt, .rate = root, .ceil = root});
  classes.push_back({.parent = 0, .leaf = std::nullopt, .rate = Rate::mbps(2), .ceil = root});
  classes.push_back({.parent = 0, .leaf = std::nullopt, .rate = Rate::mbps(1), .ceil = root});
  for (int i = 0; i < children; ++i)
    classes.push_back({.parent = 1 + i / 3,
                       .leaf = i,
                       .rate = Rate::kbps(100 + 150 * i),
                       .ceil = root,
                       .quantum = Bytes{100 + 900 * i},
                       .priority = i % 2});
  return classes;
}
inline std::vector<TokenTreeClass> narrow_token_tree() {
  auto classes = token_tree(Rate::mbps(4));
  classes[1].ceil = Rate::mbps(3);
  classes[3].ceil = Rate::kbps(200);
  classes[8].ceil = Rate::mbps(1);
  return classes;
}

inline std::unique_ptr<Scheduler> nested(bool holds_back) {
  std::vector<NestedScheduler::Node> nodes(3);
  nodes[0].scheduler = std::make_unique<Wf2qPlus>(std::vector{Rate::mbps(1), Rate::mbps(2)});
  nodes[0].children = {{.leaf = std::nullopt, .node = 1}, {.leaf = std::nullopt, .node = 2}};
  nodes[1].scheduler = std::make_unique<Priority>(std::vector{1, 2, 3});
  nodes[2].scheduler = std::make_unique<Drr>(std::vector{Bytes{500}, Bytes{1500}, Bytes{100}});
  if (holds_back) {
    std::vector<TokenTreeClass> classes(3);
    for (int i = 0; i < 3; ++i)
      classes[std::size_t(i)] = {
          .parent = -1, .leaf = i, .rate = Rate::mbps(1), .ceil = Rate::mbps(1 + i), .quantum = Bytes{1500}};
    nodes[2].scheduler = std::make_unique<IdealTree>(classes);
  }
  for (int i = 0; i < children; ++i) nodes[std::size_t(1 + i / 3)].children.push_back({.leaf = i, .node = -1});
  return std::make_unique<NestedScheduler>(std::move(nodes));
}

inline const std::vector<Kind> kinds = {
    {"Priority", false, priority},
    {"Wrr", false, wrr},
    {"Drr", false, drr},
    {"Wf2qPlus", false, wf2q_plus},
    {"Cbq", true, cbq},
    {"Hfsc", false, [] { return hfsc(false); }},
    {"HfscWithLimits", true, [] { return hfsc(true); }},
    {"Htb", true, []() -> std::unique_ptr<Scheduler> { return std::make_unique<Htb>(narrow_token_tree()); }},
    {"HtbWithRoom", false,
     []() -> std::unique_ptr<Scheduler> { return std::make_unique<Htb>(token_tree(Rate::gbps(1))); }},
    {"Ideal", true, []() -> std::unique_ptr<Scheduler> { return std::make_unique<IdealTree>(narrow_token_tree()); }},
    {"IdealWithRoom", false,
     []() -> std::unique_ptr<Scheduler> { return std::make_unique<IdealTree>(token_tree(Rate::gbps(1))); }},
    {"Nested", false, [] { return nested(false); }},
    {"NestedThatHoldsBack", true, [] { return nested(true); }},
};

}  // namespace qoslab::test::every
