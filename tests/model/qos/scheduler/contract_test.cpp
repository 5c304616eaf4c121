// What every scheduler owes its caller, whatever it schedules by: scheduler.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "tests/model/qos/scheduler/every_scheduler.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab {
namespace {

using namespace literals;
using test::Arrival;
using test::Departure;
using test::Line;
using test::every::children;
using test::every::Kind;
using test::every::kinds;
using test::every::line_rate;

std::vector<Kind> kinds_that_never_hold_back() {
  std::vector<Kind> never;
  std::ranges::copy_if(kinds, std::back_inserter(never), [](const Kind& kind) { return !kind.holds_back; });
  return never;
}

class Contract : public testing::TestWithParam<Kind> {};
class WorkConservation : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(EveryScheduler, Contract, testing::ValuesIn(kinds),
                         [](const auto& tested) { return tested.param.name; });
INSTANTIATE_TEST_SUITE_P(EveryScheduler, WorkConservation, testing::ValuesIn(kinds_that_never_hold_back()),
                         [](const auto& tested) { return tested.param.name; });

/// Bursts and silences at `load` times the line's rate.
std::vector<Arrival> traffic(std::uint64_t seed, double load, Duration length) {
  std::mt19937_64 random{seed};
  std::vector<Arrival> arrivals;
  const auto draw = [&](std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>{from, to}(random);
  };
  for (Instant t; t < Instant::at(length);) {
    const int child = static_cast<int>(draw(0, children - 1));
    Bytes sum;
    for (std::int64_t packets = draw(1, 12); packets > 0; --packets) {
      const Bytes size{draw(40, 1500)};
      arrivals.push_back({t, child, size});
      sum += size;
    }
    t += Duration::from_seconds(time_to_send(sum, line_rate).to_seconds() / load);
  }
  return arrivals;
}

std::vector<Bytes> sizes_of(int child, const auto& packets) {
  std::vector<Bytes> sizes;
  for (const auto& packet : packets)
    if (packet.child == child) sizes.push_back(packet.size);
  return sizes;
}

TEST_P(Contract, WhatGoesInComesOutOnceAndInOrder) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto scheduler = GetParam().make();
    Line line{*scheduler, children, line_rate};
    const auto arrivals = traffic(seed, 0.8, 500_ms);
    const auto departures = line.run(arrivals, {}, Instant::at(60_s));
    for (int child = 0; child < children; ++child)
      EXPECT_EQ(sizes_of(child, departures), sizes_of(child, arrivals)) << "child " << child;
    EXPECT_EQ(scheduler->ready(Instant::at(60_s)), Instant::never());
  }
}

TEST_P(WorkConservation, TheLineIsNeverIdleWhileSomethingWaits) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto scheduler = GetParam().make();
    Line line{*scheduler, children, line_rate};
    const auto arrivals = traffic(seed, 0.9, 500_ms);
    test::expect_work_conserving(arrivals, line.run(arrivals, {}, Instant::at(60_s)));
  }
}

TEST_P(Contract, TheSameHistoryGivesTheSameChoices) {
  std::vector<std::vector<Departure>> runs;
  for (int i = 0; i < 2; ++i) {
    const auto scheduler = GetParam().make();
    Line line{*scheduler, children, line_rate};
    runs.push_back(line.run(traffic(7, 1.2, 500_ms), {}, Instant::at(1_s)));
  }
  EXPECT_EQ(runs[0], runs[1]);
}

/// A caller who does everything that the protocol allows: arrivals between choose and sent, heads that were not there,
/// questions at times when nothing can come of them.
class Caller {
 public:
  Caller(Scheduler& scheduler, std::uint64_t seed)
      : scheduler_{scheduler},
        asking_changes_nothing_{dynamic_cast<Cbq*>(&scheduler) == nullptr},
        random_{seed},
        waiting_(children) {}

  void step() {
    now_ += Duration::microseconds(draw(0, 3) == 0 ? draw(0, 20'000) : draw(0, 300));
    if (draw(0, 1) == 0) arrive();
    const Instant ready = scheduler_.ready(now_);
    ASSERT_GE(ready, now_);
    ASSERT_EQ(ready == Instant::never(), total() == 0) << "never ready is for when nothing waits";
    if (asking_changes_nothing_ && quiet_until_ && *quiet_until_ > now_) {
      ASSERT_GE(ready, *quiet_until_) << "nothing happened, but it is ready earlier than it said";
    }
    const auto child = scheduler_.choose(now_);
    if (!child) {
      const Instant next = scheduler_.ready(now_);
      ASSERT_GT(next, now_) << "ready although nothing could be chosen";
      quiet_until_ = next;
      if (total() > 0 && draw(0, 2) == 0) now_ = next;
      return;
    }
    ASSERT_EQ(ready, now_) << "chose before it was ready";
    ASSERT_GT(waiting_.at(std::size_t(*child)), 0) << "named an idle child";
    if (draw(0, 2) == 0) arrive();
    serve(*child);
  }
  void drain() {
    for (int i = 0; total() > 0; ++i) {
      ASSERT_LT(i, 1'000'000) << "packets that never come out";
      if (const auto child = scheduler_.choose(now_)) {
        serve(*child);
      } else {
        const Instant next = scheduler_.ready(now_);
        ASSERT_GT(next, now_);
        ASSERT_LT(next, Instant::never());
        now_ = next;
      }
    }
    EXPECT_EQ(scheduler_.ready(now_), Instant::never());
    EXPECT_FALSE(scheduler_.choose(now_));
  }

 private:
  std::int64_t draw(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>{from, to}(random_);
  }
  [[nodiscard]] std::int64_t total() const {
    std::int64_t sum = 0;
    for (const std::int64_t n : waiting_) sum += n;
    return sum;
  }
  void arrive() {
    const auto child = static_cast<int>(draw(0, children - 1));
    quiet_until_.reset();
    if (waiting_[std::size_t(child)]++ == 0) scheduler_.wake(child, Bytes{draw(40, 1500)}, now_);
  }
  void serve(int child) {
    const bool gone = draw(0, 9) == 0;
    auto& waiting = waiting_[std::size_t(child)];
    waiting = gone && draw(0, 1) == 0 ? 0 : waiting - 1;  // a dropper may empty the queue
    quiet_until_.reset();
    scheduler_.sent(child, gone ? Bytes{} : Bytes{draw(40, 1500)},
                    waiting > 0 ? std::optional{Bytes{draw(40, 1500)}} : std::nullopt, now_);
  }

  Scheduler& scheduler_;
  bool asking_changes_nothing_;  ///< with CBQ a look at the queues may end a suspension
  std::mt19937_64 random_;
  std::vector<std::int64_t> waiting_;
  Instant now_;
  std::optional<Instant> quiet_until_;  ///< what ready() said, if nothing happened since
};

TEST_P(Contract, ReadyIsNeverTooLateAndAFailedChoiceMovesItOn) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto scheduler = GetParam().make();
    Caller caller{*scheduler, seed};
    for (int i = 0; i < 5000 && !HasFatalFailure(); ++i) caller.step();
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    caller.drain();
  }
}

TEST_P(Contract, AChildAloneIsServed) {
  for (int child = 0; child < children; ++child) {
    const auto scheduler = GetParam().make();
    Line line{*scheduler, children, line_rate};
    line.keep_full(child, Bytes{1000});
    EXPECT_GT(line.run({}, {}, Instant::at(2_s)).size(), 40U) << "child " << child;
  }
}

}  // namespace
}  // namespace qoslab
