#include "tests/model/qos/scheduler/harness.h"

#include "tests/model/qos/scheduler/spaced.h"

namespace qoslab::test {
namespace {

using namespace literals;

TEST(Line, SendsBackToBackFromTheReleaseOn) {
  Spaced scheduler{Instant::at(5_us), {}};
  Line line{scheduler, 1, Rate::gbps(1)};
  const auto out =
      line.run({{Instant::at(2_us), 0, Bytes{125}}, {Instant::at(1_us), 0, Bytes{250}}}, {}, Instant::at(1_ms));
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0], (Departure{Instant::at(5_us), 0, Bytes{250}, Instant::at(7_us)}));
  EXPECT_EQ(out[1], (Departure{Instant::at(7_us), 0, Bytes{125}, Instant::at(8_us)}));
}

TEST(Line, WaitsForWhatIsHeldBack) {
  Spaced scheduler{{}, 3_us};
  Line line{scheduler, 1, Rate::gbps(1)};
  line.keep_full(0, Bytes{125});
  const auto out = line.run({}, {}, Instant::at(9_us));
  ASSERT_EQ(out.size(), 3U);
  EXPECT_EQ(out[2].time, Instant::at(6_us));
}

TEST(Line, GoesOnWhereItStopped) {
  Spaced scheduler{{}, {}};
  Line line{scheduler, 1, Rate::gbps(1)};
  line.keep_full(0, Bytes{125});
  EXPECT_EQ(line.run({}, {}, Instant::at(10_us)).size(), 10U);
  EXPECT_EQ(line.run({}, Instant::at(10_us), Instant::at(15_us)).size(), 5U);
}

}  // namespace
}  // namespace qoslab::test
