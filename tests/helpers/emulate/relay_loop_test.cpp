#include "helpers/emulate/relay_loop.h"

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <thread>

#include "helpers/emulate/host_watch.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

/// Has nothing to do, and keeps how long it was allowed to rest.
class Idle final : public RealTimeTask {
 public:
  explicit Idle(Clock& clock) : clock_{clock} {}
  Instant turn() override {
    began_ = clock_.now();
    watch.turn(began_);
    return Instant::never();
  }
  void rests_until(Instant wake) override {
    rests.push_back(wake - began_);
    watch.rests_until(wake);
  }

  HostWatch watch;
  std::vector<Duration> rests;

 private:
  Clock& clock_;
  Instant began_;
};

TEST(RelayLoop, NeverRestsForLong) {
  MonotonicClock clock;
  Idle idle{clock};
  run_in_real_time(idle, clock, {}, {.until = clock.now() + 25_ms, .each_second = {}});
  ASSERT_FALSE(idle.rests.empty());
  // From the turn on: what the machine takes until the rest begins is added, and is not long.
  EXPECT_LT(*std::min_element(idle.rests.begin(), idle.rests.end()), 11_ms);
}

/// A process that is stopped in its rest shows it.
TEST(RelayLoop, WhoIsStoppedInHisRestSeesIt) {
  const auto process = ::fork();
  if (process == 0) {
    MonotonicClock clock;
    Idle idle{clock};
    std::thread stopper{[&] {
      ::poll(nullptr, 0, 5);
      ::kill(::getpid(), SIGSTOP);
    }};
    run_in_real_time(idle, clock, {}, {.until = Instant::at(100_ms), .each_second = {}});
    stopper.join();
    ::_exit(static_cast<int>(idle.watch.results().clock_steps));
  }
  int status = 0;
  ::waitpid(process, &status, WUNTRACED);
  ASSERT_TRUE(WIFSTOPPED(status));
  ::poll(nullptr, 0, 250);
  ::kill(process, SIGCONT);
  ::waitpid(process, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_GE(WEXITSTATUS(status), 1);
}

}  // namespace
}  // namespace qoslab::emulation
