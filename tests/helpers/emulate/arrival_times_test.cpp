#include "helpers/emulate/arrival_times.h"

#include <gtest/gtest.h>

namespace qoslab::emulation {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t today = 1'790'000'000 * second;

/// Its own time goes on evenly, whatever the system's is set to.
class SteppedClock final : public Clock {
 public:
  Instant now() override { return now_; }
  Instant of_system(std::int64_t stamp) override { return instant_of(stamp, system(), now_); }

  void pass(Duration time) { now_ += time; }
  void step(std::int64_t nanoseconds) { offset_ += nanoseconds; }
  /// What the kernel stamps frames with.
  [[nodiscard]] std::int64_t system() const { return today + offset_ + now_.since_start() / Duration::nanoseconds(1); }

 private:
  Instant now_ = Instant::at(Duration::seconds(100));
  std::int64_t offset_ = 0;
};

/// A frame comes in every 10 us, and each is read after another 10 us; the ring is then empty.
class ArrivalTimesTest : public testing::Test {
 protected:
  ArrivalTimesTest() { times.drained(clock.now()); }
  Instant read(std::int64_t stamp) {
    times.begin();
    const Instant at = times(stamp);
    times.drained(clock.now());
    return at;
  }
  SteppedClock clock;
  ArrivalTimes times{clock};
};

TEST_F(ArrivalTimesTest, AreThoseOfTheStamps) {
  for (int i = 0; i < 100; ++i) {
    const Instant came = clock.now();
    const auto stamp = clock.system();
    clock.pass(Duration::microseconds(10));
    EXPECT_EQ(read(stamp), came);
  }
}

TEST_F(ArrivalTimesTest, AStepOfTheSystemsTimeBetweenFramesMovesNone) {
  for (const auto step : {2 * second, -2 * second, 3600 * second, -7200 * second}) {
    clock.step(step);
    for (int i = 0; i < 10; ++i) {
      const Instant came = clock.now();
      const auto stamp = clock.system();
      clock.pass(Duration::microseconds(10));
      EXPECT_EQ(read(stamp), came);
    }
  }
}

/// Stamped before the step and read after it.
TEST_F(ArrivalTimesTest, AStepWhileAFrameWaitsMovesItByNoMoreThanItHasWaited) {
  for (const auto step : {2 * second, -2 * second}) {
    const Instant came = clock.now();
    const auto stamp = clock.system();
    clock.step(step);
    clock.pass(Duration::microseconds(10));
    const Instant at = read(stamp);
    EXPECT_GE(at, came - Duration::microseconds(100));
    EXPECT_LE(at, clock.now());
    clock.pass(Duration::seconds(1));
  }
}

TEST_F(ArrivalTimesTest, AStepAmongFramesThatAreReadTogether) {
  for (const auto step : {2 * second, -2 * second}) {
    const Instant first = clock.now();
    std::vector<std::int64_t> stamps;
    for (int i = 0; i < 6; ++i) {
      if (i == 3) clock.step(step);
      stamps.push_back(clock.system());
      clock.pass(Duration::microseconds(10));
    }
    times.begin();
    for (std::size_t i = 0; i < stamps.size(); ++i) {
      const Instant at = times(stamps[i]);
      EXPECT_GE(at, first - Duration::microseconds(100)) << i;
      EXPECT_LE(at, clock.now()) << i;
      if (i >= 3) {
        EXPECT_EQ(at, first + Duration::microseconds(10 * static_cast<std::int64_t>(i))) << "those after it are right";
      }
    }
    times.drained(clock.now());
    clock.pass(Duration::seconds(1));
  }
}

TEST(InstantOf, AStampIsNeitherAfterNowNorBeforeTheBeginning) {
  const Instant now = Instant::at(Duration::milliseconds(5));
  EXPECT_EQ(instant_of(today, today + 1000, now), now - Duration::microseconds(1));
  EXPECT_EQ(instant_of(today + second, today, now), now);
  EXPECT_EQ(instant_of(today - second, today, now), Instant{});
  EXPECT_EQ(instant_of(0, today, now), Instant{}) << "however long ago";
}

}  // namespace
}  // namespace qoslab::emulation
