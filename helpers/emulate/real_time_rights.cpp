#include "helpers/emulate/real_time_rights.h"

#include <linux/capability.h>

#include <cstdlib>
#include <string>

namespace qoslab::emulation {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Preflight look_at(const std::vector<Binding>& bindings, bool forced, unsigned largest) {
  std::vector<Preflight::Device> devices;
  for (const auto& binding : bindings) devices.push_back({binding.device, largest});
  return Preflight{devices, {.forced = forced, .ssh_connection = variable("SSH_CONNECTION")}};
}

RealTime work_in_real_time(const Preflight& preflight) {
  const auto real_time = ask_for_real_time();
  std::vector<int> laid_aside{CAP_DAC_OVERRIDE};
  if (preflight.restores()) laid_aside.push_back(CAP_NET_ADMIN);
  drop_capabilities(laid_aside, real_time.memory_locked ? std::vector{int{CAP_IPC_LOCK}} : std::vector<int>{});
  return real_time;
}

double rest_of(bool busy_poll, const FixedPriorityLimit& limit, RealTime& real_time) {
  if (!busy_poll || limit.rest() <= 0 || real_time.scheduling.find("SCHED_FIFO") != 0) return 0;
  real_time.scheduling += " with rests for the kernel's limit";
  return limit.rest();
}

void take_up_writing() { take_up(CAP_DAC_OVERRIDE); }

}  // namespace qoslab::emulation
