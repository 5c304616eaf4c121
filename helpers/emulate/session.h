// One emulation, from its bindings to what it measured.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "helpers/emulate/bindings.h"
#include "helpers/emulate/device_port.h"
#include "helpers/emulate/relay_loop.h"
#include "model/emulation/passage.h"
#include "model/results/emulation_results.h"

namespace qoslab::emulation {

struct SessionOptions {
  LoopOptions loop;
  PortKind port = PortKind::packet;
  bool forced = false;                             ///< also the device by which the machine is reached
  bool self_test = false;                          ///< before frames pass, see what this machine carries
  Duration precision = Duration::milliseconds(1);  ///< that the self-test keeps to
  unsigned largest = 1500;  ///< bytes that devices have to carry behind a MAC header and one VLAN tag
  std::function<void(const std::string&)> note = [](const std::string&) {};  ///< told what the run does to the machine
  std::function<void()> begins = [] {};  ///< called when the devices are open and frames begin to pass
  std::function<void(Relay&, Instant)> each_second;
};

/// Between the two devices, in real time. Throws NotReady and DeviceError.
EmulationResults emulate_between_devices(Passage& passage, const std::vector<Binding>& bindings,
                                         const SessionOptions& options);

/// Over captures, as fast as it goes. Throws CaptureError and CaptureNotWritten.
EmulationResults emulate_over_captures(Passage& passage, const std::vector<Binding>& bindings,
                                       const SessionOptions& options);

}  // namespace qoslab::emulation
