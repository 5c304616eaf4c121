#include "helpers/emulate/demonstration.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <thread>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/devices.h"
#include "helpers/emulate/offloads.h"
#include "helpers/emulate/private_network.h"
#include "helpers/emulate/rights.h"
#include "model/network/addresses.h"

namespace qoslab::emulation {
namespace {

constexpr std::array<const char*, 2> ours = {"demo0", "demo1"};
constexpr unsigned mtu = 1500;
constexpr Duration before = Duration::milliseconds(250);  ///< the hosts open their sockets meanwhile
constexpr Duration after = Duration::seconds(1);          ///< what is on its way arrives
constexpr int priority_of_hosts = 20;                     ///< below the emulation's
constexpr unsigned all_links = 8;                         ///< bits that the networks of all links have in common

void send_frames_as_they_are(const std::string& device) {
  std::vector<std::string> names;
  for (const auto& offload : offloads_of(device))
    if (offload.on && !offload.fixed) names.push_back(offload.name);
  switch_offloads(device, names, false);
}

/// A byte through the socket: the other side has come so far. False: it is gone.
bool say(int socket) { return ::send(socket, "", 1, MSG_NOSIGNAL) == 1; }
bool await(int socket) {
  char byte;
  return ::recv(socket, &byte, 1, 0) == 1;
}

}  // namespace

/// Followed by the flows' results.
struct Demonstration::Board {
  std::atomic<std::int64_t> start;  ///< of the run, in nanoseconds of CLOCK_MONOTONIC; 0: not yet
  std::atomic<bool> ended;
  std::array<MacAddress, 2> macs;  ///< of the hosts, which are told them when both are there
};

Demonstration::Demonstration(const Scenario& scenario, Duration sending, std::uint64_t seed) : sending_{sending} {
  if (!scenario.gateways.gateways.empty())
    throw CannotEmulate{
        "--demo: a gateway knows its subscribers by their tags, and the hosts of the demonstration send none; bind two "
        "devices as access and network, or captures"};
  if (scenario.flows.empty())
    throw CannotEmulate{"--demo: the scenario has no flows that two hosts could send; bind devices instead"};
  nodes_ = {scenario.flows.front().from, scenario.flows.front().to};
  for (std::size_t i = 0; i < 2; ++i)
    addresses_[i] = static_cast<std::uint32_t>(node_address(nodes_[i], scenario.links).value_or(IpAddress{}).low);
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    const auto& flow = scenario.flows[i];
    if (std::array{flow.from, flow.to} != nodes_ && std::array{flow.to, flow.from} != nodes_) continue;
    auto& hosted =
        flows_.emplace_back(SocketFlow{flow, flow_tuple(i, flow, scenario.links), seed, 0, nullptr, nullptr});
    const Instant end = Instant::at(sending);
    hosted.flow.stop = std::min(flow.stop.value_or(end), end);
  }
  if (!enter_private_network()) fail("--demo", "this system allows no network namespaces");
  size_ = sizeof(Board) + alignof(SocketFlowResults) + flows_.size() * sizeof(SocketFlowResults);
  void* memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc{};
  board_ = new (memory) Board{};
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    flows_[i].ended = &board_->ended;
    flows_[i].results = new (results_of(i)) SocketFlowResults{};
  }
  for (std::size_t side = 0; side < nodes_.size(); ++side) make_host(side);
}

SocketFlowResults* Demonstration::results_of(std::size_t flow) const {
  constexpr std::size_t first =
      (sizeof(Board) + alignof(SocketFlowResults) - 1) / alignof(SocketFlowResults) * alignof(SocketFlowResults);
  return reinterpret_cast<SocketFlowResults*>(reinterpret_cast<std::byte*>(board_) + first) + flow;
}

/// It makes its network, is given its end of the cable, and says that it is ready.
void Demonstration::make_host(std::size_t side) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(nodes_[side], "cannot be made");
  const Descriptor here{ends[0]};
  Descriptor there{ends[1]};
  const std::string other = std::string{ours.at(side)} + "x";
  cables_.push_back(std::make_unique<VethPair>(ours.at(side), other, mtu));
  send_frames_as_they_are(ours.at(side));
  std::fflush(nullptr);
  const auto host = ::fork();
  if (host < 0) fail(nodes_[side], "cannot be made");
  if (host == 0) live(side, there.number());
  hosts_.push_back(host);
  there = Descriptor{};
  if (!await(here.number())) fail(nodes_[side], "has no network", EPERM);
  hand_over(other, host);
  if (!say(here.number()) || !await(here.number())) fail(nodes_[side], "does not come up", EIO);
}

void Demonstration::live(std::size_t side, int parent) {
  try {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
    const std::string device = std::string{ours.at(side)} + "x";
    if (!enter_private_network() || !say(parent) || !await(parent)) ::_exit(1);
    send_frames_as_they_are(device);
    give_address(device, addresses_.at(side), all_links);
    set_up(device, true);
    board_->macs.at(side) = mac_of(device).value_or(MacAddress{});
    if (!say(parent)) ::_exit(1);
    while (board_->start == 0 && !board_->ended) ::poll(nullptr, 0, 5);
    // A scenario's hosts do not ask each other for addresses either, and send when they want to.
    know_neighbour(device, addresses_.at(1 - side), board_->macs.at(1 - side));
    for (auto& flow : flows_) flow.start = board_->start;
    std::vector<std::thread> threads;
    for (const auto& flow : flows_)
      threads.emplace_back([&flow, sends = flow.flow.from == nodes_.at(side)] {
        take_fixed_priority(priority_of_hosts);
        try {
          sends ? send_flow(flow) : receive_flow(flow);
        } catch (const DeviceError& error) {
          std::fprintf(stderr, "qoslab: %s\n", error.what());
        }
      });
    for (auto& thread : threads) thread.join();
    while (!board_->ended) ::poll(nullptr, 0, 50);
    ::_exit(0);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "qoslab: %s\n", error.what());
    ::_exit(1);
  }
}

void Demonstration::begin() { board_->start = monotonic_ns() + before.ps() / 1000; }

Duration Demonstration::lasts() const { return before + sending_ + after; }

std::vector<Binding> Demonstration::bindings() const { return {{nodes_[0], ours[0]}, {nodes_[1], ours[1]}}; }

void Demonstration::end() {
  constexpr int looks = 100;
  board_->ended = true;
  for (const auto host : hosts_) {
    int left = looks;
    for (; left > 0 && ::waitpid(host, nullptr, WNOHANG) == 0; --left) ::poll(nullptr, 0, 10);
    if (left > 0) continue;
    ::kill(host, SIGKILL);
    ::waitpid(host, nullptr, 0);
  }
  hosts_.clear();
}

std::vector<Demonstration::Flow> Demonstration::flows() const {
  std::vector<Flow> flows;
  for (const auto& f : flows_)
    flows.push_back({f.flow.name, f.flow.label, f.tuple.protocol == ip_protocol::tcp, *f.results});
  return flows;
}

Demonstration::~Demonstration() {
  end();
  ::munmap(board_, size_);
}

}  // namespace qoslab::emulation
