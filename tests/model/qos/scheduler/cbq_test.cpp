#include "model/qos/scheduler/cbq.h"

#include "tests/model/qos/scheduler/cbq_classes.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

TEST(Cbq, AClassWithoutBorrowKeepsToItsRateOnAnIdleLink) {
  Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(200))}};
  Line line{cbq, 1, megabit};
  line.keep_full(0, Bytes{1000});
  EXPECT_NEAR(rates(line.run({}, {}, second(200)), 1, 200_s)[0], 200, 2);
  EXPECT_GT(cbq.suspensions(0).count, 1000);
  EXPECT_GT(cbq.suspensions(0).time, 150_s);
}

// What CBQ is known for: the class's parameters are made for one packet size, and it gets less with smaller packets.
// docs/algorithms/cbq.md has the table.
TEST(Cbq, GetsLessThanItsRateWithPacketsBelowTheAverage) {
  const auto alone = [](Bytes size) {
    Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(200))}};
    Line line{cbq, 1, megabit};
    line.keep_full(0, size);
    return rates(line.run({}, {}, second(100)), 1, 100_s)[0];
  };
  EXPECT_NEAR(alone(Bytes{1500}), 200, 3);
  EXPECT_NEAR(alone(Bytes{576}), 195, 3);
  EXPECT_NEAR(alone(Bytes{200}), 178, 3);
  EXPECT_NEAR(alone(Bytes{64}), 144, 3);
}

TEST(Cbq, WithBorrowItTakesWhatIsIdle) {
  Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(200), {.borrow = true})}};
  Line line{cbq, 1, megabit};
  line.keep_full(0, Bytes{1000});
  EXPECT_NEAR(rates(line.run({}, {}, second(50)), 1, 50_s)[0], 1000, 0.5);
  EXPECT_EQ(cbq.suspensions(0).count, 0);
}

TEST(Cbq, ABorrowerTakesWhatOneWithoutBorrowLeaves) {
  Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(200), {.borrow = true}), leaf(1, Rate::kbps(400))}};
  Line line{cbq, 2, megabit};
  for (int child : {0, 1}) line.keep_full(child, Bytes{1000});
  const auto out = rates(line.run({}, {}, second(100)), 2, 100_s);
  EXPECT_NEAR(out[0], 600, 6);
  EXPECT_NEAR(out[1], 400, 6);
}

// When the lender is over its limit too, the borrower is suspended until its own debt is paid, and the debt counts all
// that it borrowed: so on its own it gets little more than its rate, not its parent's.
TEST(Cbq, BorrowingFromAParentThatMayNotBorrowIsPaidBack) {
  Cbq cbq{{.rate = megabit},
          {{}, inner(Rate::kbps(300)), leaf(0, Rate::kbps(100), {.parent = 1, .borrow = true, .minburst = 1})}};
  Line line{cbq, 1, megabit};
  line.keep_full(0, Bytes{1000});
  EXPECT_NEAR(rates(line.run({}, {}, second(100)), 1, 100_s)[0], 105, 5);
  EXPECT_GT(cbq.suspensions(0).count, 50);
}

TEST(Cbq, BorrowingReachesTheRootThroughAParentThatBorrows) {
  Cbq cbq{{.rate = megabit},
          {{}, inner(Rate::kbps(300), {.borrow = true}), leaf(0, Rate::kbps(100), {.parent = 1, .borrow = true})}};
  Line line{cbq, 1, megabit};
  line.keep_full(0, Bytes{1000});
  EXPECT_NEAR(rates(line.run({}, {}, second(20)), 1, 20_s)[0], 1000, 1);
}

TEST(Cbq, BorrowersOfOnePriorityShareByTheirRates) {
  Cbq cbq{{.rate = megabit},
          {{}, leaf(0, Rate::kbps(100), {.borrow = true}), leaf(1, Rate::kbps(300), {.borrow = true})}};
  Line line{cbq, 2, megabit};
  for (int child : {0, 1}) line.keep_full(child, Bytes{500});
  const auto out = rates(line.run({}, {}, second(50)), 2, 50_s);
  EXPECT_NEAR(out[0], 250, 2);
  EXPECT_NEAR(out[1], 750, 2);
}

// ALTQ clears a class's debt when the round passes it over. So one whose quantum (here 300 B, a tenth of the round) is
// far below its packets sends one every other round, more than its share.
TEST(Cbq, AQuantumFarBelowThePacketGetsMoreThanItsShare) {
  Cbq cbq{{.rate = megabit},
          {{}, leaf(0, Rate::kbps(90), {.borrow = true}), leaf(1, Rate::kbps(10), {.borrow = true})}};
  Line line{cbq, 2, megabit};
  for (int child : {0, 1}) line.keep_full(child, Bytes{1500});
  const auto out = rates(line.run({}, {}, second(60)), 2, 60_s);
  EXPECT_NEAR(out[1], 200, 25) << "not 100";
}

TEST(Cbq, AHigherPriorityGoesFirst) {
  Cbq cbq{{.rate = megabit},
          {{}, leaf(0, Rate::kbps(500), {.priority = 1}), leaf(1, Rate::kbps(500), {.priority = 5, .maxburst = 20})}};
  Line line{cbq, 2, megabit};
  std::vector<Arrival> burst;
  for (int i = 0; i < 8; ++i) burst.insert(burst.end(), {{second(1), 0, Bytes{500}}, {second(1), 1, Bytes{500}}});
  const auto out = line.run(burst, {}, second(2));
  ASSERT_EQ(out.size(), 16U);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(out[i].child, i < 8 ? 1 : 0) << i;
}

TEST(Cbq, AClassWithinItsRateGoesBeforeABorrowerOfHigherPriority) {
  Cbq cbq{{.rate = megabit},
          {{}, leaf(0, Rate::kbps(400), {.priority = 0}), leaf(1, Rate::kbps(100), {.priority = 7, .borrow = true})}};
  Line line{cbq, 2, megabit};
  for (int child : {0, 1}) line.keep_full(child, Bytes{1000});
  const auto out = rates(line.run({}, {}, second(100)), 2, 100_s);
  EXPECT_NEAR(out[0], 400, 8);
  EXPECT_NEAR(out[1], 600, 8);
}

TEST(Cbq, ASuspendedClassComesBackOnATickOfTheTimer) {
  for (Duration tick : {10_ms, 1_ms}) {
    Cbq cbq{{.rate = megabit, .tick = tick}, {{}, leaf(0, Rate::kbps(200))}};
    Line line{cbq, 1, megabit};
    line.keep_full(0, Bytes{1000});
    const auto out = line.run({}, {}, second(20));
    int pauses = 0;
    for (std::size_t i = 1; i < out.size(); ++i) {
      if (out[i].time == out[i - 1].end) continue;
      ++pauses;
      ASSERT_EQ(out[i].time.ps() % tick.ps(), 0) << i;
      ASSERT_GT(out[i].time - out[i - 1].end, tick) << "at least the second tick";
    }
    EXPECT_NEAR(pauses, double(cbq.suspensions(0).count), 1) << "the last one may not be over";
  }
}

TEST(Cbq, AShortPauseEndsAtTheSecondTick) {
  Cbq cbq{{.rate = Rate::mbps(10)}, {{}, leaf(0, Rate::mbps(5), {.maxburst = 1, .minburst = 1})}};
  Line line{cbq, 1, Rate::mbps(10)};
  line.keep_full(0, Bytes{1000});
  const auto out = line.run({}, {}, second(2));
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].time == out[i - 1].end) continue;
    ASSERT_EQ(out[i].time, Instant::at(10_ms * (out[i - 1].end.since_start() / 10_ms + 2)));
  }
}

// A suspended class whose penalty is over is found by whoever looks at the queues, here for a packet of another class.
TEST(Cbq, AnArrivalWakesASuspendedClassBeforeItsTimer) {
  Cbq cbq{{.rate = megabit, .tick = 1_s}, {{}, leaf(0, Rate::kbps(500), {.maxburst = 1}), leaf(1, Rate::kbps(500))}};
  Line line{cbq, 2, megabit};
  std::vector<Arrival> arrivals(4, {second(1), 0, Bytes{1000}});
  arrivals.push_back({Instant::at(1600_ms), 1, Bytes{100}});
  const auto out = line.run(arrivals, {}, Instant::at(1700_ms));
  ASSERT_GE(out.size(), 4U);
  EXPECT_EQ(out[1].end, Instant::at(1016_ms)) << "two went at once";
  EXPECT_EQ(out[2], (Departure{Instant::at(1600_ms), 1, Bytes{100}, Instant::at(1600'800_us)})) << "its turn first";
  EXPECT_EQ(out[3], (Departure{Instant::at(1600'800_us), 0, Bytes{1000}, Instant::at(1608'800_us)}));
}

// Voice as the published comparison has it: 200 B every 20 ms, 80 kbit/s, in a class of 200 kbit/s. A router before
// this one has bunched ten packets together every 200 ms. The class is never above its rate for long, and yet is
// suspended.
struct Voice {
  std::int64_t suspensions;
  Duration worst;
};

Voice bunched_voice(std::optional<int> maxburst, Rate rate, int bunch) {
  Cbq cbq{{.rate = megabit},
          {{},
           leaf(0, rate, {.priority = 5, .maxburst = maxburst, .average_packet = Bytes{200}}),
           leaf(1, Rate::kbps(600), {.priority = 1, .borrow = true})}};
  Line line{cbq, 2, megabit};
  line.keep_full(1, Bytes{850});
  std::vector<Arrival> voice;
  for (int i = 0; i < 3000; ++i) voice.push_back({Instant::at(5_ms + 20_ms * (i / bunch * bunch)), 0, Bytes{200}});
  Duration worst;
  std::size_t n = 0;
  for (const Departure& d : line.run(voice, {}, second(61))) {
    if (d.child == 0) worst = std::max(worst, d.end - voice.at(n++).time);
  }
  EXPECT_EQ(n, voice.size());
  return {cbq.suspensions(0).count, worst};
}

TEST(Cbq, SuspendsVoiceThatComesInBunches) {
  const Duration without_suspension = 10 * 1600_us + 6800_us;
  EXPECT_EQ(bunched_voice(2, Rate::kbps(200), 1).suspensions, 0) << "evenly spaced";
  const Voice suspended = bunched_voice(2, Rate::kbps(200), 10);
  EXPECT_GT(suspended.suspensions, 100);
  EXPECT_GT(suspended.worst, 2 * without_suspension);
  const Voice cured = bunched_voice(16, Rate::kbps(200), 10);
  EXPECT_EQ(cured.suspensions, 0) << "a larger maxburst";
  EXPECT_LE(cured.worst, without_suspension);
  EXPECT_LT(bunched_voice(2, Rate::kbps(400), 10).worst, suspended.worst) << "more bandwidth";
}

TEST(Cbq, ANewRateHoldsFromThenOn) {
  Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate{}), leaf(1, Rate::kbps(100))}};
  Line line{cbq, 2, megabit};
  line.keep_full(1, Bytes{1000});
  line.run({}, {}, second(10));
  cbq.set_rate(0, Rate::kbps(300), second(10));
  cbq.set_rate(1, Rate::kbps(200), second(10));
  line.keep_full(0, Bytes{1000}, second(10));
  const auto out = rates(line.run({}, second(10), second(110)), 2, 100_s);
  EXPECT_NEAR(out[0], 300, 6);
  EXPECT_NEAR(out[1], 200, 4);
}

TEST(Cbq, ANewRateEndsASuspension) {
  Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(10), {.maxburst = 1})}};
  Line line{cbq, 1, megabit};
  line.keep_full(0, Bytes{1000});
  line.run({}, {}, second(2));
  ASSERT_GT(cbq.ready(second(2)), second(2));
  cbq.set_rate(0, Rate::kbps(500), second(2));
  EXPECT_EQ(cbq.ready(second(2)), second(2));
}

TEST(Cbq, ANewRateChangesTheRoundRobin) {
  Cbq cbq{{.rate = megabit},
          {{}, leaf(0, Rate::kbps(100), {.borrow = true}), leaf(1, Rate::kbps(300), {.borrow = true})}};
  Line line{cbq, 2, megabit};
  for (int child : {0, 1}) line.keep_full(child, Bytes{500});
  line.run({}, {}, second(5));
  cbq.set_rate(0, Rate::kbps(300), second(5));
  const auto out = rates(line.run({}, second(5), second(55)), 2, 50_s);
  EXPECT_NEAR(out[0], 500, 3);
}

TEST(Cbq, SlotsWithoutARateLeaveTheRoundRobinAlone) {
  const auto order = [](int slots) {
    std::vector<Cbq::Class> classes{
        {}, leaf(0, Rate::kbps(300), {.borrow = true}), leaf(1, Rate::kbps(600), {.borrow = true})};
    for (int i = 0; i < slots; ++i) classes.push_back(leaf(2 + i, Rate{}));
    Cbq cbq{{.rate = megabit}, classes};
    Line line{cbq, 2, megabit};
    for (int child : {0, 1}) line.keep_full(child, Bytes{700});
    return line.run({}, {}, second(5));
  };
  EXPECT_EQ(order(0), order(16));
}

TEST(Cbq, AnAnnouncedPacketThatVanishedCostsNothing) {
  const auto burst_after = [](int vanished) {
    Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(100), {.maxburst = 4})}};
    Instant now = second(1);
    for (int i = 0; i < vanished; ++i) {
      cbq.wake(0, Bytes{1000}, now);
      EXPECT_EQ(cbq.choose(now), 0);
      cbq.sent(0, Bytes{}, std::nullopt, now);
      EXPECT_EQ(cbq.ready(now), Instant::never());
    }
    cbq.wake(0, Bytes{1000}, now);
    int burst = 0;
    for (; cbq.choose(now); now += 8_ms, ++burst) cbq.sent(0, Bytes{1000}, Bytes{1000}, now);
    return burst;
  };
  EXPECT_EQ(burst_after(10), burst_after(0));
}

TEST(Cbq, ASuspensionEndsWithItsTimerEvenIfTheLineIsBusyThen) {
  Cbq cbq{{.rate = megabit}, {{}, leaf(0, Rate::kbps(100), {.maxburst = 1})}};
  cbq.wake(0, Bytes{1000}, second(1));
  Instant now = second(1);
  for (; cbq.choose(now); now += 8_ms) cbq.sent(0, Bytes{1000}, Bytes{1000}, now);
  const Instant timer = cbq.ready(now);
  EXPECT_EQ(cbq.suspensions(0).count, 1);
  EXPECT_EQ(cbq.suspensions(0).time, Duration{}) << "not over";
  ASSERT_EQ(cbq.choose(timer + 5_ms), 0);
  EXPECT_EQ(cbq.suspensions(0).time, timer - now);
}

}  // namespace
}  // namespace qoslab::test
