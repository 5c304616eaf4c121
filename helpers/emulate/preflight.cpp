#include "helpers/emulate/preflight.h"

#include <linux/capability.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>

#include "helpers/emulate/devices.h"
#include "helpers/emulate/rights.h"

namespace qoslab::emulation {
namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines, const char* between) {
  std::string all;
  for (const auto& line : lines) all += (all.empty() ? "" : between) + line;
  return all;
}

void look_at_rights(Lines& wrong, bool to_switch) {
  Lines missing;
  if (!has_capability(CAP_NET_RAW)) missing.emplace_back("CAP_NET_RAW (to receive and send frames)");
  if (to_switch && !has_capability(CAP_NET_ADMIN))
    missing.emplace_back("CAP_NET_ADMIN (to switch off the devices' offloads)");
  if (!missing.empty())
    wrong.push_back("rights are missing: " + joined(missing, ", ") +
                    "; run it as root, or once: setcap cap_net_raw,cap_net_admin+ep PROGRAM");
}

void look_at(const Preflight::Device& device, const Preflight::Machine& machine, Lines& wrong) {
  const auto say = [&](const std::string& what) { wrong.push_back(device.name + ": " + what); };
  const auto state = state_of(device.name);
  if (!state) return say("there is no such device; there are " + joined(device_names(), ", "));
  if (!mac_of(device.name))
    return say("is no Ethernet: frames with MAC addresses are wanted, which the loopback and tunnels do not have");
  if (const auto why = reached_by(device.name, machine.ssh_connection); why && !machine.forced)
    say("is how this machine is reached: " + *why + "; bind another device, or insist with --take-management-device");
  if (!state->up)
    say("is down: ip link set dev " + device.name + " up");
  else if (!state->carrier)
    say("has no carrier: plug the cable in, or bring up what is at its other end");
  if (state->mtu < device.mtu)
    say("its MTU of " + std::to_string(state->mtu) + " is too small for the scenario's frames: ip link set dev " +
        device.name + " mtu " + std::to_string(device.mtu));
}

bool switchable(const Preflight::Device& device) {
  const auto offloads = offloads_of(device.name);
  return std::any_of(offloads.begin(), offloads.end(), [](const Offload& o) { return o.on && !o.fixed; });
}

/// Some drivers take the link down to switch; it comes back by itself.
void await_carrier(const std::string& device) {
  constexpr int tenths = 50;
  for (int i = 0; i < tenths && !state_of(device).value_or(DeviceState{}).carrier; ++i) ::poll(nullptr, 0, 100);
}

}  // namespace

Preflight::Preflight(const std::vector<Device>& devices, const Machine& machine) {
  Lines wrong;
  notes_ = restore_offloads_left_behind(machine.left_behind);
  restores_ = std::any_of(devices.begin(), devices.end(), switchable);
  look_at_rights(wrong, restores_);
  for (const auto& device : devices) {
    look_at(device, machine, wrong);
    const auto state = state_of(device.name);
    if (!state) continue;
    const auto& lock = *locks_.emplace_back(std::make_unique<DeviceLock>(state->index));
    if (!lock.held())
      wrong.push_back(device.name + ": another run has it" +
                      (lock.holder() == 0 ? "" : ", process " + std::to_string(lock.holder())) +
                      "; end that one, or bind another device");
  }
  if (!wrong.empty()) throw NotReady{joined(wrong, "\n")};
  for (const auto& device : devices) {
    try {
      const auto& off = *offloads_.emplace_back(std::make_unique<OffloadsOff>(device.name, machine.state));
      if (!off.remaining().empty())
        notes_.push_back(device.name + ": cannot be switched off: " + joined(off.remaining(), ", "));
    } catch (const DeviceError& error) {
      wrong.emplace_back(error.what());
    }
    await_carrier(device.name);
  }
  if (!wrong.empty()) throw NotReady{joined(wrong, "\n")};
}

}  // namespace qoslab::emulation
