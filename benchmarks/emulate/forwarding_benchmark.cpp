// Nanoseconds of the processor that a frame of 64 bytes costs from one device to another, in a network namespace with
// two virtual pairs: the bare forwarder's two ways, our ports alone, and the relay with a FIFO at 10 Gbit/s between two
// packet rings. The frames wait in the ring before the clock starts, so that their sender does not count; the device's
// own work, up to the far end of the pair, does. Each way in turn, again and again; the medians are printed, with the
// frames a second that a core could carry.
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "benchmarks/emulate/bare_forwarder.h"
#include "benchmarks/gateway/stopwatch.h"
#include "helpers/emulate/packet_ring_port.h"
#include "helpers/emulate/private_network.h"
#include "helpers/emulate/relay.h"
#include "helpers/emulate/veth.h"
#include "helpers/emulate/xdp_port.h"
#include "model/emulation/network_passage.h"

namespace qoslab::bench {
namespace {

using namespace emulation;

constexpr std::size_t frames_a_round = 2000;
constexpr int rounds = 40;
constexpr int turns = 5;

/// Puts frames into the pair's other end: UDP from 10.0.0.1 to 10.0.0.2, for no MAC address of this machine.
class Load {
 public:
  explicit Load(const std::string& device) : socket_{::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0)} {
    const int on = 1;
    sockaddr_ll address{};
    address.sll_family = AF_PACKET;
    address.sll_ifindex = static_cast<int>(::if_nametoindex(device.c_str()));
    ::setsockopt(socket_.number(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on);
    if (::bind(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      fail(device, "cannot be bound");
  }
  void round() {
    for (std::size_t i = 0; i < frames_a_round; ++i)
      if (::send(socket_.number(), frame_.data(), frame_.size(), 0) < 0) fail("load", "cannot be sent");
  }

 private:
  Descriptor socket_;
  std::array<std::uint8_t, 60> frame_{2, 0, 0,  0,  0,    1,    2,  0, 0, 0, 0,  2, 8, 0, 0x45, 0, 0, 46, 0, 0,
                                      0, 0, 64, 17, 0x66, 0xbd, 10, 0, 0, 1, 10, 0, 0, 2, 0,    1, 0, 2,  0, 26};
};

/// Nanoseconds a frame; `forward` carries on what waits and says how much that was.
std::vector<double> measure(const std::function<std::size_t()>& forward) {
  Load load{"home"};
  std::vector<double> costs;
  for (int i = 0; i < rounds; ++i) {
    load.round();
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

/// Two nodes and a link.
Scenario plain_link() {
  Scenario scenario;
  scenario.nodes = {{"home", false, false, {}, {}}, {"server", false, false, {}, {}}};
  scenario.links = {{"link", "home", "server", Rate::mbps(10'000), {}}};
  for (const char* node : {"home", "server"}) {
    auto& port = scenario.ports.emplace_back();
    port.node = node;
    port.link = "link";
    port.classes.emplace_back().queue.limit = {.packets = 10'000, .bytes = std::nullopt};
  }
  return scenario;
}

std::vector<double> relayed() {
  MonotonicClock clock;
  const auto scenario = plain_link();
  NetworkPassage passage{scenario, {"home", "server"}, 1};
  PacketRingPort access{"access", "access", clock};
  PacketRingPort network{"network", "network", clock};
  Relay relay{passage, {&access, &network}, clock, {}};
  std::int64_t sent = 0;
  return measure([&] {
    relay.turn();
    while (relay.busy()) relay.turn();
    const auto before = std::exchange(sent, network.results().sent.packets);
    return static_cast<std::size_t>(sent - before);
  });
}

void run() {
  if (!enter_private_network()) {
    std::puts("bench_emulate: no network namespace is allowed here; nothing is measured");
    return;
  }
  const VethPair left{"home", "access", 1500};
  const VethPair right{"network", "server", 1500};
  const std::vector<std::pair<std::string, std::function<std::vector<double>()>>> ways{
      {"bare, transmit ring", [] { return bare(Way::transmit_ring); }},
      {"bare, sendmmsg", [] { return bare(Way::sendmmsg); }},
      {"packet rings alone", ports<PacketRingPort>},
      {"AF_XDP alone", ports<XdpPort>},
      {"relay, plain link", relayed}};
  std::map<std::string, std::vector<double>> costs;
  for (int turn = 0; turn < turns; ++turn)
    for (const auto& [name, way] : ways)
      for (const double cost : way()) costs[name].push_back(cost);
  for (const auto& [name, way] : ways) {
    auto& all = costs[name];
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    const double median = all[all.size() / 2];
    std::printf("%-22s %7.0f ns  %6.0f kpps\n", name.c_str(), median, 1e6 / median);
  }
}

}  // namespace
}  // namespace qoslab::bench

int main() {
  try {
    qoslab::bench::run();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
