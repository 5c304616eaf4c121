#include "model/qos/scheduler/wf2q_plus.h"

#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

TEST(Wf2qPlus, SpreadsAHeavyChildsPacketsBetweenTheOthers) {
  // The example of Bennett and Zhang: one child of weight 10, ten of weight 1. WFQ would send the heavy one's ten
  // packets first.
  std::vector<Rate> shares(11, Rate::mbps(1));
  shares[0] = Rate::mbps(10);
  Wf2qPlus scheduler{shares};
  Line line{scheduler, 11, Rate::gbps(1)};
  for (int child = 0; child < 11; ++child) line.keep_full(child, Bytes{125});
  const auto out = line.run({}, {}, Instant::at(20_us));
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i].child == 0, i % 2 == 0) << i;
}

TEST(Wf2qPlus, SharesByRate) {
  Wf2qPlus scheduler{{Rate::mbps(1), Rate::mbps(2), Rate::mbps(5)}};
  Line line{scheduler, 3, Rate::gbps(1)};
  line.keep_full(0, Bytes{1500});
  line.keep_full(1, Bytes{64});
  line.keep_full(2, Bytes{300});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(64_ms)), 3);  // 8 MB
  EXPECT_NEAR(double(bytes[0]), 1e6, 1500);
  EXPECT_NEAR(double(bytes[1]), 2e6, 1500);
  EXPECT_NEAR(double(bytes[2]), 5e6, 1500);
}

}  // namespace
}  // namespace qoslab::test
