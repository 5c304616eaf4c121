// Measures what is between two devices with a scenario's flows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "helpers/emulate/bindings.h"
#include "helpers/emulate/device_port.h"
#include "helpers/emulate/relay_loop.h"
#include "model/emulation/probe.h"
#include "model/results/emulation_results.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab::emulation {

struct MeasureOptions {
  LoopOptions loop;
  PortKind port = PortKind::packet;
  std::uint64_t seed = 1;
  bool forced = false;                         ///< also the device by which the machine is reached
  std::map<std::string, MacAddress> next_hop;  ///< by bound name; absent: the other device
  std::function<void(const std::string&)> note = [](const std::string&) {};
};

struct Measurement {
  Results results;           ///< of the flows, named as `run` names them
  EmulationResults host;     ///< how late they were sent
  std::string nothing_came;  ///< none of what was sent arrived anywhere: what to look at; else empty
};

/// The flows between the two bound hosts, as long as the scenario runs, and a second for what is still under way.
/// Throws CannotEmulate, NotReady and DeviceError.
Measurement measure_between_devices(const Scenario& scenario, const std::vector<Binding>& bindings,
                                    const MeasureOptions& options);

/// "02:00:00:00:00:01". Throws CannotEmulate.
MacAddress parse_mac(const std::string& text);

}  // namespace qoslab::emulation
