// Whatever the frames: what is read of one is true, a new code point changes nothing else, and every frame leaves a
// network and a gateway once, as itself or with a reason.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "model/emulation/gateway_passage.h"
#include "model/emulation/host_edge.h"
#include "model/emulation/network_passage.h"
#include "tests/model/bng/gateways.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab::emulation {
namespace {

using Octets = std::vector<std::uint8_t>;

void demand(bool holds) {
  if (!holds) std::abort();
}

/// Each after a byte with its port and a length of two bytes.
struct Came {
  std::uint8_t port;
  Octets bytes;
};

std::vector<Came> frames_in(std::span<const std::uint8_t> data) {
  std::vector<Came> frames;
  while (data.size() >= 3 && frames.size() < 64) {
    const std::size_t length = std::min(data[1] + std::size_t{256} * data[2], data.size() - 3);
    const auto bytes = data.subspan(3, length);
    frames.push_back({static_cast<std::uint8_t>(data[0] & 1), {bytes.begin(), bytes.end()}});
    data = data.subspan(3 + length);
  }
  return frames;
}

void check_mark(const FrameFacts& facts, Octets bytes) {
  constexpr Dscp other{21};
  const Octets before = bytes;
  write_dscp(bytes, facts, other);
  FrameFacts marked;
  demand(!read_frame(bytes, marked) && marked.packet.dscp == other && marked.ip_at == facts.ip_at);
  demand(marked.packet.tuple == facts.packet.tuple && marked.packet.ip_size == facts.packet.ip_size);
  write_dscp(bytes, marked, facts.packet.dscp);
  const std::size_t sum = facts.ip_at + 10;  // 0 and 0xffff are the same checksum
  for (std::size_t i = 0; i < bytes.size(); ++i)
    demand(bytes[i] == before[i] || (facts.type == ether_type::ipv4 && (i == sum || i == sum + 1)));
}

/// As if each frame were from 10.0.0.1 and for the edge.
void meet_an_edge(Octets bytes) {
  FrameFacts facts;
  constexpr std::size_t mac = 14;
  constexpr std::size_t source = 12;
  if (bytes.size() < mac) return;
  const MacAddress own{bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]};
  if (read_frame(bytes, facts)) facts.ip = false;
  const auto host = facts.ip ? facts.packet.tuple.source : IpAddress::v4(0x0a000001);
  HostEdge edge{{own, host, IpAddress::v4(0x0a000002), 0}, [](IpAddress address) {
                  return address.low % 2 == 0 ? HostEdge::Whose::model : HostEdge::Whose::real_host;
                }};
  const auto verdict = edge.judge(bytes, facts);
  if (verdict == FromHost::neighbour) edge.answer(bytes, {});
  if (verdict == FromHost::packet) {
    const auto packet = edge.packet_of(bytes, facts);
    demand(packet.size() >= source + 8 && packet[0] == 0x45);
    edge.learn({2, 0, 0, 0, 0, 1}, {});
    edge.tell({.frame = {packet, {}}}, {});
  }
  for (const auto& sent : edge.take()) demand(sent.frame.bytes.size() >= 60);
}

void pass(Passage& passage, const std::vector<Came>& frames, Instant& now) {
  std::vector<int> inside(frames.size());
  std::vector<Departure> out;
  const auto run = [&](Instant until) {
    out.clear();
    passage.run(until, out);
    for (const auto& departure : out) {
      demand(inside.at(departure.frame)-- == 1 && departure.account < passage.accounts().size());
      if (departure.reason) demand(!passage.reason(*departure.reason).empty());
    }
  };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    FrameFacts facts;
    if (read_frame(frames[i].bytes, facts)) continue;
    now += Duration::microseconds(frames[i].bytes[0]);
    inside[i] = 1;
    passage.arrive({now, static_cast<std::uint32_t>(i), frames[i].port}, facts);
    if (i % 3 == 0) run(now);
  }
  for (int turns = 0; passage.next() != Instant::never(); ++turns) {
    demand(turns < 100'000);
    now = std::max(now, passage.next()) + Duration::microseconds(100);
    run(now);
  }
  for (const int left : inside) demand(left == 0);
}

Scenario marking_network() {
  auto scenario = small_network();
  auto port = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 5)});
  port.link = "first";
  ConditionerRule rule;
  rule.actions[0].mark = Dscp{10};
  port.ingress = {rule};
  scenario.ports = {port, narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 5)})};
  return scenario;
}

GatewaysSpec quiet_gateway() {
  auto spec = bng::imix_gateway(20, 0, 1'000);
  spec.groups[0].traffic.clear();
  spec.groups[0].outer = spec.groups[0].inner = VlanRange{1, 5};
  return spec;
}

}  // namespace
}  // namespace qoslab::emulation

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace qoslab;
  using namespace qoslab::emulation;
  static const Scenario scenario = marking_network();
  static const GatewaysSpec gateways = quiet_gateway();
  const auto frames = frames_in({data, size});
  for (const auto& [port, bytes] : frames) {
    meet_an_edge(bytes);
    FrameFacts facts;
    if (read_frame(bytes, facts)) continue;
    const auto length = static_cast<std::int64_t>(bytes.size());
    demand(facts.packet.ip_size >= Bytes{} && facts.packet.ip_size + facts.tags <= Bytes{length - 14});
    demand(facts.packet.dscp.value < 64 && facts.ip_at <= bytes.size());
    if (facts.ip) check_mark(facts, bytes);
  }
  NetworkPassage network{scenario, {"a", "b"}, 1};
  Instant start;
  pass(network, frames, start);
  // Takes long to build: it stays, and so does its time.
  static GatewayPassage gateway{gateways, gateways.gateways[0], 1, 1};
  static Instant now;
  pass(gateway, frames, now);
  return 0;
}
