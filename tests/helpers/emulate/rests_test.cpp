#include "helpers/emulate/rests.h"

#include <gtest/gtest.h>

namespace qoslab::emulation {
namespace {

using namespace literals;

constexpr Instant never = Instant::never();

TEST(Rests, WhoOwesNothingStaysAwake) {
  Rests rests{0, Instant::at(0_ms)};
  EXPECT_FALSE(rests.due(Instant::at(1000_ms), never));
  Rests soon{0.1, Instant::at(0_ms)};
  EXPECT_FALSE(soon.due(Instant::at(199_us), never)) << "not worth it";
}

TEST(Rests, AFrameEndsARest) {
  Rests rests{0.1, Instant::at(0_ms)};
  const auto rest = rests.due(Instant::at(300_us), never);
  ASSERT_TRUE(rest);
  EXPECT_TRUE(rest->until_frame);
  EXPECT_EQ(rest->length, 30_us);
  // 10 us later a frame came: 20 us are owed still.
  rests.rested(Instant::at(310_us));
  EXPECT_TRUE(rests.due(Instant::at(310_us), never));
}

TEST(Rests, NotBeforeADeparture) {
  Rests rests{0.1, Instant::at(0_ms)};
  EXPECT_FALSE(rests.due(Instant::at(300_us), Instant::at(349_us)));
  EXPECT_TRUE(rests.due(Instant::at(300_us), Instant::at(350_us)));
}

TEST(Rests, WhoOwesMuchRestsWhateverComes) {
  Rests rests{0.1, Instant::at(0_ms)};
  const auto rest = rests.due(Instant::at(1_ms), Instant::at(1_ms));
  ASSERT_TRUE(rest);
  EXPECT_FALSE(rest->until_frame);
  EXPECT_EQ(rest->length, 100_us);
}

TEST(Rests, WhoWasStoppedOwesNoMoreForIt) {
  Rests rests{0.1, Instant::at(0_ms)};
  const auto rest = rests.due(Instant::at(5000_ms), never);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->length, 100_us);
}

/// Timers are late: what was slept too much is not owed later.
TEST(Rests, SleepingTooLongCounts) {
  Rests rests{0.1, Instant::at(0_ms)};
  ASSERT_TRUE(rests.due(Instant::at(300_us), never));
  rests.rested(Instant::at(430_us));
  EXPECT_FALSE(rests.due(Instant::at(1490_us), never)) << "87 us paid ahead, 106 owed since";
  EXPECT_TRUE(rests.due(Instant::at(1510_us), never));
}

/// Whatever interrupts: in the long run the part is kept, and after a long stop not everything is used up awake.
TEST(Rests, KeepsThePart) {
  for (const Duration frames : {3_us, 25_us, 1000_us}) {
    Rests rests{0.1, Instant::at(0_ms)};
    Instant now = Instant::at(0_ms);
    Duration slept{};
    while (now < Instant::at(100_ms)) {
      now += 1_us;
      const auto rest = rests.due(now, never);
      if (!rest) continue;
      const auto length = rest->until_frame ? std::min(frames, rest->length) : rest->length;
      slept += length;
      now += length;
      rests.rested(now);
    }
    EXPECT_NEAR(slept.to_seconds() / now.since_start().to_seconds(), 0.1, 0.005) << frames.ps();
  }
  Rests rests{0.1, Instant::at(0_ms)};
  ASSERT_TRUE(rests.due(Instant::at(300_us), never));
  rests.rested(Instant::at(1000_ms));
  EXPECT_TRUE(rests.due(Instant::at(1011_ms), never));
}

}  // namespace
}  // namespace qoslab::emulation
