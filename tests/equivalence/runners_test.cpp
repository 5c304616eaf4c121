// The same frames through both runners: what a simulated host sent, as a capture of it, goes over captures through the
// same scenario, and leaves at the same nanoseconds with the same bytes, or is lost at the same place.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "helpers/emulate/relay_loop.h"
#include "model/emulation/gateway_passage.h"
#include "model/emulation/network_passage.h"
#include "model/ns3/simulation.h"
#include "model/scenario/plain_fifo.h"
#include "model/traffic/open_loop.h"
#include "tests/helpers/emulate/captures.h"
#include "tests/model/ns3/home_network.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

constexpr std::size_t ip = 14;

/// What a router on the way does not change: neither MAC addresses, nor time to live and header checksum.
std::vector<std::uint8_t> lasting(std::vector<std::uint8_t> bytes) {
  std::fill_n(bytes.begin(), 12, std::uint8_t{0});
  for (const auto at : {ip + 8, ip + 10, ip + 11}) bytes[at] = 0;
  return bytes;
}

/// Those of `frames` that the host with this address, 10.0.0.`host`, sent.
std::vector<CapturedFrame> sent_by(std::uint8_t host, const std::vector<CapturedFrame>& frames) {
  std::vector<CapturedFrame> result;
  for (const auto& frame : frames)
    if (frame.bytes[ip + 15] == host) result.push_back(frame);
  return result;
}

std::vector<CapturedFrame> lasting(const std::vector<CapturedFrame>& frames) {
  std::vector<CapturedFrame> result;
  for (const auto& frame : frames) result.push_back({frame.ns, lasting(frame.bytes)});
  std::sort(result.begin(), result.end(), [](const CapturedFrame& a, const CapturedFrame& b) {
    return std::tie(a.ns, a.bytes) < std::tie(b.ns, b.bytes);
  });
  return result;
}

/// The first frame in which they differ; empty: none.
std::string difference(const std::vector<CapturedFrame>& simulated, const std::vector<CapturedFrame>& emulated) {
  const auto a = lasting(simulated);
  const auto b = lasting(emulated);
  if (a.size() != b.size()) return std::to_string(a.size()) + " frames, " + std::to_string(b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i])
      return "frame " + std::to_string(i) + ": " + testing::PrintToString(a[i].ns) + " " +
             testing::PrintToString(a[i].bytes) + "\n" + testing::PrintToString(b[i].ns) + " " +
             testing::PrintToString(b[i].bytes);
  return "";
}

using Drops = std::map<std::string, std::int64_t>;

Drops drops_of(const Results& results) {
  Drops drops;
  for (const auto& flow : results.flows)
    for (const auto& [reason, count] : flow.drops) drops[reason] += count.packets;
  return drops;
}

Drops drops_of(const EmulationResults& results) {
  Drops drops;
  for (const auto& account : results.accounts)
    for (const auto& [reason, count] : account.drops) drops[reason] += count.packets;
  return drops;
}

/// The first packet leaves at this instant, whatever the source's random phase: a capture has whole nanoseconds.
void begin_at(FlowSpecification& flow, Instant first) {
  const Instant phase = open_loop_source(flow.traffic, {}, 1, flow.name)->next().at;
  flow.start = first - phase.since_start();
}

class Runners : public OwnDirectory {
 protected:
  Drops simulated(const Scenario& scenario) {
    SimulationOptions options;
    options.captures = file("");
    return drops_of(simulate(scenario, options));
  }
  /// `came` at both ports of the passage, from the simulator's start on.
  Drops emulated(Passage& passage, const std::array<std::vector<CapturedFrame>, 2>& came) {
    for (const std::size_t port : {0U, 1U}) write_capture(in(port), came[port]);
    StandingClock clock;
    const std::array<Captured, 2> captured{Captured{in(0)}, Captured{in(1)}};
    CapturePort first{"first", {in(0), out(0)}, captured[0], 0, clock};
    CapturePort second{"second", {in(1), out(1)}, captured[1], 0, clock};
    Relay relay{passage, {&first, &second}, clock, {}};
    run_over_captures(relay, clock, {&first, &second}, {});
    EXPECT_FALSE(relay.busy());
    return drops_of(relay.results());
  }
  std::vector<CapturedFrame> left(std::size_t port) { return read_capture(out(port)); }

 private:
  std::string in(std::size_t port) { return file("in" + std::to_string(port)); }
  std::string out(std::size_t port) { return file("out" + std::to_string(port)); }
};

/// Three flows that are too much for the narrow link, on the grid of a capture's nanoseconds. No packet arrives at the
/// picosecond when another one leaves: then the passage takes the arrival first, and ns-3 what was scheduled first.
Scenario crowded(SchedulerKind kind, const std::vector<ClassShare>& shares) {
  auto s = small_network();
  std::vector<ClassSpec> classes;
  std::vector<RouteToClass> rules;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    classes.push_back(leaf("c" + std::to_string(i), shares[i], 5 + 10 * static_cast<std::int64_t>(i)));
    Match match;
    if (shares.size() > 1) match.dscps = {Dscp{static_cast<std::uint8_t>(i)}};
    rules.push_back({match, classes.back().name});
  }
  auto narrow = narrow_port(kind, classes);
  narrow.classify = rules;
  auto host = plain_fifo("a", "first", s.links[0].rate);
  auto far = plain_fifo("b", "second", s.links[1].rate);
  host.pcap = far.pcap = true;
  s.ports = {narrow, host, far};
  for (int i = 0; i < 3; ++i) {
    auto f = flow("f" + std::to_string(i), ConstantTraffic{{Rate::bps(509'500), Layer::line}, Bytes{981}});
    f.dscp = Dscp{static_cast<std::uint8_t>(i)};
    begin_at(f, Instant{} + 20_ms + Duration::nanoseconds(1'300'007 * i));
    f.stop = Instant{} + 5_s;
    s.flows.push_back(f);
  }
  return s;
}

class RunnersOfNetworks : public Runners {
 protected:
  void agree(const Scenario& scenario) {
    const auto drops = simulated(scenario);
    const auto sent = read_capture(file("a.first.pcap"));
    NetworkPassage passage{scenario, {"a", "b"}, 1};
    EXPECT_EQ(emulated(passage, {sent, {}}), drops);
    EXPECT_FALSE(drops.empty());
    EXPECT_GT(left(1).size(), 300U);
    EXPECT_EQ(difference(read_capture(file("b.second.pcap")), left(1)), "");
  }
};

TEST_F(RunnersOfNetworks, AgreeOnFifo) { agree(crowded(SchedulerKind::fifo, {FifoShare{}})); }

TEST_F(RunnersOfNetworks, AgreeOnPriorities) {
  agree(crowded(SchedulerKind::priority, {PriorityShare{0}, PriorityShare{1}, PriorityShare{2}}));
}

TEST_F(RunnersOfNetworks, AgreeOnShares) {
  agree(crowded(SchedulerKind::wf2q_plus,
                {Wf2qShare{Rate::kbps(100)}, Wf2qShare{Rate::kbps(300)}, Wf2qShare{Rate::kbps(600)}}));
}

TEST_F(RunnersOfNetworks, AgreeOnMarksAndMetersAndARoutersLatency) {
  auto scenario = crowded(SchedulerKind::fifo, {FifoShare{}});
  scenario.nodes[1].latency = 700_us;
  auto conditioned = plain_fifo("r", "first", scenario.links[0].rate);
  ConditionerRule marked;
  marked.match.dscps = {Dscp{1}};
  marked.actions[0].mark = Dscp{10};
  ConditionerRule policed;
  policed.match.dscps = {Dscp{2}};
  policed.meter = SrTcm::Profile{Rate::kbps(200), Bytes{5000}, Bytes{3000}};
  policed.actions[1].mark = Dscp{12};
  policed.actions[2].drop = true;
  conditioned.ingress = {marked, policed};
  scenario.ports.push_back(conditioned);
  agree(scenario);
}

/// Policed upstream, queued and shaped downstream, among neighbours.
TEST_F(Runners, AgreeOnAGatewayAmongItsNeighbours) {
  auto scenario = home_network();
  scenario.gateways.gateways[0].access.links = scenario.gateways.gateways[0].network.links = 1;
  scenario.gateways.groups[0].outer.reset();
  scenario.gateways.hosts[0].number = 1;  // the phone's address is 10.0.0.1
  scenario.links[0].rate = scenario.links[1].rate = Rate::gbps(10);
  add_background(scenario, 0.1);
  const auto send = [&](const std::string& from, const std::string& to, Rate rate, Dscp mark) {
    scenario.flows.push_back(flow_between(from, to, from + std::to_string(scenario.flows.size()),
                                          ConstantTraffic{{rate, Layer::line}, Bytes{982}}, mark));
    begin_at(scenario.flows.back(),
             Instant{} + Duration::microseconds(2'000 + 33 * static_cast<int>(scenario.flows.size())));
    scenario.flows.back().stop = Instant{} + 150_ms;
  };
  send("phone", "server", Rate::kbps(30'000), Dscp{46});
  send("phone", "server", Rate::kbps(5'100), Dscp{});
  send("server", "phone", Rate::kbps(34'000), Dscp{});
  send("server", "phone", Rate::kbps(5'100), Dscp{46});
  const auto drops = simulated(scenario);
  const auto home = read_capture(file("bng.home.pcap"));
  const auto core = read_capture(file("bng.core.pcap"));
  const std::uint8_t phone = 1;
  const std::uint8_t server = 10;

  auto gateways = scenario.gateways;
  gateways.hosts.clear();
  GatewayPassage passage{gateways, gateways.gateways[0], 1, 1};
  EXPECT_EQ(emulated(passage, {sent_by(phone, home), sent_by(server, core)}), drops);
  EXPECT_EQ(drops.size(), 2U);
  EXPECT_GT(left(0).size(), 300U);
  EXPECT_GT(left(1).size(), 200U);
  EXPECT_EQ(difference(sent_by(server, home), left(0)), "");
  EXPECT_EQ(difference(sent_by(phone, core), left(1)), "");
}

}  // namespace
}  // namespace qoslab::emulation
