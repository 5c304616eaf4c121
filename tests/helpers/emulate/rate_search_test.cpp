#include "helpers/emulate/rate_search.h"

#include <gmock/gmock.h>

#include <vector>

namespace qoslab::emulation {
namespace {

using namespace literals;

/// Carries up to `most` frames a second of what it is offered, late by `late`; the sender can send `sender`.
struct Machine {
  double most = 310'000;
  Duration late = 60_us;
  double late_from = 1e9;  ///< from this rate on, everything is late by 2 ms
  double sender = 1e9;
  std::size_t slow_at = 0;  ///< the how manieth burst is sent too slowly, from 1
  int disturbed = 0;        ///< so many bursts lose a frame, whatever their rate
  std::vector<double> asked = {};

  Burst operator()(double wanted) {
    asked.push_back(wanted);
    const double offered = std::min(wanted, asked.size() == slow_at ? wanted / 2 : sender);
    Burst burst{offered, 1000, offered > most ? 999 : 1000, {}};
    if (disturbed-- > 0) burst.carried = 999;
    burst.lateness.add(offered >= late_from ? 2_ms : late);
    return burst;
  }
};

SelfTestResults test(Machine& machine, Duration precision = 1_ms) {
  return highest_rate([&](double rate) { return machine(rate); }, precision, [] { return false; });
}

TEST(RateSearch, finds_the_highest_rate_without_loss_within_a_tenth) {
  for (const double most : {1'500.0, 20'000.0, 310'000.0, 1'900'000.0}) {
    Machine machine{.most = most};
    const auto found = test(machine);
    EXPECT_LE(static_cast<double>(found.frames_per_second), most);
    EXPECT_GE(static_cast<double>(found.frames_per_second), most * 0.9);
    EXPECT_EQ(found.limit, "loss");
    EXPECT_EQ(found.within, 60_us);
    EXPECT_EQ(found.skipped, "");
    EXPECT_LE(machine.asked.size(), 21U) << "each takes a moment";
  }
}

TEST(RateSearch, never_says_more_than_was_carried) {
  Machine machine{.most = 310'000};
  const auto found = test(machine);
  double best = 0;
  for (const double rate : machine.asked)
    if (rate <= machine.most) best = std::max(best, rate);
  EXPECT_EQ(found.frames_per_second, static_cast<std::int64_t>(best));
}

TEST(RateSearch, what_is_late_is_not_carried) {
  Machine machine{.most = 1e9, .late_from = 150'000};
  const auto found = test(machine);
  EXPECT_LT(found.frames_per_second, 150'000);
  EXPECT_EQ(found.limit, "lateness");
  EXPECT_EQ(found.most, 60_us);
  Machine again{.most = 310'000, .late_from = 150'000};
  EXPECT_EQ(test(again, 3_ms).limit, "loss") << "less precision is wanted";
}

TEST(RateSearch, one_disturbance_is_forgiven) {
  Machine calm;
  Machine disturbed{.disturbed = 1};
  EXPECT_EQ(test(disturbed).frames_per_second, test(calm).frames_per_second);
  for (const std::size_t at : {1U, 2U, 3U}) {
    Machine slow{.slow_at = at};
    EXPECT_EQ(test(slow).limit, "loss") << at;
    EXPECT_EQ(test(slow).frames_per_second, test(calm).frames_per_second);
  }
}

TEST(RateSearch, ends_where_the_sender_does) {
  Machine machine{.most = 1e9, .sender = 130'000};
  const auto found = test(machine);
  EXPECT_EQ(found.frames_per_second, 130'000);
  EXPECT_EQ(found.limit, "sender");
}

TEST(RateSearch, gives_up_at_a_machine_that_carries_nothing) {
  Machine machine{.most = 0};
  const auto found = test(machine);
  EXPECT_EQ(found.frames_per_second, 0);
  EXPECT_EQ(found.limit, "loss");
}

TEST(RateSearch, ends_at_a_machine_without_limits) {
  Machine machine{.most = 1e12, .late = {}};
  const auto found = test(machine);
  EXPECT_EQ(found.limit, "none");
  EXPECT_GT(found.frames_per_second, 1'000'000);
}

TEST(RateSearch, heeds_a_stop) {
  Machine machine;
  const auto found =
      highest_rate([&](double rate) { return machine(rate); }, 1_ms, [&] { return machine.asked.size() == 2; });
  EXPECT_EQ(found.skipped, "it was interrupted");
  EXPECT_EQ(machine.asked.size(), 2U);
}

TEST(RateSearch, of_nothing_sent_nothing_was_carried) { EXPECT_EQ(fault_of({1000, 0, 0, {}}, 1_ms), "loss"); }

}  // namespace
}  // namespace qoslab::emulation
