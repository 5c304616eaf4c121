#include "model/qos/scheduler/nested.h"

#include "model/qos/scheduler/priority.h"
#include "model/qos/scheduler/round_robin.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

TEST(Nested, PriorityAboveDrr) {
  std::vector<NestedScheduler::Node> nodes(2);
  nodes[0] = {std::make_unique<Priority>(std::vector{1, 0}), {{.leaf = 0}, {.leaf = {}, .node = 1}}};
  nodes[1] = {std::make_unique<Drr>(std::vector{Bytes{1500}, Bytes{3000}}), {{.leaf = 1}, {.leaf = 2}}};
  NestedScheduler scheduler{std::move(nodes)};
  Line line{scheduler, 3, Rate::gbps(1)};
  line.keep_full(1, Bytes{1500});
  line.keep_full(2, Bytes{1000});
  const auto out = line.run({{Instant::at(1_us), 0, Bytes{125}}}, {}, Instant::at(36_ms));
  EXPECT_EQ(out.at(1).child, 0);
  const auto bytes = bytes_by_child(out, 3);
  EXPECT_NEAR(double(bytes[1]), 1.5e6, 3000);
  EXPECT_NEAR(double(bytes[2]), 3.0e6, 3000);
}

}  // namespace
}  // namespace qoslab::test
