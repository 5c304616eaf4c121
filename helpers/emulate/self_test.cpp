#include "helpers/emulate/self_test.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <thread>
#include <tuple>

#include "helpers/emulate/private_network.h"
#include "helpers/emulate/relay_loop.h"
#include "helpers/emulate/rights.h"
#include "helpers/emulate/test_stream.h"
#include "helpers/emulate/veth.h"
#include "model/emulation/network_passage.h"
#include "model/scenario/scenario.h"

namespace qoslab::emulation {
namespace {

constexpr Duration burst = Duration::milliseconds(30);
constexpr Duration grace = Duration::milliseconds(20);  ///< within which what was sent comes in and goes out
constexpr std::size_t most_text = 160;

/// What a process tells of its self-test.
struct Message {
  std::array<char, most_text> skipped{}, ports{}, limit{};
  std::int64_t frames_per_second = 0;
  std::array<Duration, 3> lateness{};
};

void put(std::array<char, most_text>& room, const std::string& text) { text.copy(room.data(), room.size() - 1); }

Scenario plain_line() {
  Scenario scenario;
  scenario.nodes = {{"in", false, false, {}, {}}, {"out", false, false, {}, {}}};
  scenario.links = {{"line", "in", "out", Rate::mbps(100'000), {}}};
  return scenario;
}

SelfTestResults not_made(std::string why) {
  SelfTestResults results;
  results.skipped = std::move(why);
  return results;
}

/// Processors that this process may use.
int processors() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/// Never returns.
void live(const SelfTestOptions& options, int parent) {
  Message message;
  try {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
    if (enter_private_network()) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      take_fixed_priority();
      const auto results = self_test_here(options);
      put(message.skipped, results.skipped);
      put(message.ports, results.ports);
      put(message.limit, results.limit);
      message.frames_per_second = results.frames_per_second;
      message.lateness = {results.median, results.within, results.most};
    } else {
      put(message.skipped, std::string{"this system allows no network of its own: "} + std::strerror(errno));
    }
  } catch (const std::exception& error) {
    put(message.skipped, error.what());
  }
  const auto ignored = ::write(parent, &message, sizeof message);
  static_cast<void>(ignored);
  ::_exit(0);
}

/// Nothing: it did not come.
std::optional<Message> await(int child, const std::atomic<bool>* stop) {
  constexpr int looks = 500;
  constexpr int milliseconds = 10;
  Message message;
  pollfd readable{child, POLLIN, 0};
  for (int i = 0; i < looks && (stop == nullptr || !stop->load()); ++i)
    if (::poll(&readable, 1, milliseconds) == 1)
      return ::read(child, &message, sizeof message) == sizeof message ? std::optional{message} : std::nullopt;
  return std::nullopt;
}

}  // namespace

std::int64_t BurstTask::carried() const {
  std::int64_t frames = 0;
  for (const auto& account : relay_.accounts()) frames += account.delivered.packets;
  return frames;
}

Instant BurstTask::turn() {
  const Instant next = relay_.turn();
  const auto sent = sent_.load(std::memory_order_acquire);
  if (sent < 0) return next;
  const Instant now = clock_.now();
  if (!given_up_) given_up_ = now + grace;
  if (carried() >= sent || now >= *given_up_) ended_ = true;
  return std::min(next, *given_up_);
}

SelfTestResults self_test_here(const SelfTestOptions& options) {
  const VethPair before{"test0", "test1", 1500};
  const VethPair behind{"test2", "test3", 1500};
  MonotonicClock clock;
  const auto no_note = [](const std::string&) {};
  const auto in = open_port(options.port, {"in", "test1"}, clock, no_note);
  const auto out = open_port(options.port, {"out", "test2"}, clock, no_note);
  const TestStream stream{"test0"};
  const std::vector<FramePort*> ports{in.port.get(), out.port.get()};
  const auto scenario = plain_line();
  const auto send = [&](double per_second) {
    NetworkPassage passage{scenario, {"in", "out"}, 1};
    Relay relay{passage, ports, clock, {.frames = 16'384, .largest = 1540}};
    BurstTask task{relay, clock};
    for (auto* port : ports) port->begin();
    TestStream::Sent sent;
    std::atomic<bool> ready{false};
    std::thread sender{[&] {
      take_fixed_priority(real_time_priority - 1);  // else it is kept from sending by whatever the machine does besides
      ready = true;
      ready.notify_one();
      sent = stream.send(per_second, std::max<std::int64_t>(1, std::llround(per_second * burst.to_seconds())));
      task.sent(sent.frames);
    }};
    ready.wait(false);  // who polls without a pause might keep it from beginning
    run_in_real_time(task, clock, ports,
                     {.busy_poll = options.busy_poll,
                      .rest = limit_of_fixed_priorities().rest(),
                      .stop = &task.ended(),
                      .each_second = {}});
    sender.join();
    return Burst{sent.per_second, sent.frames, task.carried(), relay.lateness()};
  };
  auto results = highest_rate(send, options.precision, [&] { return options.stop != nullptr && options.stop->load(); });
  results.ports = in.kind == PortKind::xdp ? "AF_XDP" : "AF_PACKET";
  return results;
}

SelfTestResults self_test(const SelfTestOptions& options) {
  if (processors() < 2) return not_made("with one processor nobody could send meanwhile");
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_made(std::strerror(errno));
  const Descriptor here{ends[0]};
  Descriptor there{ends[1]};
  const auto child = ::fork();
  if (child < 0) return not_made(std::strerror(errno));
  if (child == 0) live(options, there.number());
  there = Descriptor{};
  const auto message = await(here.number(), options.stop);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const bool stopped = options.stop != nullptr && options.stop->load();
  if (!message) return not_made(stopped ? "it was interrupted" : "it did not come to an end");
  SelfTestResults results;
  results.skipped = message->skipped.data();
  results.ports = message->ports.data();
  results.limit = message->limit.data();
  results.frames_per_second = message->frames_per_second;
  std::tie(results.median, results.within, results.most) =
      std::tie(message->lateness[0], message->lateness[1], message->lateness[2]);
  return results;
}

}  // namespace qoslab::emulation
