#include "model/dataplane/packet_time.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

namespace qoslab::dataplane {
namespace {

constexpr std::int64_t largest_frame = 9'216;

TEST(PacketTime, IsTimeToSendForEverySize) {
  for (const std::int64_t bps : {1L, 3L, 7L, 999'983L, 1'000'000L, 3'000'000L, 79'200'000L, 7'999'999'993L,
                                 10'000'000'000L, 99'999'999'977L, 100'000'000'000L}) {
    const PacketTime time{Rate::bps(bps)};
    for (std::int64_t size = 0; size <= largest_frame; ++size)
      ASSERT_EQ(time.of(size), time_to_send(Bytes{size}, Rate::bps(bps)).ps()) << size << " B at " << bps;
  }
}

TEST(PacketTime, IsTimeToSendForRandomRates) {
  std::mt19937_64 random{3};
  for (int i = 0; i < 300'000; ++i) {
    const Rate rate = Rate::bps(static_cast<std::int64_t>(random() >> (17 + random() % 46)) + 1);
    const auto size = static_cast<std::int64_t>(random() % 65'536);
    ASSERT_EQ(PacketTime{rate}.of(size), time_to_send(Bytes{size}, rate).ps()) << size << " B at " << rate.bps();
  }
}

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
