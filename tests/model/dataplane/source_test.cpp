// What a tester sends: at the rate that was asked for, in the mix that was asked for, one frame after the other.
#include "model/dataplane/source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "model/packet/layers.h"
#include "tests/model/dataplane/batches.h"
#include "tests/model/dataplane/emitters.h"

namespace qoslab::dataplane {

bool operator==(const Record& a, const Record& b) {
  return a.time == b.time && a.sent == b.sent && a.leaf == b.leaf && a.frame == b.frame && a.stream == b.stream &&
         a.way == b.way;
}

namespace {

using namespace literals;

std::int64_t bytes(const Batch& batch) {
  std::int64_t sum = 0;
  for (const auto& r : batch) sum += r.frame;
  return sum;
}

TEST(Source, AConstantRateHasEqualGapsAndNeverDrifts) {
  auto e = simple();
  e.rate.rate = Rate::bps(999'999'937);  // prime: no gap is a whole picosecond
  const auto sent = run(on_one_link({e}), 2_s);
  ASSERT_GT(sent.size(), 249'000U);
  for (std::size_t i = 1; i < sent.size(); ++i) {
    const auto exact = static_cast<std::int64_t>(i * 8'000 * Int128{1'000'000'000'000} / 999'999'937);
    ASSERT_NEAR(static_cast<double>(sent[i].time - sent[0].time - exact), 0, 1);
  }
}

TEST(Source, ARateCountsAtTheAccessSideOnEitherLink) {
  // A PPPoE frame of two tags: 1000 B at the access side, of which 966 B are its IP packet.
  for (const bool access : {true, false})
    for (const auto& [layer, counted] : std::map<Layer, std::int64_t>{
             {Layer::ip, 966}, {Layer::ethernet, 996}, {Layer::frame, 1000}, {Layer::line, 1020}}) {
      auto e = simple();
      e.rate.layer = layer;
      (access ? e.carried_tags : e.tags) = Bytes{16};
      const auto sent = run(on_one_link({e}), 1_ms);
      EXPECT_NEAR(static_cast<double>(sent[100].time - sent[0].time), static_cast<double>(counted * 8 * 100'000), 1);
      EXPECT_EQ(sent[0].frame, 1000);
    }
}

TEST(Source, AFrameWithoutItsTagsIsStillSixtyFourBytes) {
  auto e = simple();
  e.ipv4 = {{Bytes{70}, 1}};
  e.tags = Bytes{16};
  EXPECT_EQ(size_on_link(e, Bytes{70}, Layer::line), Bytes{84});
  EXPECT_EQ(size_on_link(e, Bytes{70}, Layer::frame), Bytes{64});
  EXPECT_EQ(size_on_link(e, Bytes{70}, Layer::ip), Bytes{36});
}

TEST(Source, AMixOfSizesMeetsItsRateExactly) {
  const auto sent = run(on_one_link({imix()}), 1_s);
  const double exact = 1e9 / 8;
  EXPECT_NEAR(static_cast<double>(bytes(sent)) / exact, 1, 1e-4);
}

TEST(Source, ClassesFamiliesAndSizesComeAsOftenAsTheirWeightsSay) {
  auto spec = on_one_link({imix()});
  spec.emitters[0].rate = {Rate::mbps(9'900), Layer::line};
  const auto sent = run(spec, 100_ms);
  const auto n = static_cast<double>(sent.size());
  ASSERT_GT(n, 200'000);
  std::map<int, double> streams;
  std::map<int, double> frames;
  for (const auto& r : sent) {
    ++streams[r.stream];
    ++frames[r.frame];
    ASSERT_EQ(r.leaf % 3, r.stream % 4);
    ASSERT_NE(r.frame, r.stream < 4 ? 86 : 66);
  }
  const auto expect_share = [&](double count, double share) {
    EXPECT_NEAR(count, n * share, 5 * std::sqrt(n * share * (1 - share)));
  };
  for (const auto& [c, share] : std::map<int, double>{{0, 0.1}, {1, 0.3}, {2, 0.6}})
    for (const int family : {0, 4}) expect_share(streams[c + family], share / 2);
  const std::map<int, double> sizes = {{66, 9}, {86, 9}, {128, 3}, {373, 1}, {570, 4}, {1280, 5}, {1492, 7}};
  for (const auto& [frame, of_38] : sizes) expect_share(frames[frame], of_38 / 38);
}

TEST(Source, AFamilySendsHalfHoweverItsSizesAreWeighted) {
  auto e = simple();
  e.ipv4 = {{Bytes{100}, 1}};
  e.ipv6 = {{Bytes{200}, 7}, {Bytes{300}, 2}};
  const auto sent = run(on_one_link({e}), 100_ms);
  const auto n = static_cast<double>(sent.size());
  const auto ipv6 = static_cast<double>(std::ranges::count_if(sent, [](const Record& r) { return r.stream == 4; }));
  EXPECT_NEAR(ipv6, n / 2, 5 * std::sqrt(n / 4));
}

TEST(Source, SubscribersAreServedInTurn) {
  auto e = simple();
  e.first_leaves = {30, 0, 12};
  const auto sent = run(on_one_link({e}), 1_ms);
  const std::vector<std::uint32_t> turn = {30, 0, 12};
  for (std::size_t i = 0; i < sent.size(); ++i) ASSERT_EQ(sent[i].leaf, turn[i % 3]);
}

TEST(Source, FramesFollowEachOtherOnTheLineAndArriveAfterTheDelay) {
  auto spec = on_one_link({imix("a"), imix("b"), simple("c")});
  for (auto& e : spec.emitters) e.rate = {Rate::mbps(3'200), Layer::line};
  spec.emitters[1].pacing = Pacing::poisson;
  spec.emitters[2].pacing = Pacing::bursts;
  spec.emitters[2].burst = 32;
  const auto sent = run(spec, 10_ms);
  ASSERT_GT(sent.size(), 10'000U);
  std::int64_t last = 0;
  for (const auto& r : sent) {
    ASSERT_EQ(r.time, r.sent + 5'000'000);
    ASSERT_GE(r.sent - last, (r.frame + 20) * 800);
    last = r.sent;
  }
  EXPECT_LT(sent.back().time, (10_ms).ps());
}

TEST(Source, AnOverloadedLineSendsWithoutAGap) {
  auto e = simple();
  e.rate = {Rate::gbps(12), Layer::line};
  const auto sent = run(on_one_link({e}), 1_ms);
  for (std::size_t i = 1; i < sent.size(); ++i) ASSERT_EQ(sent[i].sent - sent[i - 1].sent, 1020 * 800);
}

TEST(Source, PoissonGapsAreExponential) {
  auto e = simple();
  e.pacing = Pacing::poisson;
  e.rate.rate = Rate::mbps(100);  // a gap of 80 us: the line's 0.8 us hardly matters
  auto spec = on_one_link({e});
  spec.line = Rate::gbps(1'000);
  const auto sent = run(spec, 10_s);
  double sum = 0;
  double squares = 0;
  double beyond = 0;
  for (std::size_t i = 1; i < sent.size(); ++i) {
    const auto gap = static_cast<double>(sent[i].sent - sent[i - 1].sent) / 1e6;
    sum += gap;
    squares += gap * gap;
    if (gap > 80) ++beyond;
  }
  const auto n = static_cast<double>(sent.size() - 1);
  EXPECT_NEAR(n, 125'000, 4 * std::sqrt(125'000));
  EXPECT_NEAR(sum / n, 80, 4 * 80 / std::sqrt(n));
  EXPECT_NEAR(squares / n - sum / n * (sum / n), 6400, 6400 * 0.03);
  EXPECT_NEAR(beyond / n, std::exp(-1), 0.006);
}

TEST(Source, BurstsAreBackToBackAndKeepTheRate) {
  auto e = simple();
  e.pacing = Pacing::bursts;
  e.burst = 32;
  const auto sent = run(on_one_link({e}), 1_s);
  for (std::size_t i = 1; i < sent.size(); ++i) {
    const std::int64_t gap = sent[i].sent - sent[i - 1].sent;
    ASSERT_EQ(gap, i % 32 == 0 ? 32 * 8'000'000 - 31 * 1020 * 800 : 1020 * 800);
  }
  EXPECT_NEAR(static_cast<double>(bytes(sent)), 125e6, 32'000);
}

TEST(Source, SendsFromItsStartUntilItsStop) {
  for (const auto pacing : {Pacing::constant, Pacing::poisson, Pacing::bursts, Pacing::on_off}) {
    auto e = on_off(4, 100_us, Duration{});
    e.pacing = pacing;
    e.start = Instant::at(1_ms);
    e.stop = Instant::at(3_ms);
    const auto sent = run(on_one_link({e}), 10_ms);
    ASSERT_FALSE(sent.empty());
    EXPECT_GE(sent.front().sent, (1_ms).ps());
    EXPECT_LT(sent.front().sent, (1_ms + 200_us).ps());
    EXPECT_LT(sent.back().sent, (3_ms).ps() + 1020 * 800);
    EXPECT_NEAR(static_cast<double>(sent.size()), 250, pacing == Pacing::poisson ? 70 : 1);
  }
}

TEST(Source, TheStepsOfItsWindowsChangeNothing) {
  auto spec = on_one_link({imix("a"), imix("b"), simple("c"), on_off(50, 1_ms, 1_ms)});
  for (auto& e : spec.emitters) e.rate = {Rate::mbps(2'400), Layer::line};
  spec.emitters[1].pacing = Pacing::poisson;
  spec.emitters[2].pacing = Pacing::bursts;
  spec.emitters[2].burst = 32;
  const auto at_once = run(spec, 2_ms);
  std::mt19937_64 random{7};
  for (const std::uint64_t longest : {300'000U, 3'000'000U, 60'000'000U, 1'000'000'000U}) {
    Source source{spec, 1};
    Batch in_steps;
    for (std::int64_t until = 0; until < (2_ms).ps();) {
      until = std::min((2_ms).ps(), until + 1 + static_cast<std::int64_t>(random() % longest));
      run_source(source, until, in_steps);
      ASSERT_TRUE(in_steps.empty() || in_steps.back().time < until);
    }
    ASSERT_EQ(records(in_steps), records(at_once));
  }
}

TEST(Source, AWindowEndsBeforeTheMomentThatItIsCalledWith) {
  const auto spec = on_one_link({simple()});
  const auto first = run(spec, 1_ms).front().time;
  EXPECT_TRUE(run(spec, Duration::picoseconds(first)).empty());
  EXPECT_EQ(run(spec, Duration::picoseconds(first + 1)).size(), 1U);
}

TEST(Source, AnotherEmitterChangesNoDrawOfTheFirst) {
  const auto alone = run(on_one_link({imix("a")}), 2_ms);
  auto spec = on_one_link({imix("b"), imix("a")});
  for (auto& c : spec.emitters[0].classes) c.stream = c.stream_ipv6 = 9;
  auto both = records(run(spec, 2_ms));
  std::erase_if(both, [](const Record& r) { return r.stream == 9; });
  ASSERT_NEAR(static_cast<double>(both.size()), static_cast<double>(alone.size()), 1);
  for (std::size_t i = 0; i + 1 < alone.size(); ++i) {
    ASSERT_EQ(both[i].leaf, alone[i].leaf);
    ASSERT_EQ(both[i].frame, alone[i].frame);
  }
}

TEST(Source, EveryCoreGetsItsPartOfTheFlows) {
  auto e = imix();
  e.first_leaves.clear();
  for (std::uint32_t i = 0; i < 4'000; ++i) e.first_leaves.push_back(3 * i);
  e.rate.rate = Rate::gbps(9);
  const auto sent = run(on_one_link({e}), 50_ms);
  std::map<int, double> cores;
  for (const auto& r : sent) {
    ++cores[r.way];
    ASSERT_EQ(r.way, core_of(r.leaf, r.stream >= 4, 18));
  }
  ASSERT_EQ(cores.size(), 18U);
  EXPECT_EQ(cores.rbegin()->first, 17);
  for (const auto& [core, count] : cores) EXPECT_NEAR(count, static_cast<double>(sent.size()) / 18, 1'200);
}

TEST(Source, BooksSayWhatWasSent) {
  auto spec = on_one_link({imix("a"), simple("b")});
  Source source{spec, 1};
  Batch sent;
  for (int i = 1; i <= 10; ++i) run_source(source, (1_ms).ps() * i, sent);
  std::map<int, Count> counts;
  Duration busy;
  for (const auto& r : sent) {
    counts[r.stream] += Count{1, Bytes{r.frame}};
    busy += time_to_send(Bytes{r.frame} + header::preamble_and_gap, spec.line);
  }
  for (std::uint8_t stream = 0; stream < 8; ++stream) EXPECT_EQ(source.sent(stream), counts[stream]);
  EXPECT_EQ(source.busy(), busy);
}

TEST(Source, WhatHasNeitherRateNorSubscribersSendsNothing) {
  auto idle = simple();
  idle.rate.rate = {};
  auto empty = simple();
  empty.first_leaves.clear();
  EXPECT_TRUE(run(on_one_link({idle, empty}), 1_s).empty());
  EXPECT_TRUE(run(on_one_link({}), 1_s).empty());
}

}  // namespace
}  // namespace qoslab::dataplane
