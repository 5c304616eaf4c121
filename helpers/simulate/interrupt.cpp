#include "helpers/simulate/interrupt.h"

#include <array>

namespace qoslab {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};
std::atomic<int> received{0};
std::atomic<bool> any{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void on_signal(int /*number*/) {
  ++received;
  any = true;
}

}  // namespace

Interrupts::Interrupts() {
  received = 0;
  any = false;
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before_[i]);
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
}

int Interrupts::count() { return received; }
const std::atomic<bool>& Interrupts::flag() { return any; }

}  // namespace qoslab
