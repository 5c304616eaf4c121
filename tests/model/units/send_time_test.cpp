#include "model/units/send_time.h"

#include <gtest/gtest.h>

#include <random>

namespace qoslab {
namespace {

TEST(SendTime, IsTimeToSendForEverySizeAtManyRates) {
  std::mt19937_64 random{1};
  std::vector<std::int64_t> rates{1,
                                  3,
                                  7,
                                  999,
                                  7'000'000,
                                  8'000'000'000,
                                  10'000'000'000,
                                  12'345'678'901,
                                  100'000'000'000,
                                  999'999'999'999'989,
                                  1'000'000'000'000'000};
  for (int i = 0; i < 60; ++i) rates.push_back(1 + static_cast<std::int64_t>(random() >> (14 + random() % 40)));
  for (const auto bps : rates) {
    const Rate rate = Rate::bps(bps);
    const SendTime time{rate};
    for (std::int64_t size = 0; size <= 9300; size += 1 + static_cast<std::int64_t>(random() % 7))
      ASSERT_EQ(time(size), time_to_send(Bytes{size}, rate).ps()) << size << " B at " << bps;
  }
}

TEST(SendTime, OfCyclesRoundsUp) {
  const auto time = SendTime::of_cycles(2'300'000'000);
  EXPECT_EQ(time(0), 0);
  EXPECT_EQ(time(23), 10'000);
  EXPECT_EQ(time(1), 435);
  EXPECT_EQ(time(2'300'000), 1'000'000'000);
}

TEST(SendTime, WithoutRateTakesNoTime) { EXPECT_EQ(SendTime{}(1500), 0); }

}  // namespace
}  // namespace qoslab
