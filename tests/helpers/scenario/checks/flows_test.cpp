#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

std::string flow(const std::string& rest) {
  return test::network + "flows:\n  f: {" + rest + "}\nruns: {warmup: 5 s, duration: 10 s}\n";
}
std::string voice(const std::string& rest) { return flow("from: h, to: g, traffic: {kind: voice}, " + rest); }

TEST(CheckFlows, GoFromHostToHost) {
  test::expect_complaints(flow("from: @r1, to: @r2, traffic: {kind: voice}"),
                          {"error: flow 'f' has an end at router 'r1'; flows go from host to host",
                           "error: flow 'f' has an end at router 'r2'; flows go from host to host"});
  test::expect_complaints(flow("from: h, to: @h, traffic: {kind: voice}"),
                          {"error: flow 'f' goes from 'h' to itself; name another host"});
}

TEST(CheckFlows, AFlowThatIsNeverMeasuredHasNoSamples) {
  test::expect_complaints(voice("start: @15 s"),
                          {"error: flow 'f' starts when the run has ended: no samples; start it before 15 s"});
  test::expect_complaints(voice("start: 6 s, stop: @6 s"),
                          {"error: flow 'f' stops before it starts: no samples; stop it after 6 s"});
  test::expect_complaints(
      voice("stop: @5 s"),
      {"error: flow 'f' stops before anything is measured: no samples; the measured time is 5 s to 15 s"});
  test::read_sound(voice("start: 14.9 s"));
  test::read_sound(voice("stop: 5.1 s"));
}

TEST(CheckFlows, LessThanAPacketIsNoSample) {
  test::expect_complaints(flow("from: h, to: g, traffic: @{kind: voice, interval: 11 s}"),
                          {"error: flow 'f' sends less than a packet in the measured time; it sends one in 11 s"});
  test::expect_complaints(flow("from: h, to: g, traffic: @{kind: poisson, packet: 1500 B, rate: 1 kbit/s ip}"),
                          {"error: flow 'f' sends less than a packet in the measured time; it sends one in 12 s"});
  // On a tenth of the time.
  test::expect_complaints(
      flow("from: h, to: g, traffic: @{kind: on_off, packet: 1500 B, peak: 10 kbit/s ip, mean_on: 1 s, mean_off: 9 s}"),
      {"error: flow 'f' sends less than a packet in the measured time; it sends one in 12 s"});
  test::read_sound(flow("from: h, to: g, traffic: {kind: poisson, packet: 1500 B, rate: 1.2 kbit/s ip}"));
}

TEST(CheckFlows, TcpKnobsBelongToTcp) {
  test::expect_complaints(voice("tcp: @{window: 10 kB}"), {"error: flow 'f' does not use TCP; remove 'tcp'"});
  test::expect_complaints(flow("from: h, to: g, traffic: {kind: file}, tcp: @{window: 1 kB}"),
                          {"error: the window of flow 'f' holds no segment; at least 1460 B"});
}

TEST(CheckFlows, ATcpPortIsOneFlows) {
  // The second flow's own port is 5002.
  test::expect_complaints(test::network + R"(flows:
  a: {from: h, to: g, port: 5002, traffic: {kind: file}}
  @b: {from: h, to: g, traffic: {kind: file}}
)",
                          {"error: flows 'a' and 'b' go to TCP port 5002 of 'g'; give one of them another port"});
  test::read_sound(test::network + R"(flows:
  a: {from: h, to: g, port: 6000, traffic: {kind: voice}}
  b: {from: h, to: g, port: 6000, traffic: {kind: voice}}
  c: {from: h, to: g, port: 6000, traffic: {kind: file}}
)");
}

}  // namespace
}  // namespace qoslab
