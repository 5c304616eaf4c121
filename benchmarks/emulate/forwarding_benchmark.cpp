// Nanoseconds of the processor that a frame of 64 bytes costs from one device to another, in a network namespace with
// two virtual pairs: the bare forwarder's two ways, our ports alone, and the relay with a FIFO at 10 Gbit/s between two
// packet rings or AF_XDP sockets. The frames wait in the ring before the clock starts, so that their sender does not
// count; the device's own work, up to the far end of the pair, does. Each way in turn, again and again; the best turn's
// median is printed, with the frames a second that a core could carry.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/emulate/bare_forwarder.h"
#include "benchmarks/emulate/networks.h"
#include "benchmarks/emulate/stream.h"
#include "benchmarks/gateway/stopwatch.h"
#include "helpers/emulate/packet_ring_port.h"
#include "helpers/emulate/relay.h"
#include "helpers/emulate/xdp_port.h"
#include "model/emulation/gateway_passage.h"
#include "model/emulation/network_passage.h"
#include "tests/model/bng/gateways.h"

namespace qoslab::bench {
namespace {

using namespace emulation;

constexpr std::size_t frames_a_round = 2000;
constexpr std::size_t subscribers = 16'000;
constexpr int rounds = 40;
constexpr int turns = 5;

/// Nanoseconds a frame; `forward` carries on what waits and says how much that was.
std::vector<double> measure(const std::function<std::size_t()>& forward) {
  Stream stream{"home", 60};
  std::vector<double> costs;
  for (int i = 0; i < rounds; ++i) {
    for (std::size_t n = 0; n < frames_a_round; ++n) {
      stream.address(static_cast<std::uint32_t>(n * subscribers / frames_a_round));
      stream.send();
    }
    const Stopwatch watch{Stopwatch::Clock::thread};
    std::size_t done = 0;
    for (int idle = 0; done < frames_a_round && idle < 100; ++idle)  // some may be lost on the way in
      if (const auto frames = forward(); frames > 0) done += frames, idle = 0;
    costs.push_back(watch.nanoseconds() / static_cast<double>(done));
  }
  return costs;
}

std::vector<double> bare(Way way) {
  BareForwarder forwarder{"access", "network", way};
  return measure([&] { return forwarder.turn(256); });
}

template <class Port>
std::vector<double> ports() {
  MonotonicClock clock;
  Port access{"access", "access", clock};
  Port network{"network", "network", clock};
  return measure([&] {
    const auto sink = [&](auto bytes, Instant at) { network.send(bytes, at); };
    const auto done = access.receive(sink, 64);
    network.flush();
    return done;
  });
}

/// Frames come in on `access`, which is the passage's port `in`.
template <class Port>
std::vector<double> relayed(Passage& passage, std::size_t in) {
  MonotonicClock clock;
  Port access{"access", "access", clock};
  Port network{"network", "network", clock};
  std::vector<FramePort*> ports{&network, &network};
  ports[in] = &access;
  Relay relay{passage, ports, clock, {}};
  std::int64_t sent = 0;
  auto costs = measure([&] {
    relay.turn();
    while (relay.busy()) relay.turn();
    const auto before = std::exchange(sent, network.results().sent.packets);
    return static_cast<std::size_t>(sent - before);
  });
  for (const auto& account : relay.accounts())
    if (account.name.ends_with("nobody") && account.offered.packets > 0) fail("gateway", "frames are nobody's", EINVAL);
  return costs;
}

template <class Port>
std::vector<double> through_link() {
  NetworkPassage passage{line_of(Rate::mbps(10'000), {}), {"home", "server"}, 1};
  return relayed<Port>(passage, 0);
}

/// Towards the subscribers, of whom nobody sends by himself.
std::vector<double> through_gateway() {
  auto spec = bng::imix_gateway(subscribers, 0, 10'000);
  spec.groups[0].traffic.clear();
  spec.gateways[0].processor.reset();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  return relayed<PacketRingPort>(passage, 1);
}

double median(std::vector<double> costs) {
  const auto middle = costs.begin() + std::ssize(costs) / 2;
  std::nth_element(costs.begin(), middle, costs.end());
  return *middle;
}

}  // namespace

void report_costs() {
  const std::vector<std::pair<std::string, std::function<std::vector<double>()>>> ways{
      {"bare forwarder, transmit ring", [] { return bare(Way::transmit_ring); }},
      {"bare forwarder, sendmmsg", [] { return bare(Way::sendmmsg); }},
      {"packet rings alone", ports<PacketRingPort>},
      {"AF_XDP alone", ports<XdpPort>},
      {"plain link", through_link<PacketRingPort>},
      {"plain link over AF_XDP", through_link<XdpPort>},
      {"gateway, 16,000 subscribers", through_gateway}};
  std::map<std::string, double> costs;
  for (int turn = 0; turn < turns; ++turn)
    for (const auto& [name, way] : ways) {
      const double cost = median(way());
      const auto [best, first] = costs.try_emplace(name, cost);
      if (!first) best->second = std::min(best->second, cost);
    }
  const double bare = std::min(costs["bare forwarder, transmit ring"], costs["bare forwarder, sendmmsg"]);
  std::printf("### 64-byte frames\n\n| through | ns a frame | kframe/s | part of the bare forwarder's rate |\n");
  std::printf("| --- | ---: | ---: | ---: |\n");
  for (const auto& [name, way] : ways)
    std::printf("| %s | %.0f | %.0f | %.0f %% |\n", name.c_str(), costs[name], 1e6 / costs[name],
                100 * bare / costs[name]);
  std::printf("\nThe gateway carries %.0f %% of what the plain link does; wanted: 85 %%.\n\n",
              100 * costs["plain link"] / costs["gateway, 16,000 subscribers"]);
}

}  // namespace qoslab::bench
