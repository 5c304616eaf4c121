#include "model/dataplane/packed_packet_time.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace qoslab::dataplane {
namespace {

TEST(PackedPacketTime, IsAtMostAnEightMillionthSlow) {
  std::mt19937_64 random{4};
  for (int i = 0; i < 300'000; ++i) {
    const Rate rate = Rate::bps(static_cast<std::int64_t>(random() >> (25 + random() % 30)) + 480);
    const PackedPacketTime packed{rate};
    constexpr std::int64_t a_lot = 100'000'000;
    const auto exact = time_to_send(Bytes{a_lot}, rate).ps();
    ASSERT_GE(packed.of(a_lot), exact - 1) << rate.bps();
    ASSERT_LE(packed.of(a_lot), exact + exact / 8'000'000 + 1) << rate.bps();
    ASSERT_LE(packed.rate(), rate);
    ASSERT_EQ(PackedPacketTime::from_bits(packed.bits()).of(1'500), packed.of(1'500));
  }
}

TEST(PackedPacketTime, KeepsTheBytesWhenTheRateChanges) {
  std::mt19937_64 random{5};
  for (int i = 0; i < 100'000; ++i) {
    const PackedPacketTime before{Rate::bps(static_cast<std::int64_t>(random() >> (27 + random() % 25)) + 480)};
    const PackedPacketTime after{Rate::bps(static_cast<std::int64_t>(random() >> (27 + random() % 25)) + 480)};
    const auto rescaled = after.rescaled(before.of(20'000), before);
    ASSERT_LE(std::abs(rescaled - after.of(20'000)), after.of(1) + 1);
  }
}

TEST(PackedPacketTime, BelowTheSlowestRateThereIsNone) {
  EXPECT_TRUE(PackedPacketTime{}.none());
  EXPECT_TRUE(PackedPacketTime{Rate::bps(479)}.none());
  EXPECT_FALSE(PackedPacketTime{PackedPacketTime::slowest}.none());
  EXPECT_EQ(PackedPacketTime{}.rate(), Rate{});
}

}  // namespace
}  // namespace qoslab::dataplane
