// Subscribers who come and go send what was asked for on average, each on its own.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "tests/model/dataplane/emitters.h"

namespace qoslab::dataplane {
namespace {

using namespace literals;

TEST(OnOff, SubscribersSendAtThePeakOrNotAtAll) {
  auto e = on_off(1, 10_ms, 30_ms);
  const auto sent = run(on_one_link({e}), 10_s);
  std::map<std::int64_t, int> gaps;
  for (std::size_t i = 1; i < sent.size(); ++i) ++gaps[sent[i].sent - sent[i - 1].sent];
  EXPECT_GT(gaps[2'000'000], static_cast<int>(sent.size()) - 400);  // 4 Gbit/s while on
  EXPECT_EQ(gaps.begin()->first, 2'000'000);
  EXPECT_GT(gaps.rbegin()->first, (60_ms).ps());
  EXPECT_NEAR(static_cast<double>(gaps.size()), 250, 4 * std::sqrt(250));  // periods of 40 ms
}

TEST(OnOff, MeetsItsRateOnAverage) {
  // Long and short periods, from the first moment; 1 ms is less than a subscriber's gap.
  for (const auto& [on, off] : {std::pair{10_ms, 10_ms}, std::pair{10_ms, 40_ms}, std::pair{1_ms, 3_ms}}) {
    const auto e = on_off(1'000, on, off);
    const double exact = 125e6 / 1'000;
    EXPECT_NEAR(static_cast<double>(run(on_one_link({e}), 1_s).size()), exact, exact * 0.01);
    const auto early = run(on_one_link({e}), 5_ms);
    EXPECT_NEAR(static_cast<double>(early.size()), exact / 200, exact / 200 * 0.2);
  }
}

TEST(OnOff, SubscribersAreEqualAndIndependent) {
  const auto sent = run(on_one_link({on_off(100, 10_ms, 10_ms)}), 4_s);
  std::map<std::uint32_t, double> each;
  for (const auto& r : sent) ++each[r.leaf];
  ASSERT_EQ(each.size(), 100U);
  const double mean = static_cast<double>(sent.size()) / 100;
  double squares = 0;
  for (const auto& [leaf, count] : each) squares += (count / mean - 1) * (count / mean - 1);
  // The time on within a long time t has the variance 2 t on^2 off^2 / (on + off)^3.
  const double expected = 2 * 4.0 * std::pow(0.01, 4) / std::pow(0.02, 3) / (2.0 * 2.0);
  EXPECT_NEAR(squares / 100, expected, expected * 0.6);
}

TEST(OnOff, WithoutTimeOffASourceIsConstantPerSubscriber) {
  const auto sent = run(on_one_link({on_off(4, 1_ms, Duration{})}), 100_ms);
  std::map<std::uint32_t, std::int64_t> last;
  for (const auto& r : sent) {
    const auto [before, first] = last.try_emplace(r.leaf, r.sent);
    ASSERT_TRUE(first || std::abs(static_cast<double>(r.sent - before->second) - 32e6) < 2.5e6);
    before->second = r.sent;
  }
  EXPECT_NEAR(static_cast<double>(sent.size()), 12'500, 4);
}

}  // namespace
}  // namespace qoslab::dataplane
