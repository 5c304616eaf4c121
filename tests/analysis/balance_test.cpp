#include "analysis/balance.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

FlowResults balanced() {
  auto flow = samples::flow("data");
  flow.sent = {100, Bytes{50'000}};
  flow.delivered = {80, Bytes{42'000}};
  flow.drops = {{"r.wan: queue_full", {10, Bytes{5'000}}}, {"r.wan: early", {5, Bytes{2'000}}}};
  flow.queued = {3, Bytes{600}};
  flow.in_flight = {2, Bytes{400}};
  return flow;
}

TEST(Balance, HoldsWhenEveryPacketIsSomewhere) {
  EXPECT_TRUE(violations(samples::results({balanced()})).empty());
  EXPECT_EQ(books_of(balanced()).surplus(), Count{});
  EXPECT_EQ(books_of(balanced()).dropped, (Count{15, Bytes{7'000}}));
}

TEST(Balance, OfAFlowThatSentNothingHolds) {
  EXPECT_TRUE(violations(samples::results({samples::flow("silent")})).empty());
}

TEST(Balance, NamesTheFlowThatLostAPacket) {
  auto broken = balanced();
  broken.name = "voice";
  broken.delivered.packets -= 1;
  const auto found = violations(samples::results({balanced(), broken}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].flow, "voice");
  EXPECT_EQ(found[0].books.surplus(), (Count{-1, Bytes{}}));
}

TEST(Balance, SeesASingleByteOnEachSide) {
  const auto check = [](Count FlowResults::*side) {
    auto broken = balanced();
    (broken.*side).bytes += Bytes{1};
    EXPECT_EQ(violations(samples::results({broken})).size(), 1U);
  };
  for (const auto side : {&FlowResults::sent, &FlowResults::delivered, &FlowResults::queued, &FlowResults::in_flight})
    check(side);
  auto broken = balanced();
  broken.drops.begin()->second.bytes += Bytes{1};
  EXPECT_EQ(violations(samples::results({broken})).size(), 1U);
}

TEST(Balance, DoesNotAcceptANegativeNumberThatMakesItHold) {
  auto broken = balanced();
  broken.queued.packets -= 5;
  broken.delivered.packets += 5;
  EXPECT_EQ(books_of(broken).surplus(), Count{});
  EXPECT_EQ(violations(samples::results({broken})).size(), 1U);
}

TEST(Balance, OfSumsIsTheSumOfBalances) {
  std::mt19937_64 random{5};
  const auto count = [&] {
    return Count{static_cast<std::int64_t>(random() % 1000), Bytes{static_cast<std::int64_t>(random() % 100'000)}};
  };
  for (int round = 0; round < 100; ++round) {
    Books sum;
    Count surplus;
    for (int i = 0; i < 5; ++i) {
      const Books books{count(), count(), count(), count(), count()};
      sum += books;
      surplus += books.surplus();
    }
    EXPECT_EQ(sum.surplus(), surplus);
  }
}

}  // namespace
}  // namespace qoslab
