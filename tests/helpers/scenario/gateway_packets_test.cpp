// What a gateway's tester will send is known before it runs.
#include "helpers/scenario/gateway_load.h"

#include "model/traffic/trace.h"
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using namespace literals;
using test::GatewayText;

double packets_of(const Scenario& s) { return expected_packets(s.gateways.gateways[0], s.gateways, s.runs); }

TEST(GatewayPackets, OfARunAreThoseOfTheMeanRateWhileItLasts) {
  GatewayText text;
  text.traffic =
      "direction: both, rate: 10 Mbit/s line, sizes: [{frame: 480 B, weight: 1}, {frame: 1480 B, weight: 1}], classes: "
      "{ef: 10 %, be: 90 %}, start: 1 s, stop: 4 s";
  text.rest = "runs: {duration: 8 s, warmup: 2 s}\n";
  EXPECT_NEAR(packets_of(test::read_legal(text.yaml())), 2 * 3 * 10e6 / 8000, 1e-6);
}

TEST(GatewayPackets, OfACaptureAreSentOnceOrAgainAndAgain) {
  auto s = test::read_legal(GatewayText{}.yaml());
  s.runs.duration = 10_s;
  Trace trace;
  for (int i = 0; i <= 100; ++i) trace.packets.push_back({i * 10_ms, 1000, {}, false});
  auto& traffic = s.gateways.groups[0].traffic[0];
  traffic.trace = "office.pcap";
  traffic.captured = std::make_shared<const Trace>(trace);
  EXPECT_NEAR(packets_of(s), 101, 1e-9);
  traffic.repeat = true;
  traffic.rate = {};
  EXPECT_NEAR(packets_of(s), 1010, 1e-9);
  traffic.rate = {Rate::mbps(8), Layer::frame};
  EXPECT_NEAR(packets_of(s), 10'000, 1e-6);
}

}  // namespace
}  // namespace qoslab
