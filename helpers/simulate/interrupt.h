// Ctrl-C and its relatives as a count that anybody can read.
#pragma once

#include <atomic>
#include <csignal>

namespace qoslab {

/// While this object lives, SIGINT, SIGTERM and SIGHUP are counted instead of ending the process. One at a time.
class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  static int count();
  /// Set from the first one on.
  static const std::atomic<bool>& flag();

 private:
  struct sigaction before_[3];
};

}  // namespace qoslab
