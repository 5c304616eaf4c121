#include "benchmarks/emulate/tcp_benchmark.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "benchmarks/emulate/emulated.h"
#include "benchmarks/emulate/networks.h"
#include "helpers/emulate/clock.h"
#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/offloads.h"
#include "helpers/emulate/private_network.h"
#include "helpers/emulate/rights.h"
#include "helpers/emulate/veth.h"

namespace qoslab::bench {
namespace {

using namespace emulation;

constexpr std::uint16_t port = 5001;
constexpr std::uint32_t client = 0x0a010001;  ///< 10.1.0.1; through tc 10.2.0.1
constexpr std::uint32_t to_server = 1;        ///< beyond the client's address
constexpr std::uint32_t next_network = 0x10000;
constexpr double head_start = 1;  ///< seconds of slow start that are not counted
constexpr double counted = 3;
constexpr Bytes burst{16'000};
constexpr double contents = 1448;  ///< of a frame of so many bytes: IP, and TCP with time stamps, have the others
constexpr double frame = 1514;
constexpr int rounds = 4;              ///< other programs disturb some; the best counts
constexpr int priority_of_hosts = 20;  ///< below the emulation's

void without_offloads(const std::string& device) {
  std::vector<std::string> names;
  for (const auto& offload : offloads_of(device))
    if (offload.on && !offload.fixed) names.push_back(offload.name);
  switch_offloads(device, names, false);
}

/// TCP hands over many packets as one all the same, and a discipline of the kernel's then sees them at once.
void one_packet_at_a_time(const std::string& device) {
  std::system(("ip link set dev " + device + " gso_max_segs 1").c_str());
}

/// The far end in a network of its own: a process that counts what comes over TCP.
class Server {
 public:
  explicit Server(const std::vector<std::string>& devices)
      : counter_{new (::mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                     Counter{}} {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("server", "cannot be made");
    const Descriptor here{ends[0]};
    Descriptor there{ends[1]};
    std::fflush(nullptr);
    process_ = ::fork();
    if (process_ == 0) live(devices, there.number());
    there = Descriptor{};
    char byte;
    if (process_ < 0 || ::read(here.number(), &byte, 1) != 1) fail("server", "has no network");
    for (const auto& device : devices) hand_over(device, process_);
    if (::write(here.number(), "", 1) != 1 || ::read(here.number(), &byte, 1) != 1) fail("server", "does not come up");
  }
  ~Server() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  struct Came {
    std::int64_t bytes, at;  ///< all so far, and when the last of them came, in nanoseconds
  };
  [[nodiscard]] Came came() const {
    Came came{};
    do came = {counter_->bytes, counter_->at};
    while (came.bytes != counter_->bytes);
    return came;
  }

 private:
  struct Counter {
    std::atomic<std::int64_t> bytes, at;
  };

  [[noreturn]] void live(const std::vector<std::string>& devices, int parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    take_fixed_priority(priority_of_hosts);
    char byte;
    if (!enter_private_network() || ::write(parent, "", 1) != 1 || ::read(parent, &byte, 1) != 1) ::_exit(1);
    std::uint32_t address = client + to_server;
    for (const auto& device : devices) {
      without_offloads(device);
      give_address(device, address, 16);
      set_up(device, true);
      address += next_network;
    }
    const Descriptor listener{::socket(AF_INET, SOCK_STREAM, 0)};
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_port = htons(port);
    if (::bind(listener.number(), reinterpret_cast<sockaddr*>(&here), sizeof here) != 0 ||
        ::listen(listener.number(), 4) != 0 || ::write(parent, "", 1) != 1)
      ::_exit(1);
    std::vector<char> piece(1 << 18);
    // Only the newest connection counts: the end of the one before may be lost with the shaper that it went through.
    for (Descriptor connection;;) {
      std::array<pollfd, 2> wanted{{{listener.number(), POLLIN, 0}, {connection.number(), POLLIN, 0}}};
      ::poll(wanted.data(), wanted.size(), -1);
      if (wanted[0].revents != 0) {
        connection = Descriptor{::accept(listener.number(), nullptr, nullptr)};
        continue;
      }
      const auto got = ::recv(connection.number(), piece.data(), piece.size(), 0);
      counter_->at = monotonic_ns();
      counter_->bytes += std::max<ssize_t>(0, got);
      if (got <= 0) connection = Descriptor{};
    }
  }

  Counter* counter_;
  pid_t process_ = -1;
};

/// Bits a second of contents that arrive in the seconds after the first one of a connection, as fast as it goes.
double goodput(const Server& server, std::uint32_t address) {
  const Descriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  const timeval patience{0, 50'000};
  ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const linger nothing_left{1, 0};  // what waits when it ends is not sent into the next measurement
  ::setsockopt(socket.number(), SOL_SOCKET, SO_LINGER, &nothing_left, sizeof nothing_left);
  // Every system has it, and it keeps the queue filled.
  ::setsockopt(socket.number(), IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr.s_addr = htonl(address);
  there.sin_port = htons(port);
  const auto began = monotonic_ns();
  const auto since = [&] { return static_cast<double>(monotonic_ns() - began) * 1e-9; };
  while (::connect(socket.number(), reinterpret_cast<sockaddr*>(&there), sizeof there) != 0 && errno != EISCONN)
    if (since() > 5) fail("server", "no connection");
  const std::vector<char> piece(1 << 16);
  const auto send_until = [&](double end) {
    while (since() < end)
      if (::send(socket.number(), piece.data(), piece.size(), MSG_NOSIGNAL) < 0 && errno != EAGAIN)
        fail("server", "the connection broke");
  };
  const double connected = since();
  send_until(connected + head_start);
  const auto first = server.came();
  send_until(connected + head_start + counted);
  const auto last = server.came();
  if (last.bytes == first.bytes) fail("server", "nothing came", ENODATA);
  return static_cast<double>(last.bytes - first.bytes) * 8e9 / static_cast<double>(last.at - first.at);
}

/// As long as 60 ms of the rate.
Bytes waiting_room(std::int64_t mbps) { return Bytes{mbps * 7'500}; }

Scenario shaped_line(std::int64_t mbps) {
  auto scenario = line_of(Rate::gbps(10), {});
  auto& shaped = scenario.ports.front();
  shaped.layer = Layer::ethernet;  // what tc counts
  shaped.shaper = ShaperSpec{.rate = Rate::mbps(mbps), .burst = burst, .tick = {}};
  shaped.classes.front().queue.limit = {.packets = std::nullopt, .bytes = waiting_room(mbps)};
  return scenario;
}

double through_ours(const Server& server, std::int64_t mbps) {
  const Emulated emulated{shaped_line(mbps), false};
  return goodput(server, client + to_server);
}

/// 0: tc is not there.
double through_tc(const Server& server, std::int64_t mbps) {
  const auto tbf = "tc qdisc replace dev tcp0 root tbf rate " + std::to_string(mbps) + "mbit burst " +
                   std::to_string(burst.count()) + "b limit " + std::to_string(waiting_room(mbps).count()) + "b";
  if (std::system(tbf.c_str()) != 0) return 0;
  const double rate = goodput(server, client + to_server + next_network);
  std::system("tc qdisc del dev tcp0 root 2>/dev/null");
  return rate;
}

double nearer(double wanted, double one, double other) {
  return std::abs(one - wanted) < std::abs(other - wanted) ? one : other;
}

}  // namespace

void report_tcp() {
  const VethPair straight{"tcp0", "tcp1", 1500};
  const Server host{{"server", "tcp1"}};
  take_fixed_priority(priority_of_hosts);
  std::uint32_t address = client;
  for (const char* device : {"home", "tcp0"}) {
    without_offloads(device);
    one_packet_at_a_time(device);
    give_address(device, address, 16);
    address += next_network;
  }
  std::printf("### Goodput of one TCP connection through a token bucket, in Mbit/s\n\nBoth count frames without ");
  std::printf("check sequence, keep a burst of 16 kB, and hold 60 ms of their rate.\n\n");
  std::printf("| Mbit/s | possible | tc tbf | emulation | emulation / tc |\n| ---: | ---: | ---: | ---: | ---: |\n");
  for (const std::int64_t mbps : {10, 100}) {
    const double possible = static_cast<double>(mbps) * contents / frame;
    double tc = 0;
    double ours = 0;
    for (int round = 0; round < rounds; ++round) {  // in turns, so that both have the same disturbances
      tc = nearer(possible, tc, through_tc(host, mbps) / 1e6);
      ours = nearer(possible, ours, through_ours(host, mbps) / 1e6);
    }
    std::printf("| %ld | %.3f | %.3f | %.3f | %.4f |\n", static_cast<long>(mbps), possible, tc, ours,
                tc > 0 ? ours / tc : 0);
  }
  std::printf("\n");
}

}  // namespace qoslab::bench
