#include "analysis/flow_histograms.h"

#include <gtest/gtest.h>

#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using Bins = std::vector<DelayHistogram::Bin>;

std::int64_t all_in(const Histogram& histogram) {
  std::int64_t sum = 0;
  for (const auto& bin : histogram.bins) sum += bin.count;
  return sum;
}

TEST(FlowHistograms, AreOfAllReplicationsTogether) {
  const auto first = samples::flow("voice", samples::delays({0, 16, 16}));
  const auto second = samples::flow("voice", samples::delays({16}));
  const auto [delays, jitter] = flow_histograms({&first, &second});
  ASSERT_EQ(delays.bins.size(), 2U);
  EXPECT_EQ(delays.joined, 1U);
  EXPECT_EQ(delays.bins[0], (DelayHistogram::Bin{0, 1}));
  EXPECT_EQ(delays.bins[1].count, 3);
  EXPECT_LE(DelayHistogram::first(delays.bins[1].number), 16_ms);
  EXPECT_GT(DelayHistogram::end(delays.bins[1].number), 16_ms);
  // RFC 3550: J = 16 ms / 16 = 1 ms, then 15/16 of it; a replication of one packet has none.
  ASSERT_EQ(jitter.bins.size(), 2U);
  EXPECT_LE(DelayHistogram::first(jitter.bins[0].number), Duration::microseconds(937) + Duration::nanoseconds(500));
  EXPECT_LE(DelayHistogram::first(jitter.bins[1].number), 1_ms);
  EXPECT_GT(DelayHistogram::end(jitter.bins[1].number), 1_ms);
}

TEST(FlowHistograms, OfNothingAreEmpty) {
  const auto silent = samples::flow("voice");
  for (const auto& histograms : {flow_histograms({}), flow_histograms({&silent})}) {
    EXPECT_TRUE(histograms.delays.bins.empty());
    EXPECT_TRUE(histograms.jitter.bins.empty());
  }
}

TEST(FlowHistograms, StaySmallWhateverTheDelays) {
  auto flow = samples::flow("voice");
  for (std::int64_t i = 0; i < 40'000; ++i) {
    const auto delay = Duration::nanoseconds(1 + i * i);  // over 30 octaves
    flow.delays.push_back({samples::at(1_ms * i), delay, Bytes{200}});
  }
  const auto [delays, jitter] = flow_histograms({&flow});
  EXPECT_LE(delays.bins.size(), 512U);
  EXPECT_GT(delays.bins.size(), 128U);
  EXPECT_EQ(all_in(delays), 40'000);
  EXPECT_LE(jitter.bins.size(), 512U);
  EXPECT_EQ(all_in(jitter), 39'999);
}

TEST(Histogram, IsShortenedByJoiningNeighbours) {
  const Histogram whole{{{2, 1}, {3, 10}, {5, 100}, {7, 1'000}, {8, 10'000}}};
  const auto same = shortened(whole, 5);
  EXPECT_EQ(same.bins, whole.bins);
  EXPECT_EQ(same.joined, 1U);
  const auto four = shortened(whole, 4);
  EXPECT_EQ(four.bins, (Bins{{2, 11}, {4, 100}, {6, 1'000}, {8, 10'000}}));
  EXPECT_EQ(four.joined, 2U);
  const auto three = shortened(whole, 3);
  EXPECT_EQ(three.bins, (Bins{{0, 11}, {4, 1'100}, {8, 10'000}}));
  EXPECT_EQ(three.joined, 4U);
  EXPECT_EQ(shortened(four, 3).bins, three.bins) << "in one step or in two";
  EXPECT_EQ(shortened(whole, 0).joined, 1024U) << "octaves are never joined";
}

}  // namespace
}  // namespace qoslab
