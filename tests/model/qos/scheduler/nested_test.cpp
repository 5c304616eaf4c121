#include "model/qos/scheduler/nested.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "model/qos/scheduler/priority.h"
#include "model/qos/scheduler/round_robin.h"
#include "model/qos/scheduler/wf2q_plus.h"
#include "tests/model/qos/scheduler/harness.h"
#include "tests/model/qos/scheduler/spaced.h"

namespace qoslab::test {
namespace {

using namespace literals;

using Node = NestedScheduler::Node;
constexpr Rate line_rate = Rate::gbps(1);

Node::Child leaf(int number) { return {.leaf = number}; }
Node::Child node(int number) { return {.leaf = {}, .node = number}; }

NestedScheduler tree(Node a, Node b, std::optional<Node> c = {}) {
  std::vector<Node> nodes;
  nodes.push_back(std::move(a));
  nodes.push_back(std::move(b));
  if (c) nodes.push_back(std::move(*c));
  return NestedScheduler{std::move(nodes)};
}

std::vector<int> order(const std::vector<Departure>& departures) {
  std::vector<int> children;
  for (const Departure& d : departures) children.push_back(d.child);
  return children;
}

/// Any of the schedulers that never hold a packet back.
std::unique_ptr<Scheduler> random_scheduler(std::mt19937_64& random, std::size_t children) {
  std::vector<int> levels(children);
  std::vector<std::int64_t> weights(children);
  std::vector<Bytes> quanta(children);
  std::vector<Rate> shares(children);
  for (std::size_t i = 0; i < children; ++i) {
    levels[i] = static_cast<int>(random() % 64);
    weights[i] = 1 + static_cast<std::int64_t>(random() % 9);
    quanta[i] = Bytes{1 + static_cast<std::int64_t>(random() % 3000)};
    shares[i] = Rate::kbps(1 + static_cast<std::int64_t>(random() % 5000));
  }
  switch (random() % 4) {
    case 0:
      return std::make_unique<Priority>(levels);
    case 1:
      return std::make_unique<Wrr>(weights);
    case 2:
      return std::make_unique<Drr>(quanta);
    default:
      return std::make_unique<Wf2qPlus>(shares);
  }
}

/// A random tree: every node's parent has a smaller number; each node has a leaf or two of its own.
std::vector<Node> random_tree(std::mt19937_64& random, int& leaves) {
  std::vector<Node> nodes(1 + random() % 8);
  leaves = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (n > 0) nodes[random() % n].children.push_back(node(static_cast<int>(n)));
    for (std::uint64_t i = 1 + random() % 2; i > 0; --i) nodes[n].children.push_back(leaf(leaves++));
  }
  for (Node& n : nodes) {
    std::ranges::shuffle(n.children, random);
    n.scheduler = random_scheduler(random, n.children.size());
  }
  return nodes;
}

/// A scheduler that expects every packet to be as large as was announced.
class Announced final : public Scheduler {
 public:
  Announced(std::unique_ptr<Scheduler> scheduler, std::size_t children)
      : scheduler_{std::move(scheduler)}, heads_(children) {}
  void wake(int child, Bytes head, Instant now) override {
    heads_[std::size_t(child)] = head;
    scheduler_->wake(child, head, now);
  }
  std::optional<int> choose(Instant now) override { return scheduler_->choose(now); }
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override {
    EXPECT_EQ(heads_[std::size_t(child)], size);
    heads_[std::size_t(child)] = next;
    scheduler_->sent(child, size, next, now);
  }
  [[nodiscard]] Instant ready(Instant now) const override { return scheduler_->ready(now); }

 private:
  std::unique_ptr<Scheduler> scheduler_;
  std::vector<std::optional<Bytes>> heads_;
};

TEST(Nested, EveryNodeKnowsTheSizeOfWhatItsChildrenOffer) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random{seed};
    int leaves = 0;
    auto nodes = random_tree(random, leaves);
    for (Node& n : nodes) n.scheduler = std::make_unique<Announced>(std::move(n.scheduler), n.children.size());
    NestedScheduler scheduler{std::move(nodes)};
    Line line{scheduler, leaves, line_rate};
    line.run(random_arrivals(random, leaves, 250, 0.9, line_rate, {Bytes{64}, Bytes{700}, Bytes{1500}}), {},
             Instant::at(1_s));
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Nested, ATreeOfOneNodeIsItsScheduler) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    std::mt19937_64 random{seed};
    std::mt19937_64 again{seed};
    const std::size_t children = 5;
    const auto bare = random_scheduler(random, children);
    std::vector<Node> nodes(1);
    nodes[0].scheduler = random_scheduler(again, children);
    for (int i = 0; i < 5; ++i) nodes[0].children.push_back(leaf(i));
    NestedScheduler scheduler{std::move(nodes)};
    const auto arrivals = random_arrivals(random, 5, 200, 0.9, line_rate, {Bytes{64}, Bytes{700}, Bytes{1500}});
    Line line{scheduler, 5, line_rate};
    Line bare_line{*bare, 5, line_rate};
    ASSERT_EQ(line.run(arrivals, {}, Instant::at(1_s)), bare_line.run(arrivals, {}, Instant::at(1_s))) << seed;
  }
}

TEST(Nested, NoTreeOfWorkConservingSchedulersEverWaits) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random{seed};
    int leaves = 0;
    NestedScheduler scheduler{random_tree(random, leaves)};
    const auto arrivals = random_arrivals(random, leaves, 250, 0.9, line_rate, {Bytes{64}, Bytes{700}, Bytes{1500}});
    Line line{scheduler, leaves, line_rate};
    expect_work_conserving(arrivals, line.run(arrivals, {}, Instant::at(1_s)));
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Nested, PriorityAboveDrr) {
  auto scheduler = tree({std::make_unique<Priority>(std::vector{1, 0}), {leaf(0), node(1)}},
                        {std::make_unique<Drr>(std::vector{Bytes{1500}, Bytes{3000}}), {leaf(1), leaf(2)}});
  Line line{scheduler, 3, line_rate};
  line.keep_full(1, Bytes{1500});
  line.keep_full(2, Bytes{1000});
  const auto out = line.run({{Instant::at(1_us), 0, Bytes{125}}}, {}, Instant::at(36_ms));
  EXPECT_EQ(out.at(1).child, 0);
  const auto bytes = bytes_by_child(out, 3);
  EXPECT_NEAR(double(bytes[1]), 1.5e6, 3000);
  EXPECT_NEAR(double(bytes[2]), 3.0e6, 3000);
}

TEST(Nested, SharesMultiplyDownTheTree) {
  // WF2Q+ 3:1; below the larger one WF2Q+ 2:1, below the smaller one DRR 1:4. In fifteenths of a quarter: 30, 15,
  // 3, 12.
  auto scheduler = tree({std::make_unique<Wf2qPlus>(std::vector{Rate::mbps(3), Rate::mbps(1)}), {node(1), node(2)}},
                        {std::make_unique<Wf2qPlus>(std::vector{Rate::mbps(2), Rate::mbps(1)}), {leaf(0), leaf(1)}},
                        Node{std::make_unique<Drr>(std::vector{Bytes{300}, Bytes{1200}}), {leaf(2), leaf(3)}});
  Line line{scheduler, 4, line_rate};
  const std::vector sizes = {Bytes{1500}, Bytes{200}, Bytes{900}, Bytes{64}};
  for (int child = 0; child < 4; ++child) line.keep_full(child, sizes[std::size_t(child)]);
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(48_ms)), 4);  // 6 MB
  EXPECT_NEAR(double(bytes[0]), 3.0e6, 3000);
  EXPECT_NEAR(double(bytes[1]), 1.5e6, 3000);
  EXPECT_NEAR(double(bytes[2]), 0.3e6, 3000);
  EXPECT_NEAR(double(bytes[3]), 1.2e6, 3000);
}

TEST(Nested, AnIdleBranchLeavesItsShareToTheOther) {
  auto scheduler = tree({std::make_unique<Wf2qPlus>(std::vector{Rate::mbps(9), Rate::mbps(1)}), {node(1), leaf(2)}},
                        {std::make_unique<Drr>(std::vector{Bytes{1500}, Bytes{1500}}), {leaf(0), leaf(1)}});
  Line line{scheduler, 3, line_rate};
  line.keep_full(2, Bytes{1500});
  EXPECT_EQ(line.run({}, {}, Instant::at(12_ms)).size(), 1000U);
}

TEST(Nested, AnUrgentArrivalInsideANodeOvertakesFromThePacketAfter) {
  auto scheduler = tree({std::make_unique<Drr>(std::vector{Bytes{125}, Bytes{125}}), {node(1), leaf(2)}},
                        {std::make_unique<Priority>(std::vector{0, 1}), {leaf(0), leaf(1)}});
  Line line{scheduler, 3, line_rate};
  line.keep_full(0, Bytes{125});
  line.keep_full(2, Bytes{125});
  // When leaf 1's packet comes, leaf 0's second one already stands at the root's front.
  const auto out = line.run({{Instant::at(500_ns), 1, Bytes{125}}}, {}, Instant::at(6_us));
  EXPECT_EQ(order(out), (std::vector{0, 2, 0, 2, 1, 2}));
}

TEST(Nested, WaitsForANodeThatHoldsBackAndServesTheOthersMeanwhile) {
  auto scheduler = tree({std::make_unique<Priority>(std::vector{1, 0}), {node(1), leaf(1)}},
                        {std::make_unique<Spaced>(Instant::at(3_us), 4_us), {leaf(0)}});
  Line line{scheduler, 2, line_rate};
  line.keep_full(0, Bytes{125});
  const auto out =
      line.run({{Instant::at(4500_ns), 1, Bytes{125}}, {Instant::at(4600_ns), 1, Bytes{250}}}, {}, Instant::at(12_us));
  // Leaf 0 at 3, 7 and 11 us whatever happens, unless the line is taken: by leaf 1 from 5.5 to 7.5 us.
  const std::vector<std::pair<std::int64_t, int>> expected = {{3000, 0}, {4500, 1}, {5500, 1}, {7500, 0}, {11500, 0}};
  std::vector<std::pair<std::int64_t, int>> found;
  for (const Departure& d : out) found.emplace_back(d.time.ps() / 1000, d.child);
  EXPECT_EQ(found, expected);
}

TEST(Nested, IsReadyWhenItsEarliestNodeIs) {
  auto scheduler = tree({std::make_unique<Priority>(std::vector{0, 1}), {node(1), node(2)}},
                        {std::make_unique<Spaced>(Instant::at(5_us), 1_us), {leaf(0)}},
                        Node{std::make_unique<Spaced>(Instant::at(3_us), 1_us), {leaf(1)}});
  EXPECT_EQ(scheduler.ready(Instant::at(1_us)), Instant::never());
  scheduler.wake(0, Bytes{125}, Instant::at(1_us));
  EXPECT_EQ(scheduler.ready(Instant::at(1_us)), Instant::at(5_us));
  scheduler.wake(1, Bytes{125}, Instant::at(2_us));
  EXPECT_EQ(scheduler.ready(Instant::at(2_us)), Instant::at(3_us));
  EXPECT_EQ(scheduler.choose(Instant::at(2_us)), std::nullopt);
  EXPECT_EQ(scheduler.ready(Instant::at(4_us)), Instant::at(4_us));
  EXPECT_EQ(scheduler.choose(Instant::at(4_us)), 1);
  scheduler.sent(1, Bytes{125}, std::nullopt, Instant::at(4_us));
  EXPECT_EQ(scheduler.choose(Instant::at(4_us)), std::nullopt);
  EXPECT_EQ(scheduler.ready(Instant::at(4_us)), Instant::at(5_us));
}

TEST(Nested, HoldsBackThroughSeveralLevels) {
  std::vector<Node> nodes;
  nodes.push_back({std::make_unique<Drr>(std::vector{Bytes{1500}}), {node(1)}});
  nodes.push_back({std::make_unique<Spaced>(Instant{}, 2_us), {node(2)}});
  nodes.push_back({std::make_unique<Wf2qPlus>(std::vector{Rate::mbps(1), Rate::mbps(1)}), {node(3), leaf(1)}});
  nodes.push_back({std::make_unique<Spaced>(Instant{}, 10_us), {leaf(0)}});
  NestedScheduler scheduler{std::move(nodes)};
  Line line{scheduler, 2, line_rate};
  line.keep_full(0, Bytes{125});
  line.keep_full(1, Bytes{125});
  const auto out = line.run({}, {}, Instant::at(1_ms));
  EXPECT_EQ(out.size(), 500U);
  const auto bytes = bytes_by_child(out, 2);
  // At 10 us leaf 1 already stands at the front of node 1, so leaf 0's next packet goes at 12 us, and so on.
  EXPECT_EQ(bytes[0] / 125, 84);
  for (std::size_t i = 1; i < out.size(); ++i) ASSERT_EQ(out[i].time - out[i - 1].time, 2_us);
}

TEST(Nested, APacketThatWasNotThereLeavesNoTrace) {
  auto scheduler = tree({std::make_unique<Priority>(std::vector{1, 0}), {node(1), leaf(1)}},
                        {std::make_unique<Drr>(std::vector{Bytes{1500}}), {leaf(0)}});
  scheduler.wake(0, Bytes{1500}, {});
  scheduler.wake(1, Bytes{1500}, {});
  ASSERT_EQ(scheduler.choose({}), 0);
  scheduler.sent(0, Bytes{}, std::nullopt, {});
  EXPECT_EQ(scheduler.choose({}), 1);
  scheduler.sent(1, Bytes{1500}, std::nullopt, {});
  EXPECT_EQ(scheduler.choose({}), std::nullopt);
  EXPECT_EQ(scheduler.ready({}), Instant::never());
}

}  // namespace
}  // namespace qoslab::test
