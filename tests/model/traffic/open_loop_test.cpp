// Sources send what their description says, and the same again with the same seed.
#include "model/traffic/open_loop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace qoslab {
namespace {

using namespace literals;

std::vector<Emission> take(const Traffic& traffic, int count, std::uint64_t seed = 1, Instant start = {}) {
  const auto source = open_loop_source(traffic, start, seed, "flow");
  std::vector<Emission> result;
  for (int i = 0; i < count; ++i) result.push_back(source->next());
  return result;
}

/// IP bits per second from the first to the last emission.
double rate(const std::vector<Emission>& emissions) {
  double bits = 0;
  for (const auto& e : emissions) bits += static_cast<double>(e.ip_size.bits());
  return bits / (emissions.back().at - emissions.front().at).to_seconds();
}

TEST(OpenLoop, VoiceIsPeriodicAndCarriesThreeHeaders) {
  const auto sent = take(VoiceTraffic{Bytes{160}, 20_ms}, 100, 1, Instant{} + 1_s);
  EXPECT_GE(sent[0].at, Instant{} + 1_s);
  EXPECT_LT(sent[0].at, Instant{} + 1020_ms);
  for (std::size_t i = 1; i < sent.size(); ++i) EXPECT_EQ(sent[i].at - sent[i - 1].at, 20_ms);
  EXPECT_EQ(sent[0].ip_size, Bytes{200});
}

TEST(OpenLoop, ThePhaseOfAPeriodicSourceDependsOnTheSeed) {
  std::set<std::int64_t> phases;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) phases.insert(take(VoiceTraffic{}, 1, seed)[0].at.ps());
  EXPECT_EQ(phases.size(), 20U);
}

TEST(OpenLoop, AConstantRateIsMetAtTheLayerWhereItIsCounted) {
  // 1000 B of IP are 1014 B of Ethernet, 1018 B of frame and 1038 B of line; 972 B of payload.
  const std::map<Layer, std::int64_t> counted = {
      {Layer::payload, 972}, {Layer::ip, 1000}, {Layer::ethernet, 1014}, {Layer::frame, 1018}, {Layer::line, 1038}};
  for (const auto& [layer, bytes] : counted) {
    const auto sent = take(ConstantTraffic{{Rate::mbps(1), layer}, Bytes{1000}}, 2);
    EXPECT_NEAR((sent[1].at - sent[0].at).to_seconds(), static_cast<double>(bytes) * 8e-6, 1e-11);
  }
}

TEST(OpenLoop, PoissonGapsAreExponential) {
  const auto sent = take(PoissonTraffic{{Rate::kbps(800), Layer::ip}, Bytes{1000}}, 100'001);
  double sum = 0;
  double squares = 0;
  int beyond_mean = 0;
  for (std::size_t i = 1; i < sent.size(); ++i) {
    const double gap = (sent[i].at - sent[i - 1].at).to_seconds();
    sum += gap;
    squares += gap * gap;
    if (gap > 0.01) ++beyond_mean;
  }
  const double n = 100'000;
  EXPECT_NEAR(sum / n, 0.01, 0.01 * 4 / std::sqrt(n));  // four standard errors
  EXPECT_NEAR(squares / n, 2 * 0.01 * 0.01, 2e-4 * 0.03);
  EXPECT_NEAR(beyond_mean / n, std::exp(-1), 0.007);
}

TEST(OpenLoop, OnOffSendsItsPeakForItsShareOfTime) {
  const OnOffTraffic traffic{{Rate::mbps(1), Layer::ip}, Bytes{100}, 100_ms, 300_ms};
  const auto sent = take(traffic, 400'000);
  int peaks = 0;
  for (std::size_t i = 1; i < sent.size(); ++i) {
    ASSERT_GE(sent[i].at, sent[i - 1].at);
    if (sent[i].at - sent[i - 1].at == 800_us) ++peaks;
  }
  EXPECT_GT(peaks, 390'000);
  // Each period begins with a packet, so half a gap more than the share of time: 1 + 0.8/2 ms of 100 ms.
  EXPECT_NEAR(rate(sent), 0.25e6 * 1.004, 0.25e6 * 0.03);
}

TEST(OpenLoop, ImixDrawsSizesByWeightAndMeetsItsRate) {
  ImixTraffic traffic;
  traffic.rate = {Rate::mbps(1), Layer::line};
  traffic.entries = {{Bytes{40}, 7}, {Bytes{576}, 4}, {Bytes{1500}, 1}};
  const auto sent = take(traffic, 120'000);
  std::map<std::int64_t, int> drawn;
  double line_bits = 0;
  for (const auto& e : sent) {
    ++drawn[e.ip_size.count()];
    line_bits += static_cast<double>(size_at(Layer::line, e.ip_size).bits());
  }
  EXPECT_NEAR(drawn[40], 70'000, 700);
  EXPECT_NEAR(drawn[576], 40'000, 700);
  EXPECT_NEAR(drawn[1500], 10'000, 400);
  EXPECT_NEAR(line_bits / (sent.back().at - sent.front().at).to_seconds(), 1e6, 1e4);
}

TEST(OpenLoop, StreamsOfOtherNamesAreIndependent) {
  const PoissonTraffic traffic{{Rate::kbps(800), Layer::ip}, Bytes{1000}};
  const auto a = open_loop_source(traffic, {}, 1, "a")->next().at;
  const auto b = open_loop_source(traffic, {}, 1, "b")->next().at;
  EXPECT_NE(a, b);
  EXPECT_EQ(a, open_loop_source(traffic, {}, 1, "a")->next().at);
}

TEST(OpenLoop, WhatWaitsForAnswersIsNoOpenLoop) {
  EXPECT_EQ(open_loop_source(FileTraffic{}, {}, 1, "f"), nullptr);
  EXPECT_EQ(open_loop_source(TransactionTraffic{}, {}, 1, "t"), nullptr);
}

}  // namespace
}  // namespace qoslab
