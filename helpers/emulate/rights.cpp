#include "helpers/emulate/rights.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {
namespace {

/// capget(2) and capset(2), which the C library does not wrap.
struct Capabilities {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> sets{};

  bool read() { return ::syscall(SYS_capget, &header, sets.data()) == 0; }
  bool write() { return ::syscall(SYS_capset, &header, sets.data()) == 0; }
};

constexpr std::uint32_t bit(int capability) { return std::uint32_t{1} << capability % 32; }
constexpr std::size_t word(int capability) { return static_cast<std::size_t>(capability) / 32; }

}  // namespace

bool has_capability(int capability) {
  Capabilities now;
  return now.read() && (now.sets[word(capability)].effective & bit(capability)) != 0;
}

/// Below a limit, to lock what is allocated later would make allocations fail.
static bool may_lock_what_comes() {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  return has_capability(CAP_IPC_LOCK) || ::setrlimit(RLIMIT_MEMLOCK, &limit) == 0 ||
         (::getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY);
}

bool take_fixed_priority(int priority) {
  ::prctl(PR_SET_TIMERSLACK, 1UL);
  sched_param wanted{};
  wanted.sched_priority = priority;
  return ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &wanted) == 0;
}

RealTime ask_for_real_time(int priority) {
  RealTime got{"SCHED_OTHER", false};
  if (take_fixed_priority(priority)) got.scheduling = "SCHED_FIFO " + std::to_string(priority);
  got.memory_locked = may_lock_what_comes() && ::mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  return got;
}

double FixedPriorityLimit::rest() const {
  if (runtime_us < 0 || runtime_us >= period_us) return 0;
  return std::min(0.5, 1.2 * static_cast<double>(period_us - runtime_us) / static_cast<double>(period_us));
}

FixedPriorityLimit limit_of_fixed_priorities() {
  FixedPriorityLimit limit{950'000, 1'000'000};
  std::ifstream{"/proc/sys/kernel/sched_rt_runtime_us"} >> limit.runtime_us;
  std::ifstream{"/proc/sys/kernel/sched_rt_period_us"} >> limit.period_us;
  return limit;
}

void drop_capabilities(const std::vector<int>& laid_aside, const std::vector<int>& kept) {
  Capabilities now;
  Capabilities left;
  if (!now.read()) fail("capabilities", "cannot be read");
  for (const int capability : laid_aside)
    left.sets[word(capability)].permitted |= now.sets[word(capability)].permitted & bit(capability);
  for (const int capability : kept) {
    left.sets[word(capability)].permitted |= now.sets[word(capability)].permitted & bit(capability);
    left.sets[word(capability)].effective |= now.sets[word(capability)].effective & bit(capability);
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0 || !left.write())
    fail("capabilities", "cannot be given up");
}

bool take_up(int capability) {
  Capabilities now;
  if (!now.read() || (now.sets[word(capability)].permitted & bit(capability)) == 0) return false;
  now.sets[word(capability)].effective |= bit(capability);
  return now.write();
}

}  // namespace qoslab::emulation
