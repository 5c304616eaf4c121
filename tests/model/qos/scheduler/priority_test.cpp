#include "model/qos/scheduler/priority.h"

#include <utility>

#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

std::vector<int> order(const std::vector<Departure>& departures) {
  std::vector<int> children;
  for (const Departure& d : departures) children.push_back(d.child);
  return children;
}

/// The same rule by a scan: the highest level, within it whoever has waited longest since its last turn.
class ScannedPriority final : public Scheduler {
 public:
  explicit ScannedPriority(std::vector<int> levels) : levels_{std::move(levels)}, turns_(levels_.size()) {}
  void wake(int child, Bytes /*head*/, Instant /*now*/) override { turns_[std::size_t(child)] = ++turn_; }
  std::optional<int> choose(Instant /*now*/) override {
    std::optional<int> best;
    for (int i = 0; std::size_t(i) < turns_.size(); ++i) {
      if (turns_[std::size_t(i)] && (!best || rank(i) < rank(*best))) best = i;
    }
    return best;
  }
  void sent(int child, Bytes /*size*/, std::optional<Bytes> next, Instant /*now*/) override {
    turns_[std::size_t(child)] = next ? std::optional{++turn_} : std::nullopt;
  }
  [[nodiscard]] Instant ready(Instant now) const override {
    return std::ranges::any_of(turns_, [](const auto& turn) { return turn.has_value(); }) ? now : Instant::never();
  }

 private:
  [[nodiscard]] std::pair<int, std::int64_t> rank(int i) const {
    return {-levels_[std::size_t(i)], turns_[std::size_t(i)].value()};
  }
  std::vector<int> levels_;
  std::vector<std::optional<std::int64_t>> turns_;
  std::int64_t turn_ = 0;
};

TEST(Priority, TheHighestLevelGoesFirstWhoeverCameEarlier) {
  Priority scheduler{{0, 63, 7}};
  Line line{scheduler, 3, Rate::gbps(1)};
  const auto out = line.run({{{}, 0, Bytes{125}}, {{}, 2, Bytes{125}}, {{}, 1, Bytes{125}}}, {}, Instant::at(1_ms));
  EXPECT_EQ(order(out), (std::vector{1, 2, 0}));
}

TEST(Priority, ChildrenOfOneLevelTakeTurns) {
  Priority scheduler{{3, 3, 3}};
  Line line{scheduler, 3, Rate::gbps(1)};
  for (int child = 0; child < 3; ++child) line.keep_full(child, Bytes{125});
  EXPECT_EQ(order(line.run({}, {}, Instant::at(6_us))), (std::vector{0, 1, 2, 0, 1, 2}));
}

TEST(Priority, APacketOnTheLineIsNotInterrupted) {
  Priority scheduler{{0, 1}};
  Line line{scheduler, 2, Rate::gbps(1)};
  const auto out =
      line.run({{{}, 0, Bytes{1250}}, {{}, 0, Bytes{1250}}, {Instant::at(1_us), 1, Bytes{125}}}, {}, Instant::at(1_ms));
  EXPECT_EQ(order(out), (std::vector{0, 1, 0}));
  EXPECT_EQ(out[1].time, Instant::at(10_us));
}

TEST(Priority, AnArrivalBetweenChoiceAndDepartureDisturbsNothing) {
  Priority scheduler{{0, 1}};
  scheduler.wake(0, Bytes{100}, {});
  ASSERT_EQ(scheduler.choose({}), 0);
  scheduler.wake(1, Bytes{100}, {});
  scheduler.sent(0, Bytes{100}, Bytes{100}, {});
  EXPECT_EQ(scheduler.choose({}), 1);
  scheduler.sent(1, Bytes{100}, std::nullopt, {});
  EXPECT_EQ(scheduler.choose({}), 0);
}

TEST(Priority, ChoosesAsAScanDoes) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random{seed};
    std::vector<int> levels(1 + random() % 20);
    for (int& level : levels) level = static_cast<int>(random() % 64);
    if (seed % 2 == 0) std::ranges::transform(levels, levels.begin(), [](int level) { return level % 3 * 31; });
    const auto children = static_cast<int>(levels.size());
    const auto arrivals = random_arrivals(random, children, 300, 0.9, Rate::gbps(1), {Bytes{64}, Bytes{1500}});
    Priority scheduler{levels};
    ScannedPriority referee{levels};
    Line line{scheduler, children, Rate::gbps(1)};
    Line referee_line{referee, children, Rate::gbps(1)};
    const auto out = line.run(arrivals, {}, Instant::at(1_s));
    ASSERT_EQ(out, referee_line.run(arrivals, {}, Instant::at(1_s))) << "seed " << seed;
    expect_work_conserving(arrivals, out);
  }
}

}  // namespace
}  // namespace qoslab::test
