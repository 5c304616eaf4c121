#include "analysis/series.h"

#include <gtest/gtest.h>

#include "tests/analysis/gateway_samples.h"
#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using samples::at;

std::optional<double> value(const std::vector<SeriesValue>& all, Duration time, const std::string& metric) {
  for (const auto& v : all)
    if (v.time == at(time) && v.metric == metric) return v.value;
  return std::nullopt;
}

TEST(Series, HaveOneValueARecordInOrder) {
  auto flow = samples::flow("voice", samples::delays({0, 16, 16, 0}));
  flow.records = {{{2, Bytes{400}}, {1, Bytes{200}}, Bytes{100}, {}},
                  {{2, Bytes{400}}, {2, Bytes{400}}, Bytes{320}, {}}};
  RunSpec runs;
  runs.record = 40_ms;
  const auto all = series(samples::results({flow}, 90_ms), runs);
  EXPECT_EQ(all.size(), 10U);
  EXPECT_DOUBLE_EQ(*value(all, 0_ms, "goodput_bps"), 20'000);
  EXPECT_DOUBLE_EQ(*value(all, 0_ms, "loss_percent"), 50);
  EXPECT_DOUBLE_EQ(*value(all, 0_ms, "delay_mean_ms"), 8);
  EXPECT_DOUBLE_EQ(*value(all, 0_ms, "delay_max_ms"), 16);
  EXPECT_DOUBLE_EQ(*value(all, 0_ms, "jitter_mean_ms"), 1);
  EXPECT_DOUBLE_EQ(*value(all, 40_ms, "goodput_bps"), 64'000);
  EXPECT_DOUBLE_EQ(*value(all, 40_ms, "loss_percent"), 0);
  EXPECT_DOUBLE_EQ(*value(all, 40_ms, "delay_mean_ms"), 8);
  EXPECT_DOUBLE_EQ(*value(all, 40_ms, "jitter_mean_ms"), (0.9375 + 1.87890625) / 2);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LE(all[i - 1].time, all[i].time);
}

TEST(Series, OfAGatewayAreOfItsDirectionsClassesAndPlaces) {
  Results results;
  results.until = at(20_ms);
  auto ef = samples::stream("g", Direction::downstream, "ef", 50, 30, 10);
  ef.records = {{{20, Bytes{20'000}}, {10, Bytes{10'000}}, {}, {10, Bytes{10'000}}},
                {{30, Bytes{30'000}}, {20, Bytes{20'000}}, {10, Bytes{10'000}}, {10, Bytes{10'000}}}};
  auto be = samples::stream("g", Direction::downstream, "be", 5, 0);
  be.records = {{}, {{5, Bytes{5'000}}, {}, {}, {5, Bytes{5'000}}}};
  results.gateway.streams = {ef, be, samples::stream("g", Direction::upstream, "be", 0, 0)};
  results.gateway.places = {samples::place("bng.access.0", 30, 0.5), samples::place("bng.access.0/level8", 0, 0)};
  for (auto& place : results.gateway.places) place.records = {{10, Bytes{10'000}}, {20, Bytes{20'000}}};
  RunSpec runs;
  runs.record = 10_ms;
  const auto all = series(results, runs);
  const auto of = [&](Duration time, const std::string& subject, const std::string& metric) -> std::optional<double> {
    for (const auto& v : all)
      if (v.time == at(time) && v.subject == subject && v.metric == metric) return v.value;
    return std::nullopt;
  };
  EXPECT_EQ(of(0_ms, "g.downstream/ef", "offered_bps"), 16e6);
  EXPECT_EQ(of(0_ms, "g.downstream/ef", "carried_bps"), 8e6);
  EXPECT_EQ(of(0_ms, "g.downstream/ef", "loss_percent"), 0.0);
  EXPECT_EQ(of(10_ms, "g.downstream/ef", "lost_packets"), 10.0);
  EXPECT_EQ(of(10_ms, "g.downstream/ef", "loss_percent"), 100.0 / 3);
  EXPECT_EQ(of(10_ms, "g.downstream/ef", "backlog_packets"), 10.0);
  EXPECT_EQ(of(10_ms, "g.downstream/be", "loss_percent"), std::nullopt) << "nothing had its end";
  EXPECT_EQ(of(10_ms, "bng.downstream", "backlog_packets"), 15.0);
  EXPECT_EQ(of(10_ms, "bng.downstream", "offered_bps"), 28e6);
  EXPECT_EQ(of(10_ms, "bng.access.0", "rate_bps"), 16e6);
  EXPECT_EQ(of(0_ms, "bng.upstream", "offered_bps"), std::nullopt) << "it saw no packet";
  EXPECT_EQ(of(0_ms, "bng.access.0/level8", "rate_bps"), std::nullopt) << "neither did this";
  EXPECT_EQ(of(0_ms, "bng", "offered_bps"), std::nullopt) << "directions say more than their sum";
}

TEST(Series, OfAClassSayWhatItSentAndLostAndHowMuchWaited) {
  auto results = samples::results({}, 20_ms);
  auto used = samples::port_class({9, Bytes{900}}, {6, Bytes{600}});
  used.records = {{{5, Bytes{500}}, {}, {4, Bytes{400}}}, {{1, Bytes{100}}, {3, Bytes{300}}, {2, Bytes{200}}}};
  auto unused = samples::port_class();
  unused.class_name = "be";
  unused.records = {{}, {}};
  results.classes = {used, unused};
  RunSpec runs;
  runs.record = 10_ms;
  const auto all = series(results, runs);
  EXPECT_EQ(all.size(), 8U) << "nothing of a class without packets";
  EXPECT_EQ(all.front().subject, "r.wan/ef");
  EXPECT_EQ(value(all, 0_ms, "rate_bps"), 400'000);
  EXPECT_EQ(value(all, 0_ms, "lost_packets"), 0);
  EXPECT_EQ(value(all, 0_ms, "waiting_packets"), 4);
  EXPECT_EQ(value(all, 10_ms, "rate_bps"), 80'000);
  EXPECT_EQ(value(all, 10_ms, "lost_packets"), 3);
  EXPECT_EQ(value(all, 10_ms, "loss_percent"), 75);
  EXPECT_EQ(value(all, 10_ms, "waiting_packets"), 2);
}

TEST(Series, LeaveOutWhatARecordDoesNotHave) {
  auto flow = samples::flow("voice", samples::delays({5}));
  flow.records = {{}, {}};
  RunSpec runs;
  runs.record = 40_ms;
  const auto all = series(samples::results({flow}, 80_ms), runs);
  EXPECT_FALSE(value(all, 0_ms, "loss_percent"));
  EXPECT_FALSE(value(all, 0_ms, "jitter_mean_ms"));
  EXPECT_FALSE(value(all, 40_ms, "delay_mean_ms"));
  EXPECT_DOUBLE_EQ(*value(all, 0_ms, "delay_mean_ms"), 5);
}

TEST(Series, BeginWithTheMeasuredTime) {
  auto flow = samples::flow("voice", samples::delays({5}));
  flow.delays.front().sent = at(31_s);
  auto results = samples::results({flow}, 40_s);
  results.from = at(30_s);
  const auto all = series(results, {});
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().time, at(31_s));
}

TEST(Series, OfNothingIsNothing) { EXPECT_TRUE(series(samples::results({}), {}).empty()); }

}  // namespace
}  // namespace qoslab
