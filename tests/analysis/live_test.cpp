#include "analysis/live.h"

#include <gtest/gtest.h>

#include <optional>

namespace qoslab {
namespace {

using namespace literals;

std::optional<double> value(const std::vector<LiveValue>& all, const std::string& subject, const std::string& metric) {
  for (const auto& v : all)
    if (v.subject == subject && v.metric == metric) return v.value;
  return std::nullopt;
}

TEST(LiveValues, OfAFlowAreOverTheTimeSinceTheLastReading) {
  LiveReading reading{Instant::at(3_s), 500_ms, {{"call", Bytes{4'000}, 10, 1, 2, Int128{30'000'000'000}}}, {}};
  const auto all = live_values(reading);
  EXPECT_EQ(all.size(), 3U);
  EXPECT_EQ(value(all, "call", "goodput_bps"), 64'000);
  EXPECT_EQ(value(all, "call", "loss_percent"), 10);
  EXPECT_EQ(value(all, "call", "delay_mean_ms"), 15);
}

TEST(LiveValues, OfNothingAreLeftOut) {
  const auto all = live_values({Instant::at(3_s), 500_ms, {{"call", {}, 0, 0, 0, 0}}, {}});
  EXPECT_EQ(all.size(), 1U);
  EXPECT_EQ(value(all, "call", "goodput_bps"), 0) << "silence is a rate";
  EXPECT_TRUE(live_values({}).empty());
}

TEST(LiveValues, OfAGatewayAreOfItsDirectionsAndThoseOfItsGroups) {
  const auto part = [](const char* group, Direction direction, std::int64_t packets, std::int64_t lost) {
    return LiveTraffic{"bng",
                       group,
                       direction,
                       1_ms,
                       {packets + lost, Bytes{100 * (packets + lost)}},
                       {packets, Bytes{100 * packets}},
                       {lost, Bytes{100 * lost}},
                       packets,
                       Int128{packets} * 2'000'000};
  };
  LiveReading reading{Instant::at(3_ms), 1200_us, {}, {}};
  reading.traffic = {part("gold", Direction::downstream, 90, 10), part("gold", Direction::upstream, 5, 0),
                     part("base", Direction::downstream, 10, 30)};
  const auto all = live_values(reading);
  EXPECT_EQ(value(all, "gold.downstream", "offered_bps"), 80e6);
  EXPECT_EQ(value(all, "gold.downstream", "carried_bps"), 72e6) << "over its own time: whole windows";
  EXPECT_EQ(value(all, "gold.downstream", "loss_percent"), 10);
  EXPECT_EQ(value(all, "gold.downstream", "delay_mean_ms"), 0.002);
  EXPECT_EQ(value(all, "bng.downstream", "carried_bps"), 80e6);
  EXPECT_EQ(value(all, "bng.downstream", "loss_percent"), 100.0 * 40 / 140);
  EXPECT_EQ(value(all, "bng.upstream", "carried_bps"), 4e6);
  EXPECT_EQ(value(all, "gold.upstream", "loss_percent"), 0);
}

}  // namespace
}  // namespace qoslab
