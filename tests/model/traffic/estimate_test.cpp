// What a scenario asks for is known before it runs.
#include "model/traffic/estimate.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

using namespace literals;

Scenario with(const Traffic& traffic) {
  Scenario s;
  s.links = {{"l", "a", "b", Rate::mbps(10), {}}};
  s.runs.duration = 90_s;
  s.runs.warmup = 10_s;
  FlowSpecification f;
  f.from = "a";
  f.to = "b";
  f.traffic = traffic;
  s.flows = {f};
  return s;
}

TEST(Estimate, OpenLoopTrafficByItsMeanRate) {
  EXPECT_NEAR(expected_packets(with(VoiceTraffic{Bytes{160}, 20_ms})), 5000, 1e-6);
  EXPECT_NEAR(expected_packets(with(ConstantTraffic{{Rate::mbps(1), Layer::ip}, Bytes{1000}})), 12500, 1e-6);
  EXPECT_NEAR(expected_packets(with(PoissonTraffic{{Rate::mbps(1), Layer::line}, Bytes{962}})), 12500, 1e-6);
  EXPECT_NEAR(expected_packets(with(OnOffTraffic{{Rate::mbps(1), Layer::ip}, Bytes{1000}, 1_s, 3_s})), 3125 + 25, 1e-6);
  ImixTraffic imix;
  imix.rate = {Rate::mbps(1), Layer::ip};
  imix.entries = {{Bytes{500}, 1}, {Bytes{1500}, 1}};
  EXPECT_NEAR(expected_packets(with(imix)), 12500, 1e-6);
}

TEST(Estimate, CountsOnlyTheTimeInWhichAFlowSends) {
  auto s = with(VoiceTraffic{Bytes{160}, 20_ms});
  s.flows[0].start = Instant{} + 40_s;
  s.flows[0].stop = Instant{} + 60_s;
  EXPECT_NEAR(expected_packets(s), 1000, 1e-6);
  s.flows[0].start = Instant{} + 400_s;
  EXPECT_EQ(expected_packets(s), 0);
}

TEST(Estimate, TcpAsFastAsItsLink) {
  EXPECT_NEAR(expected_packets(with(FileTraffic{})), 100 * 10e6 / (1538 * 8), 1);
  EXPECT_NEAR(expected_packets(with(TransactionTraffic{Bytes{1}, Bytes{1}, 100_ms})), 2000, 1e-6);
}

}  // namespace
}  // namespace qoslab
