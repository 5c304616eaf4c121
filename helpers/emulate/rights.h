// What the system allows this process, and what it does without from some moment on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace qoslab::emulation {

/// Of capabilities(7): CAP_NET_RAW and so on, in effect now.
bool has_capability(int capability);

/// How the thread runs in real time.
struct RealTime {
  std::string scheduling;      ///< "SCHED_FIFO 50", or "SCHED_OTHER" where that is not allowed
  bool memory_locked = false;  ///< no page of this process, now or later, waits for a disk
};
/// Of SCHED_FIFO: above what is in no hurry, below the kernel's own threads.
inline constexpr int real_time_priority = 50;
/// With timers that do not wait for others (prctl(2), PR_SET_TIMERSLACK). False: it is not allowed.
bool take_fixed_priority(int priority = real_time_priority);
/// Asks for the most that a thread with deadlines can have: a fixed priority, and its memory locked. Nothing of
/// it has to be allowed.
RealTime ask_for_real_time(int priority = real_time_priority);

/// What the kernel lets all threads with a fixed priority have of a processor together (sched(7)). Whoever wants more
/// is stopped for the rest of the period.
struct FixedPriorityLimit {
  std::int64_t runtime_us = -1;  ///< of each period; -1: all of it
  std::int64_t period_us = 1'000'000;
  /// The part of the time that a thread has to rest so as not to come near it: a fifth more than what is kept for
  /// others.
  [[nodiscard]] double rest() const;
};
/// The kernel's own default where it does not say.
FixedPriorityLimit limit_of_fixed_priorities();

/// Gives up every capability, for good, and that a program started from here could have more. Those of them that are
/// laid aside are out of effect until they are taken up: CAP_NET_ADMIN to restore offloads, CAP_DAC_OVERRIDE for root
/// to write results into another user's directory. Those that are kept stay in effect: CAP_IPC_LOCK where memory is
/// locked, which without it and with a limit could not grow any more. Throws DeviceError.
void drop_capabilities(const std::vector<int>& laid_aside, const std::vector<int>& kept = {});
/// False: it was not there to be laid aside.
bool take_up(int capability);

}  // namespace qoslab::emulation
