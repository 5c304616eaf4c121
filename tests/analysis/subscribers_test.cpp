#include "analysis/subscribers.h"

#include <gtest/gtest.h>

#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

constexpr auto down = Direction::downstream;
constexpr auto up = Direction::upstream;

std::vector<std::int64_t> numbers_of(const std::vector<LoadedSubscriber>& subscribers) {
  std::vector<std::int64_t> numbers;
  for (const auto& s : subscribers) numbers.push_back(s.number);
  return numbers;
}

TEST(Subscribers, OnlyThoseThatWereOfferedSomethingCount) {
  const auto subscribers = loaded(samples::totals("g", down, {0, 5, 0, 7}, {3, 5, 0, 0}));
  EXPECT_EQ(numbers_of(subscribers), (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(subscribers[1].offered_bytes, 7000);
  EXPECT_EQ(subscribers[1].arrived_bytes, 0);
}

TEST(Subscribers, BothDirectionsOfOneAreOne) {
  const auto downstream = samples::totals("g", down, {4, 0}, {2, 0});
  const auto upstream = samples::totals("g", up, {6, 8}, {6, 1});
  const std::vector<const SubscriberTotals*> both{&downstream, &upstream};
  const auto subscribers = loaded_together(both);
  ASSERT_EQ(numbers_of(subscribers), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(subscribers[0].offered_bytes, 10'000);
  EXPECT_EQ(subscribers[0].arrived_bytes, 8'000);
}

TEST(Subscribers, OfDifferentGroupsAreDifferentOnes) {
  const auto one = samples::totals("a", down, {4}, {2});
  const auto other = samples::totals("b", down, {4}, {2});
  const std::vector<const SubscriberTotals*> both{&one, &other};
  EXPECT_EQ(numbers_of(loaded_together(both)), (std::vector<std::int64_t>{0, 0}));
}

TEST(Subscribers, AreComparedByTheShareOfTheirOffer) {
  const LoadedSubscriber half{0, 1'000, 500};
  const LoadedSubscriber third{1, 30'000, 10'000};
  const LoadedSubscriber half_of_more{2, 2'000, 1'000};
  EXPECT_EQ(compare(third, half), std::strong_ordering::less) << "though it got more";
  EXPECT_EQ(compare(half_of_more, third), std::strong_ordering::greater);
  EXPECT_EQ(compare(half, half_of_more), std::strong_ordering::less);
  EXPECT_EQ(compare(half, half), std::strong_ordering::equal);
}

TEST(Subscribers, SharesThatOnlyABinaryFractionConfusesAreTold) {
  const std::int64_t big = 3'000'000'000'000'000'000;
  EXPECT_EQ(compare({0, big, big - 2}, {1, big, big - 1}), std::strong_ordering::less);
  EXPECT_EQ(compare({0, 3, 1}, {1, big, big / 3}), std::strong_ordering::less) << "the same share of a smaller offer";
  EXPECT_EQ(compare({0, 3, 1}, {1, big, big / 3 - 1}), std::strong_ordering::greater);
}

TEST(Subscribers, TheirSharesAreFairIfTheyAreEqual) {
  EXPECT_DOUBLE_EQ(*fairness_of({{0, 100, 50}, {1, 2'000, 1'000}}), 1);
  EXPECT_DOUBLE_EQ(*fairness_of({{0, 100, 100}, {1, 100, 0}}), 0.5);
  EXPECT_FALSE(fairness_of({}));
  EXPECT_FALSE(fairness_of({{0, 100, 0}}));
}

}  // namespace
}  // namespace qoslab
