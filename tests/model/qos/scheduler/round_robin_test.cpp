#include "model/qos/scheduler/round_robin.h"

#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

TEST(Wrr, CountsPacketsNotBytes) {
  Wrr scheduler{{3, 1}};
  Line line{scheduler, 2, Rate::gbps(1)};
  line.keep_full(0, Bytes{125});
  line.keep_full(1, Bytes{1250});
  const auto out = line.run({}, {}, Instant::at(130_us));
  EXPECT_EQ(bytes_by_child(out, 2), (std::vector<std::int64_t>{30 * 125, 10 * 1250}));
}

TEST(Drr, SharesBytesByQuantumWhateverThePacketSizes) {
  Drr scheduler{{Bytes{1500}, Bytes{3000}, Bytes{1500}}};
  Line line{scheduler, 3, Rate::gbps(1)};
  line.keep_full(0, Bytes{64});
  line.keep_full(1, Bytes{1500});
  line.keep_full(2, Bytes{700});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(48_ms)), 3);  // 6 MB: 1000 rounds
  EXPECT_NEAR(double(bytes[0]), 1.5e6, 1500 + 64);
  EXPECT_NEAR(double(bytes[1]), 3.0e6, 3000 + 1500);
  EXPECT_NEAR(double(bytes[2]), 1.5e6, 1500 + 700);
}

TEST(Drr, AQuantumOfOneByteNeitherAbortsNorDistorts) {
  Drr scheduler{{Bytes{1}, Bytes{2}}};
  Line line{scheduler, 2, Rate::gbps(1)};
  line.keep_full(0, Bytes{1500});
  line.keep_full(1, Bytes{9000});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(240_ms)), 2);  // 30 MB
  EXPECT_NEAR(double(bytes[0]), 10e6, 9000);
  EXPECT_NEAR(double(bytes[1]), 20e6, 9000);
}

}  // namespace
}  // namespace qoslab::test
