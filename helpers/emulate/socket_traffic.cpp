#include "helpers/emulate/socket_traffic.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <limits>
#include <optional>
#include <vector>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/descriptor.h"
#include "model/packet/layers.h"
#include "model/results/delay_histogram.h"
#include "model/traffic/open_loop.h"

namespace qoslab::emulation {
namespace {

constexpr timeval patience{0, 100'000};  ///< so often a waiting end looks whether the run has ended

bool over(const SocketFlow& flow) {
  return flow.ended->load() ||
         (flow.flow.stop && monotonic_ns() - flow.start >= flow.flow.stop->since_start().ps() / 1000);
}

/// False: the flow was over before.
bool wait_until(const SocketFlow& flow, std::int64_t at) {
  constexpr std::int64_t slice = 100'000'000;
  while (!over(flow)) {
    const std::int64_t next = std::min(at, monotonic_ns() + slice);
    const timespec time{next / 1'000'000'000, next % 1'000'000'000};
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
    if (next == at) return true;
  }
  return false;
}

std::int64_t start_of(const SocketFlow& flow) { return flow.start + flow.flow.start.since_start().ps() / 1000; }

sockaddr_in address_of(IpAddress address, std::uint16_t port) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_addr.s_addr = htonl(static_cast<std::uint32_t>(address.low));
  result.sin_port = htons(port);
  return result;
}

void option(int socket, int level, int name, int value) { ::setsockopt(socket, level, name, &value, sizeof value); }

/// Bound to the flow's end here, its packets marked.
Descriptor socket_of(const SocketFlow& flow, bool sends) {
  const int type = flow.tuple.protocol == ip_protocol::tcp ? SOCK_STREAM : SOCK_DGRAM;
  Descriptor socket{::socket(AF_INET, type | SOCK_CLOEXEC, 0)};
  const auto here = sends ? address_of(flow.tuple.source, flow.tuple.source_port)
                          : address_of(flow.tuple.destination, flow.tuple.destination_port);
  option(socket.number(), IPPROTO_IP, IP_TOS, flow.flow.dscp.value << 2);
  option(socket.number(), SOL_SOCKET, SO_REUSEADDR, 1);
  ::setsockopt(socket.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (type == SOCK_STREAM) {
    const auto& tcp = flow.flow.tcp;
    const std::string congestion = tcp.congestion == "cubic" ? "cubic" : "reno";
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_CONGESTION, congestion.c_str(),
                 static_cast<socklen_t>(congestion.size()));
    option(socket.number(), IPPROTO_TCP, TCP_NODELAY, 1);
    option(socket.number(), IPPROTO_TCP, TCP_MAXSEG, static_cast<int>(tcp.segment.count()));
    option(socket.number(), IPPROTO_TCP, TCP_WINDOW_CLAMP, static_cast<int>(tcp.window.count()));
  }
  if (::bind(socket.number(), reinterpret_cast<const sockaddr*>(&here), sizeof here) != 0)
    fail(flow.flow.name, "its host cannot open a socket");
  return socket;
}

bool connected(const SocketFlow& flow, int socket) {
  const auto there = address_of(flow.tuple.destination, flow.tuple.destination_port);
  while (!over(flow))
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&there), sizeof there) == 0 || errno == EISCONN)
      return true;
  return false;
}

class Watch {
 public:
  explicit Watch(SocketFlowResults& results) : results_{results} {}
  ~Watch() {
    results_.delays = delays_.count();
    results_.mean = delays_.mean().value_or(Duration{});
    results_.p99 = delays_.quantile(0.99).value_or(Duration{});
    results_.most = delays_.most().value_or(Duration{});
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  void took(std::int64_t since) {
    delays_.add(Duration::nanoseconds(std::max<std::int64_t>(0, monotonic_ns() - since)));
  }

 private:
  SocketFlowResults& results_;
  DelayHistogram delays_;
};

void came(SocketFlowResults& results, std::int64_t& first, std::int64_t bytes) {
  const std::int64_t now = monotonic_ns();
  if (results.payload == 0) first = now;
  results.payload += bytes;
  results.busy = Duration::nanoseconds(now - first);
}

void send_datagrams(const SocketFlow& flow) {
  const auto socket = socket_of(flow, true);
  if (!connected(flow, socket.number())) return;
  const auto source = open_loop_source(flow.flow.traffic, flow.flow.start, flow.seed, flow.flow.name);
  std::array<char, 65'536> payload{};
  for (;;) {
    const auto emission = source->next();
    if (!wait_until(flow, flow.start + emission.at.since_start().ps() / 1000)) return;
    const std::int64_t now = monotonic_ns();
    std::memcpy(payload.data(), &now, sizeof now);
    const auto size = std::max<std::int64_t>(sizeof now, (emission.ip_size - header::ipv4 - header::udp).count());
    if (::send(socket.number(), payload.data(), static_cast<std::size_t>(size), 0) >= 0) ++flow.results->sent;
  }
}

void receive_datagrams(const SocketFlow& flow) {
  const auto socket = socket_of(flow, false);
  option(socket.number(), SOL_SOCKET, SO_RCVBUF, 4 << 20);
  Watch watch{*flow.results};
  std::array<char, 65'536> payload{};
  std::int64_t first = 0;
  while (!flow.ended->load()) {
    const auto size = ::recv(socket.number(), payload.data(), payload.size(), 0);
    std::int64_t left;
    if (size < static_cast<ssize_t>(sizeof left)) continue;
    std::memcpy(&left, payload.data(), sizeof left);
    watch.took(left);
    ++flow.results->received;
    came(*flow.results, first, size);
  }
}

/// Of an exchange over a connection.
struct Exchange {
  std::int64_t request, response;
  Duration pause;
  std::int64_t count;
};

Exchange exchange_of(const Traffic& traffic) {
  constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
  if (const auto* file = std::get_if<FileTraffic>(&traffic))
    return {file->size.count(), 1, file->pause, file->count.value_or(endless)};
  const auto& transaction = std::get<TransactionTraffic>(traffic);
  return {transaction.request.count(), transaction.response.count(), transaction.pause, endless};
}

/// All of it; false: the flow was over before.
bool send_all(const SocketFlow& flow, int socket, std::int64_t bytes) {
  static const std::vector<char> piece(65'536);
  while (bytes > 0) {
    if (over(flow)) return false;
    const auto size = static_cast<std::size_t>(std::min<std::int64_t>(bytes, std::ssize(piece)));
    const auto sent = ::send(socket, piece.data(), size, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
    bytes -= std::max<ssize_t>(0, sent);
  }
  return true;
}

template <typename Came>
bool receive_all(const SocketFlow& flow, int socket, std::int64_t bytes, Came&& came) {
  std::array<char, 65'536> piece;
  while (bytes > 0) {
    if (flow.ended->load()) return false;
    const auto size = static_cast<std::size_t>(std::min<std::int64_t>(bytes, std::ssize(piece)));
    const auto got = ::recv(socket, piece.data(), size, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (got > 0) came(got);
    bytes -= std::max<ssize_t>(0, got);
  }
  return true;
}

void ask(const SocketFlow& flow) {
  if (!wait_until(flow, start_of(flow))) return;
  const auto socket = socket_of(flow, true);
  if (!connected(flow, socket.number())) return;
  const auto exchange = exchange_of(flow.flow.traffic);
  Watch watch{*flow.results};
  for (std::int64_t i = 0; i < exchange.count; ++i) {
    const std::int64_t began = monotonic_ns();
    ++flow.results->sent;
    if (!send_all(flow, socket.number(), exchange.request)) return;
    if (!receive_all(flow, socket.number(), exchange.response, [](auto) {})) return;
    ++flow.results->received;
    watch.took(began);
    if (!wait_until(flow, monotonic_ns() + exchange.pause.ps() / 1000)) return;
  }
}

void answer(const SocketFlow& flow) {
  const auto listener = socket_of(flow, false);
  if (::listen(listener.number(), 1) != 0) fail(flow.flow.name, "its host cannot listen");
  const auto exchange = exchange_of(flow.flow.traffic);
  std::int64_t first = 0;
  while (!flow.ended->load()) {
    const Descriptor socket{::accept4(listener.number(), nullptr, nullptr, SOCK_CLOEXEC)};
    if (!socket.valid()) continue;
    ::setsockopt(socket.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    while (
        receive_all(flow, socket.number(), exchange.request, [&](auto bytes) { came(*flow.results, first, bytes); }) &&
        send_all(flow, socket.number(), exchange.response)) {}
  }
}

}  // namespace

void send_flow(const SocketFlow& flow) {
  return flow.tuple.protocol == ip_protocol::tcp ? ask(flow) : send_datagrams(flow);
}

void receive_flow(const SocketFlow& flow) {
  return flow.tuple.protocol == ip_protocol::tcp ? answer(flow) : receive_datagrams(flow);
}

}  // namespace qoslab::emulation
