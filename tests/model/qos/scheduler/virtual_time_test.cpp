#include "model/qos/scheduler/virtual_time.h"

#include <gtest/gtest.h>

#include <random>

namespace qoslab {
namespace {

TEST(VirtualTime, IsTheExactValueRoundedDownAfterAnyNumberOfSteps) {
  std::mt19937_64 random{1};
  for (const std::int64_t rate : {1LL, 3LL, 7LL, 64'000LL, 999'999'937LL, 100'000'000'007LL, 1'000'000'000'000LL}) {
    const Pace pace{Rate::bps(rate)};
    VirtualTime time;
    std::int64_t bytes = 0;
    for (int i = 0; i < 10'000; ++i) {
      const auto size = static_cast<std::int64_t>(random() % 65'536);
      bytes += size;
      time = pace.after(time, Bytes{size});
    }
    EXPECT_TRUE(time.units == (static_cast<Int128>(bytes) << 70) / rate) << rate;
  }
}

TEST(VirtualTime, ClocksOfDifferentRatesMeetExactly) {
  const Pace third{Rate::bps(3)};
  const Pace seventh{Rate::bps(7)};
  VirtualTime a;
  VirtualTime b;
  for (int i = 0; i < 1000; ++i) {
    for (int n = 0; n < 3; ++n) a = third.after(a, Bytes{1500});
    for (int n = 0; n < 7; ++n) b = seventh.after(b, Bytes{1500});
    ASSERT_TRUE(a.units == b.units && a.rest == 0 && b.rest == 0) << i;
  }
}

}  // namespace
}  // namespace qoslab
