#include "model/dataplane/timer_wheel.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>

namespace qoslab::dataplane {
namespace {

using Timers = std::multiset<std::pair<std::int64_t, std::uint32_t>>;

/// Fires what is due in both and compares, one by one.
void fire_both(TimerWheel& wheel, Timers& referee, std::int64_t now) {
  std::int64_t time = 0;
  std::uint32_t key = 0;
  while (wheel.fire(now, time, key)) {
    ASSERT_FALSE(referee.empty());
    ASSERT_EQ((std::pair{time, key}), *referee.begin());
    ASSERT_LE(time, now);
    referee.erase(referee.begin());
  }
  ASSERT_TRUE(referee.empty() || referee.begin()->first > now);
  ASSERT_LE(wheel.next(), referee.empty() ? INT64_MAX : referee.begin()->first);
}

TEST(TimerWheel, FiresLikeASortedSet) {
  for (const std::int64_t spread : {1'000LL, 1'000'000LL, 1'000'000'000LL, 300'000'000'000LL, 5'000'000'000'000LL}) {
    TimerWheel wheel;
    Timers referee;
    std::mt19937_64 random{static_cast<std::uint64_t>(spread)};
    std::int64_t now = 0;
    for (int step = 0; step < 3000; ++step) {
      for (auto n = random() % 4; n > 0; --n) {
        const auto time = now + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(spread));
        const auto key = static_cast<std::uint32_t>(random() % 8);
        wheel.add(time, key);
        referee.emplace(time, key);
      }
      now += static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(spread / 2 + 1));
      fire_both(wheel, referee, now);
    }
    fire_both(wheel, referee, now + 2 * spread);
    EXPECT_TRUE(referee.empty());
    EXPECT_EQ(wheel.next(), INT64_MAX);
  }
}

TEST(TimerWheel, KeepsTheOrderOfKeysAtOneInstant) {
  TimerWheel wheel;
  for (const std::uint32_t key : {5U, 1U, 3U}) wheel.add(1'000'000, key);
  std::int64_t time = 0;
  std::uint32_t key = 0;
  EXPECT_FALSE(wheel.fire(999'999, time, key));
  for (const std::uint32_t wanted : {1U, 3U, 5U}) {
    ASSERT_TRUE(wheel.fire(1'000'000, time, key));
    EXPECT_EQ(key, wanted);
    wheel.add(2'000'000, wanted);  // what is added meanwhile waits
  }
  EXPECT_FALSE(wheel.fire(1'000'000, time, key));
}

}  // namespace
}  // namespace qoslab::dataplane
