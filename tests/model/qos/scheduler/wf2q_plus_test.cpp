#include "model/qos/scheduler/wf2q_plus.h"

#include <algorithm>
#include <utility>

#include "tests/model/qos/scheduler/harness.h"
#include "tests/model/qos/scheduler/weights.h"

namespace qoslab::test {
namespace {

using namespace literals;

/// Drives a Wf2qPlus along and checks its every choice by a scan over all children, with virtual time in whole
/// multiples of byte / (common × sum of weights), in which every tag is exact.
class Checked final : public Scheduler {
 public:
  /// `ties`: are equal tags to be found equal, too? They are when all weights, and their sum, are powers of two.
  Checked(const std::vector<std::int64_t>& weights, bool ties)
      : weights_{weights},
        sum_{sum_of(weights)},
        ties_{ties},
        heads_(weights.size()),
        starts_(weights.size()),
        real_{shares_of(weights)} {}

  void wake(int child, Bytes head, Instant now) override {
    auto& start = starts_[std::size_t(child)];
    start = std::max(start, time_);
    heads_[std::size_t(child)] = head;
    real_.wake(child, head, now);
  }

  std::optional<int> choose(Instant now) override {
    time_ += std::exchange(work_, 0);
    if (const auto least = least_start()) time_ = std::max(time_, *least);
    const std::optional<int> chosen = real_.choose(now);
    EXPECT_EQ(chosen.has_value(), least_start().has_value());
    if (chosen) check(std::size_t(*chosen));
    return chosen;
  }

  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override {
    const auto i = std::size_t(child);
    work_ += size.count() * common;
    starts_[i] += span(i, size);
    heads_[i] = next;
    if (!least_start()) time_ = std::max(time_, *std::ranges::max_element(starts_));
    real_.sent(child, size, next, now);
  }

  [[nodiscard]] Instant ready(Instant now) const override { return real_.ready(now); }

 private:
  [[nodiscard]] std::int64_t span(std::size_t i, Bytes size) const {
    return size.count() * common * sum_ / weights_[i];
  }
  [[nodiscard]] std::int64_t finish(std::size_t i) const { return starts_[i] + span(i, heads_[i].value()); }

  [[nodiscard]] std::optional<std::int64_t> least_start() const {
    std::optional<std::int64_t> least;
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      if (heads_[i]) least = std::min(least.value_or(starts_[i]), starts_[i]);
    }
    return least;
  }

  void check(std::size_t chosen) const {
    EXPECT_LE(starts_[chosen], time_) << "its start has not come";
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      if (!heads_[i] || starts_[i] > time_ || (starts_[i] == time_ && !ties_)) continue;
      EXPECT_LE(finish(chosen), finish(i)) << i << " would finish earlier than " << chosen;
      EXPECT_TRUE(!ties_ || finish(chosen) < finish(i) || chosen <= i) << "ties go by number";
    }
  }

  std::vector<std::int64_t> weights_;
  std::int64_t sum_;
  bool ties_;
  std::vector<std::optional<Bytes>> heads_;
  std::vector<std::int64_t> starts_;
  std::int64_t time_ = 0;
  std::int64_t work_ = 0;
  Wf2qPlus real_;
};

void expect_exact_choices(std::mt19937_64& random, const std::vector<std::int64_t>& weights, bool ties) {
  const double load = 0.3 + 0.1 * static_cast<double>(random() % 10);
  const auto children = static_cast<int>(weights.size());
  const auto arrivals = random_arrivals(random, children, 300, load, line_rate, mixed_sizes);
  Checked scheduler{weights, ties};
  Line line{scheduler, children, line_rate};
  expect_work_conserving(arrivals, line.run(arrivals, {}, Instant::at(1_s)));
}

TEST(Wf2qPlus, SpreadsAHeavyChildsPacketsBetweenTheOthers) {
  // The paper's example: one child with half of the line, ten with a twentieth. WFQ sends the heavy one's first ten
  // packets back to back.
  std::vector<Rate> shares(11, Rate::mbps(1));
  shares[0] = Rate::mbps(10);
  Wf2qPlus scheduler{shares};
  Line line{scheduler, 11, line_rate};
  for (int child = 0; child < 11; ++child) line.keep_full(child, Bytes{125});
  const auto out = line.run({}, {}, Instant::at(20_us));
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i].child == 0, i % 2 == 0) << i;
}

TEST(Wf2qPlus, ChoosesAsExactTagsDo) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random{seed};
    expect_exact_choices(random, random_weights(random, 1 + random() % 12), false);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Wf2qPlus, GivesTiesToTheFirstChild) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random{seed};
    std::vector<std::int64_t> weights = {1, 1, 2, 4, 8, 8, 8};
    std::ranges::shuffle(weights, random);
    expect_exact_choices(random, weights, true);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(Wf2qPlus, StartsABusyPeriodWithoutDebts) {
  // Child 0 uses the idle line for more than its share; when everybody wakes later, it is as good as the others.
  Wf2qPlus scheduler{shares_of({1, 23})};
  Line line{scheduler, 2, line_rate};
  std::vector<Arrival> arrivals(10, {{}, 0, Bytes{1500}});
  for (int i = 0; i < 60; ++i) arrivals.push_back({Instant::at(1_ms), 1, Bytes{1500}});
  arrivals.push_back({Instant::at(1_ms), 0, Bytes{1500}});
  const auto out = line.run(arrivals, {}, Instant::at(10_ms));
  const auto last =
      std::ranges::find_if(out, [](const Departure& d) { return d.child == 0 && d.time >= Instant::at(1_ms); });
  EXPECT_LE(last->end, Instant::at(1_ms + 25 * 12_us));
}

TEST(Wf2qPlus, FollowsARateThatChangesWhileItsChildWaits) {
  Wf2qPlus scheduler{shares_of({1, 1, 0})};
  Line line{scheduler, 3, line_rate};
  line.keep_full(0, Bytes{1000});
  line.keep_full(1, Bytes{1000});
  const auto equal = bytes_by_child(line.run({}, {}, Instant::at(8_ms)), 3);
  EXPECT_NEAR(double(equal[0]), 500e3, 1000);
  scheduler.set_rate(0, Rate::bps(3), Instant::at(8_ms));
  scheduler.set_rate(2, Rate::bps(4), Instant::at(8_ms));
  line.keep_full(2, Bytes{1000}, Instant::at(8_ms));
  const auto unequal = bytes_by_child(line.run({}, Instant::at(8_ms), Instant::at(72_ms)), 3);  // 8 MB
  EXPECT_NEAR(double(unequal[0]), 3e6, 2000);
  EXPECT_NEAR(double(unequal[1]), 1e6, 2000);
  EXPECT_NEAR(double(unequal[2]), 4e6, 2000);
}

TEST(Wf2qPlus, VirtualTimeFollowsTheSumOfChangedRates) {
  // The paper's example again, after other rates: were V too slow, the light ones would go several in a row.
  std::vector<Rate> shares(11, Rate::mbps(7));
  Wf2qPlus scheduler{shares};
  for (int child = 0; child < 11; ++child) scheduler.set_rate(child, Rate::mbps(child == 0 ? 10 : 1), {});
  Line line{scheduler, 11, line_rate};
  for (int child = 0; child < 11; ++child) line.keep_full(child, Bytes{125});
  const auto out = line.run({}, {}, Instant::at(20_us));
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i].child == 0, i % 2 == 0) << i;
}

TEST(Wf2qPlus, AReusedSlotOwesNothing) {
  Wf2qPlus scheduler{shares_of({1, 1000})};
  scheduler.wake(0, Bytes{1500}, {});
  scheduler.wake(1, Bytes{1500}, {});
  for (const int child : {1, 0}) {
    ASSERT_EQ(scheduler.choose({}), child);
    scheduler.sent(child, Bytes{1500}, child == 1 ? std::optional{Bytes{1500}} : std::nullopt, {});
  }
  scheduler.set_rate(0, Rate{}, {});
  scheduler.set_rate(0, Rate::bps(1000), {});
  scheduler.wake(0, Bytes{1000}, {});
  EXPECT_EQ(scheduler.choose({}), 0);
}

TEST(Wf2qPlus, ChargesWhatWasSentNotWhatWasAnnounced) {
  Wf2qPlus scheduler{shares_of({1, 1})};
  std::vector<std::int64_t> sent(2, 0);
  scheduler.wake(0, Bytes{40}, {});  // its queue drops at the head: small packets announced, large ones sent
  scheduler.wake(1, Bytes{700}, {});
  for (int i = 0; i < 10'000; ++i) {
    const int child = scheduler.choose({}).value();
    const Bytes size{child == 0 ? 1500 : 700};
    sent[std::size_t(child)] += size.count();
    scheduler.sent(child, size, Bytes{child == 0 ? 40 : 700}, {});
  }
  EXPECT_NEAR(double(sent[0]), double(sent[1]), 1500);
}

TEST(Wf2qPlus, APacketThatWasNotThereCostsNothing) {
  Wf2qPlus scheduler{shares_of({1, 1})};
  scheduler.wake(0, Bytes{1500}, {});
  EXPECT_EQ(scheduler.choose({}), 0);
  scheduler.sent(0, Bytes{}, std::nullopt, {});
  EXPECT_EQ(scheduler.choose({}), std::nullopt);
  EXPECT_EQ(scheduler.ready({}), Instant::never());
  scheduler.wake(1, Bytes{1500}, {});
  scheduler.wake(0, Bytes{1500}, {});
  EXPECT_EQ(scheduler.choose({}), 0);
}

TEST(Wf2qPlus, SharesByRate) {
  Wf2qPlus scheduler{{Rate::mbps(1), Rate::mbps(2), Rate::mbps(5)}};
  Line line{scheduler, 3, line_rate};
  line.keep_full(0, Bytes{1500});
  line.keep_full(1, Bytes{64});
  line.keep_full(2, Bytes{300});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(64_ms)), 3);  // 8 MB
  EXPECT_NEAR(double(bytes[0]), 1e6, 1500);
  EXPECT_NEAR(double(bytes[1]), 2e6, 1500);
  EXPECT_NEAR(double(bytes[2]), 5e6, 1500);
}

}  // namespace
}  // namespace qoslab::test
