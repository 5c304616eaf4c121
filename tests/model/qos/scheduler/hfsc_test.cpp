#include "model/qos/scheduler/hfsc.h"

#include <gmock/gmock.h>

#include "tests/model/qos/scheduler/harness.h"
#include "tests/model/qos/scheduler/hfsc_classes.h"

namespace qoslab::test {
namespace {

using namespace literals;

/// A packet of `size` every `gap` in [from, until).
std::vector<Arrival> regular(int child, Bytes size, Duration gap, Instant from, Instant until) {
  std::vector<Arrival> arrivals;
  for (Instant t = from; t < until; t += gap) arrivals.push_back({t, child, size});
  return arrivals;
}

Duration worst_delay(const std::vector<Arrival>& arrivals, const std::vector<Departure>& departures, int child) {
  Duration worst;
  std::size_t n = 0;
  for (const Departure& d : departures) {
    if (d.child == child) worst = std::max(worst, d.end - arrivals.at(n++).time);
  }
  return worst;
}

// 1 Mbit/s, real time 300 and 200 kbit/s, link share 128:256. What link sharing gives exceeds both promises, so the
// whole link is shared 1:2.
TEST(Hfsc, SharesTheWholeLinkInProportionToTheLinkShareCurves) {
  Hfsc hfsc{{{},
             leaf(0, straight(Rate::kbps(300)), straight(Rate::kbps(128))),
             leaf(1, straight(Rate::kbps(200)), straight(Rate::kbps(256)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{1000});
  line.keep_full(1, Bytes{1000});
  const auto bytes = bytes_by_child(line.run({}, {}, second(600)), 2);
  EXPECT_NEAR(double(bytes[0]), 1e6 / 3 / 8 * 600, 1000);
  EXPECT_NEAR(double(bytes[1]), 2e6 / 3 / 8 * 600, 1000);
}

TEST(Hfsc, KeepsARealTimePromiseThatLinkSharingAloneWouldBreak) {
  Hfsc hfsc{{{},
             leaf(0, straight(Rate::kbps(500)), straight(Rate::kbps(1))),
             leaf(1, std::nullopt, straight(Rate::kbps(999)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{700});
  line.keep_full(1, Bytes{1500});
  const auto bytes = bytes_by_child(line.run({}, {}, second(100)), 2);
  EXPECT_NEAR(double(bytes[0]), 0.5e6 / 8 * 100, 1500);
}

// A voice packet of 200 B must be through within 5 ms: slope 320 kbit/s for 5 ms, 80 kbit/s after. With 80 kbit/s
// throughout its deadline is 20 ms, and the packets of eight data classes, due within 14 ms, go before it.
TEST(Hfsc, AConcaveCurveBoundsTheDelayOfVoiceUnderLoad) {
  const ServiceCurve quick{Rate::kbps(320), 5_ms, Rate::kbps(80)};
  const auto voice = regular(0, Bytes{200}, 20_ms, Instant::at(7_ms), second(60));
  const auto delay_with = [&](ServiceCurve real_time) {
    std::vector<Hfsc::Class> classes{{}, leaf(0, real_time, straight(Rate::kbps(1)))};
    for (int data = 1; data <= 8; ++data) {
      classes.push_back(leaf(data, straight(Rate::kbps(70)), straight(Rate::kbps(125))));
    }
    Hfsc hfsc{classes};
    Line line{hfsc, 9, Rate::mbps(1)};
    for (int data = 1; data <= 8; ++data) line.keep_full(data, Bytes{125});
    return worst_delay(voice, line.run(voice, {}, second(61)), 0);
  };
  const Duration largest_packet = 1600_us;
  EXPECT_LE(delay_with(quick), 5_ms + largest_packet);
  EXPECT_GT(delay_with(straight(Rate::kbps(80))), 5_ms + largest_packet) << "the same rate without the steep start";
}

TEST(Hfsc, AFirstBurstWithinTheSteepPieceMeetsItsDeadline) {
  // 4 × 250 B in 20 ms are 400 kbit/s for the first 20 ms.
  Hfsc hfsc{{{},
             leaf(0, ServiceCurve{Rate::kbps(400), 20_ms, Rate::kbps(50)}, straight(Rate::kbps(1))),
             leaf(1, {}, straight(Rate::kbps(999)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(1, Bytes{1500});
  const std::vector<Arrival> burst(4, {second(1), 0, Bytes{250}});
  EXPECT_LE(worst_delay(burst, line.run(burst, {}, second(2)), 0), 20_ms + 12_ms);
}

TEST(Hfsc, AConvexCurvePromisesNothingAtFirst) {
  // Nothing for 100 ms, then 800 kbit/s; link sharing hardly counts.
  Hfsc hfsc{{{},
             leaf(0, ServiceCurve{Rate{}, 100_ms, Rate::kbps(800)}, straight(Rate::bps(100))),
             leaf(1, ServiceCurve{Rate::kbps(999), 100_ms, Rate::kbps(199)}, straight(Rate::kbps(999)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{125});
  line.keep_full(1, Bytes{125});
  const auto early = bytes_by_child(line.run({}, {}, Instant::at(100_ms)), 2);
  EXPECT_LE(early[0], 250);
  const auto later = bytes_by_child(line.run({}, Instant::at(100_ms), Instant::at(1100_ms)), 2);
  EXPECT_NEAR(double(later[0]), 100'000, 250);
}

TEST(Hfsc, AnUpperLimitCapsAClassThatIsAlone) {
  Hfsc hfsc{{{}, leaf(0, {}, straight(Rate::mbps(1)), straight(Rate::kbps(250)))}};
  Line line{hfsc, 1, Rate::mbps(1)};
  line.keep_full(0, Bytes{125});
  const auto out = line.run({}, {}, second(10));
  ASSERT_EQ(out.size(), 2500U);
  for (std::size_t i = 0; i < out.size(); ++i) {
    ASSERT_EQ(out[i].time, Instant::at(4_ms * static_cast<std::int64_t>(i))) << "a kilobit at 250 kbit/s lasts 4 ms";
  }
}

TEST(Hfsc, AnUpperLimitIsReachedAlthoughTheLineIsOftenBusy) {
  Hfsc hfsc{
      {{}, leaf(0, {}, straight(Rate::kbps(500)), straight(Rate::kbps(300))), leaf(1, {}, straight(Rate::kbps(500)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{200});
  line.keep_full(1, Bytes{1500});
  const auto bytes = bytes_by_child(line.run({}, {}, second(80)), 2);
  EXPECT_NEAR(double(bytes[0]), 3e6, 1500);
}

TEST(Hfsc, AnUpperLimitOfAnInnerClassHoldsForAllBelow) {
  Hfsc hfsc{{{},
             inner(straight(Rate::kbps(500)), straight(Rate::kbps(300))),
             leaf(0, {}, straight(Rate::kbps(1)), {}, 1),
             leaf(1, {}, straight(Rate::kbps(2)), {}, 1),
             leaf(2, {}, straight(Rate::kbps(500)))}};
  Line line{hfsc, 3, Rate::mbps(1)};
  for (int child : {0, 1, 2}) line.keep_full(child, Bytes{500});
  const auto bytes = bytes_by_child(line.run({}, {}, second(80)), 3);
  EXPECT_NEAR(double(bytes[0]), 1'000'000, 1000);
  EXPECT_NEAR(double(bytes[1]), 2'000'000, 1000);
  EXPECT_NEAR(double(bytes[2]), 7'000'000, 1500);
}

TEST(Hfsc, AnUpperLimitDoesNotSaveUpWhileIdle) {
  Hfsc hfsc{{{}, leaf(0, {}, straight(Rate::mbps(1)), straight(Rate::kbps(100)))}};
  Line line{hfsc, 1, Rate::mbps(1)};
  for (const Duration start : {50_s, 100_s}) {
    const std::vector<Arrival> burst(11, {Instant::at(start), 0, Bytes{125}});
    const auto out = line.run(burst, Instant::at(start), Instant::at(start + 10_s));
    ASSERT_EQ(out.size(), 11U);
    for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(out[i].time, Instant::at(start + 10_ms * std::int64_t(i)));
  }
}

TEST(Hfsc, ASecondChildMayGoWhileTheFirstIsHeldByItsLimit) {
  Hfsc hfsc{{{},
             inner(straight(Rate::kbps(500))),
             leaf(0, {}, straight(Rate::kbps(1)), straight(Rate::kbps(1)), 1),
             leaf(1, {}, straight(Rate::kbps(1)), {}, 1)}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{125});
  const auto out = line.run({{Instant::at(500_ms), 1, Bytes{125}}}, {}, second(1));
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[1].time, Instant::at(500_ms));
}

TEST(Hfsc, RealTimeAloneServesAtItsCurveAndNoFaster) {
  Hfsc hfsc{{{}, leaf(0, straight(Rate::kbps(100)), {})}};
  Line line{hfsc, 1, Rate::mbps(1)};
  line.keep_full(0, Bytes{125});
  const auto out = line.run({}, {}, second(5));
  ASSERT_EQ(out.size(), 500U);
  EXPECT_EQ(out.back().time, Instant::at(4990_ms));
}

TEST(Hfsc, WhatAParentGetsIsSharedByItsChildrenOnly) {
  Hfsc hfsc{{{},
             inner(straight(Rate::kbps(600))),
             inner(straight(Rate::kbps(400))),
             leaf(0, {}, straight(Rate::kbps(500)), {}, 1),
             leaf(1, {}, straight(Rate::kbps(100)), {}, 1),
             leaf(2, {}, straight(Rate::kbps(100)), {}, 2),
             leaf(3, {}, straight(Rate::kbps(100)), {}, 2)}};
  Line line{hfsc, 4, Rate::mbps(1)};
  for (int child : {1, 2, 3}) line.keep_full(child, Bytes{500});
  auto bytes = bytes_by_child(line.run({}, {}, second(80)), 4);
  EXPECT_NEAR(double(bytes[1]), 6e6, 1000) << "child 0 is idle: all of the parent's goes to its sibling";
  EXPECT_NEAR(double(bytes[2]), 2e6, 1000);
  EXPECT_NEAR(double(bytes[3]), 2e6, 1000);
  line.keep_full(0, Bytes{500}, second(80));
  bytes = bytes_by_child(line.run({}, second(80), second(160)), 4);
  EXPECT_NEAR(double(bytes[0]), 5e6, 1500);
  EXPECT_NEAR(double(bytes[1]), 1e6, 1500);
  EXPECT_NEAR(double(bytes[2]), 2e6, 1500);
}

TEST(Hfsc, NobodyIsPunishedForExcessThatNobodyWanted) {
  Hfsc hfsc{sharers({Rate::kbps(500), Rate::kbps(500)})};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{500});
  line.run({}, {}, second(100));
  line.keep_full(1, Bytes{500}, second(100));
  const auto bytes = bytes_by_child(line.run({}, second(100), Instant::at(100'400_ms)), 2);
  EXPECT_NEAR(double(bytes[0]), 25'000, 1000) << "its half from the first moment";
  EXPECT_NEAR(double(bytes[1]), 25'000, 1000);
}

TEST(Hfsc, ExcessIsNotHeldAgainstTheRealTimeCurve) {
  Hfsc hfsc{{{},
             leaf(0, straight(Rate::kbps(300)), straight(Rate::kbps(1))),
             leaf(1, straight(Rate::kbps(600)), straight(Rate::kbps(1000)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(0, Bytes{500});
  line.run({}, {}, second(100));
  line.keep_full(1, Bytes{500}, second(100));
  const auto bytes = bytes_by_child(line.run({}, second(100), Instant::at(100'400_ms)), 2);
  EXPECT_GE(bytes[0], 15'000 - 500) << "300 kbit/s for 400 ms";
}

// Virtual times after a packet of 1000 bits each: child 0 at 4 ms, child 1 at 20 ms. Child 2 begins at 12 ms.
TEST(Hfsc, ANewcomerBeginsInTheMiddleOfItsSiblings) {
  Hfsc hfsc{sharers({Rate::kbps(250), Rate::kbps(50), Rate::kbps(50)})};
  Line line{hfsc, 3, Rate::mbps(1)};
  for (int child : {0, 1}) line.keep_full(child, Bytes{125});
  line.keep_full(2, Bytes{125}, Instant::at(2_ms));
  std::vector<int> order;
  for (const Departure& d : line.run({}, {}, Instant::at(7_ms))) order.push_back(d.child);
  EXPECT_THAT(order, testing::ElementsAre(0, 1, 0, 0, 0, 2, 0));
}

// In the first busy periods child 0 is served by the real-time rule only, which chooses nobody for link sharing.
TEST(Hfsc, NobodyIsPunishedForTheLastBusyPeriod) {
  Hfsc hfsc{
      {{}, leaf(0, straight(Rate::kbps(300)), straight(Rate::kbps(500))), leaf(1, {}, straight(Rate::kbps(500)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.run(regular(0, Bytes{500}, 14_ms, Instant{}, second(100)), {}, second(200));
  line.keep_full(1, Bytes{500}, second(200));
  line.keep_full(0, Bytes{500}, second(200));
  const auto bytes = bytes_by_child(line.run({}, second(200), Instant::at(200'400_ms)), 2);
  EXPECT_NEAR(double(bytes[0]), 25'000, 1000);
  EXPECT_NEAR(double(bytes[1]), 25'000, 1000);
}

TEST(Hfsc, ComingAndGoingGainsNothing) {
  Hfsc hfsc{sharers({Rate::kbps(100), Rate::kbps(900)})};
  std::vector<std::int64_t> sent(2);
  Instant now;
  for (int child : {0, 1}) hfsc.wake(child, Bytes{125}, now);
  for (int i = 0; i < 1000; ++i, now += 1_ms) {
    const std::optional<int> child = hfsc.choose(now);
    ASSERT_TRUE(child);
    ++sent[std::size_t(*child)];
    const bool leaves = *child == 0;
    hfsc.sent(*child, Bytes{125}, leaves ? std::nullopt : std::optional{Bytes{125}}, now);
    if (leaves) hfsc.wake(0, Bytes{125}, now);
  }
  EXPECT_NEAR(double(sent[0]), 100, 1);
}

// For ten seconds real time takes the whole link and link sharing chooses nobody; who comes then gets a third, not the
// ten seconds that it was not there for.
TEST(Hfsc, ANewcomerAfterAPhaseOfRealTimeOnlyGetsNoMoreThanItsShare) {
  const ServiceCurve first{Rate::kbps(500), 10_s, Rate::bps(1)};
  Hfsc hfsc{{{},
             leaf(0, first, straight(Rate::kbps(300))),
             leaf(1, first, straight(Rate::kbps(300))),
             leaf(2, {}, straight(Rate::kbps(300)))}};
  Line line{hfsc, 3, Rate::mbps(1)};
  for (int child : {0, 1}) line.keep_full(child, Bytes{125});
  line.run({}, {}, second(10));
  line.keep_full(2, Bytes{125}, second(10));
  const auto bytes = bytes_by_child(line.run({}, second(10), Instant::at(10'300_ms)), 3);
  EXPECT_NEAR(double(bytes[2]), 12'500, 250);
}

// A class that its limit held back does not catch up later at its siblings' expense.
TEST(Hfsc, TimeSpentAtTheUpperLimitIsNotGivenBack) {
  Hfsc hfsc{{{},
             inner(straight(Rate::kbps(500)), ServiceCurve{Rate::kbps(10), 10_s, Rate::mbps(1)}),
             leaf(0, {}, straight(Rate::kbps(1)), {}, 1),
             leaf(1, {}, straight(Rate::kbps(500)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  for (int child : {0, 1}) line.keep_full(child, Bytes{125});
  const auto held = bytes_by_child(line.run({}, {}, second(10)), 2);
  EXPECT_NEAR(double(held[0]), 12'500, 250);
  const auto later = bytes_by_child(line.run({}, second(10), second(11)), 2);
  EXPECT_NEAR(double(later[0]), 62'500, 500);
}

TEST(Hfsc, IsExactAfterAMillionPackets) {
  const std::vector<Rate> rates{Rate::bps(99'991), Rate::bps(300'007), Rate::bps(600'011)};
  Hfsc hfsc{sharers(rates)};
  Line line{hfsc, 3, Rate::gbps(1)};
  const std::vector<Bytes> sizes{Bytes{97}, Bytes{1499}, Bytes{641}};
  for (int child : {0, 1, 2}) line.keep_full(child, sizes[std::size_t(child)]);
  const auto bytes = bytes_by_child(line.run({}, {}, second(6)), 3);
  const double total = double(bytes[0] + bytes[1] + bytes[2]);
  EXPECT_GT(total, 740e6);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(double(bytes[i]), total * double(rates[i].bps()) / 1'000'009, 3000) << "child " << i;
  }
}

TEST(Hfsc, AnAnnouncedPacketThatVanishedCostsNothing) {
  Hfsc hfsc{sharers({Rate::kbps(1), Rate::kbps(1)})};
  hfsc.wake(0, Bytes{100}, Instant{});
  hfsc.wake(1, Bytes{100}, Instant{});
  ASSERT_EQ(hfsc.choose(Instant{}), 0);
  hfsc.sent(0, Bytes{}, std::nullopt, Instant{});
  ASSERT_EQ(hfsc.choose(Instant{}), 1);
  hfsc.sent(1, Bytes{100}, std::nullopt, Instant{});
  EXPECT_EQ(hfsc.ready(Instant{}), Instant::never());
}

TEST(Hfsc, ANewRateHoldsFromThenOn) {
  Hfsc hfsc{{{},
             leaf(0, straight(Rate::kbps(1)), straight(Rate::kbps(1))),
             leaf(1, std::nullopt, straight(Rate::kbps(500)))}};
  Line line{hfsc, 2, Rate::mbps(10)};
  for (int child : {0, 1}) line.keep_full(child, Bytes{125});
  line.run({}, {}, second(1));
  hfsc.set_rate(0, Rate::kbps(500), second(1));
  auto bytes = bytes_by_child(line.run({}, second(1), second(3)), 2);
  EXPECT_NEAR(double(bytes[0]), 1'250'000, 2000) << "as a share: half the link";
  hfsc.set_rate(1, Rate::kbps(1), second(3));
  hfsc.set_rate(0, Rate::mbps(6), second(3));
  hfsc.set_rate(1, Rate::mbps(4), second(3));
  bytes = bytes_by_child(line.run({}, second(3), second(5)), 2);
  EXPECT_NEAR(double(bytes[0]), 1'500'000, 500) << "as a promise";
}

TEST(Hfsc, AFreeSlotTakesItsRateLater) {
  Hfsc hfsc{{{}, leaf(0, straight(Rate{}), straight(Rate{})), leaf(1, {}, straight(Rate::kbps(600)))}};
  Line line{hfsc, 2, Rate::mbps(1)};
  line.keep_full(1, Bytes{125});
  hfsc.set_rate(0, Rate{}, Instant{});
  line.run({}, {}, second(1));
  hfsc.set_rate(0, Rate::kbps(400), second(1));
  line.keep_full(0, Bytes{125}, second(1));
  const auto bytes = bytes_by_child(line.run({}, second(1), second(5)), 2);
  EXPECT_NEAR(double(bytes[0]), 200'000, 500);
}

}  // namespace
}  // namespace qoslab::test
