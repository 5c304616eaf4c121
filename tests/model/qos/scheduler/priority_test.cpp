#include "model/qos/scheduler/priority.h"

#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

std::vector<int> order(const std::vector<Departure>& departures) {
  std::vector<int> children;
  for (const Departure& d : departures) children.push_back(d.child);
  return children;
}

TEST(Priority, TheHighestLevelGoesFirstWhoeverCameEarlier) {
  Priority scheduler{{0, 63, 7}};
  Line line{scheduler, 3, Rate::gbps(1)};
  const auto out = line.run({{{}, 0, Bytes{125}}, {{}, 2, Bytes{125}}, {{}, 1, Bytes{125}}}, {}, Instant::at(1_ms));
  EXPECT_EQ(order(out), (std::vector{1, 2, 0}));
}

TEST(Priority, ChildrenOfOneLevelTakeTurns) {
  Priority scheduler{{3, 3, 3}};
  Line line{scheduler, 3, Rate::gbps(1)};
  for (int child = 0; child < 3; ++child) line.keep_full(child, Bytes{125});
  EXPECT_EQ(order(line.run({}, {}, Instant::at(6_us))), (std::vector{0, 1, 2, 0, 1, 2}));
}

TEST(Priority, APacketOnTheLineIsNotInterrupted) {
  Priority scheduler{{0, 1}};
  Line line{scheduler, 2, Rate::gbps(1)};
  const auto out =
      line.run({{{}, 0, Bytes{1250}}, {{}, 0, Bytes{1250}}, {Instant::at(1_us), 1, Bytes{125}}}, {}, Instant::at(1_ms));
  EXPECT_EQ(order(out), (std::vector{0, 1, 0}));
  EXPECT_EQ(out[1].time, Instant::at(10_us));
}

}  // namespace
}  // namespace qoslab::test
