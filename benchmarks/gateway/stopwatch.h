// Time as the benchmarks of whole models take it.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <cstdint>

namespace qoslab::bench {

/// Nanoseconds of a clock of the system.
class Stopwatch {
 public:
  /// What this thread has computed, whatever else the machine does; or what passes on the wall.
  enum class Clock { thread, wall };
  explicit Stopwatch(Clock clock) : id_{clock == Clock::thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC} {
    begin_ = now();
  }
  [[nodiscard]] double nanoseconds() const { return static_cast<double>(now() - begin_); }

 private:
  [[nodiscard]] std::int64_t now() const {
    timespec t{};
    clock_gettime(id_, &t);
    return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
  }
  clockid_t id_;
  std::int64_t begin_ = 0;
};

/// The most memory that this process has had, in MB.
inline double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace qoslab::bench
