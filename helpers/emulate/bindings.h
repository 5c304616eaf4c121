// Which parts of a scenario are outside, and whether the rest can be emulated.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "helpers/emulate/capture_port.h"
#include "model/emulation/passage.h"
#include "model/scenario/scenario.h"

namespace qoslab::emulation {

/// "access=eth1": frames that come in on the device come from what the scenario calls `name`.
struct Binding {
  std::string name;
  std::string device;  ///< or "capture:IN:OUT"

  [[nodiscard]] bool is_capture() const { return device.starts_with("capture:"); }
};

/// What is wrong with the bindings, or which part of the scenario has no emulation, and what can be done: a line each.
class CannotEmulate : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The two of "capture:IN:OUT". Precondition: is_capture().
CapturePort::Files capture_files(const Binding& binding);

/// "NAME=DEVICE". Throws CannotEmulate.
Binding parse_binding(const std::string& text);

/// Of each "NAME=DEVICE": two, different, and of one kind. `otherwise`: what else would be right where they are not
/// two. Throws CannotEmulate.
std::vector<Binding> two_ends(const std::vector<std::string>& texts, const std::string& otherwise = "");

/// Of each "NAME=DEVICE": one or more, each with a name and a device of its own, of one kind. Throws CannotEmulate.
std::vector<Binding> several_ends(const std::vector<std::string>& texts);

/// Bytes behind a MAC header and one VLAN tag of the largest frames that subscribers of gateways have; without
/// gateways, an Ethernet's.
unsigned largest_behind_mac(const GatewaysSpec& gateways);

/// The passage between two bound parts: of a gateway `access` and `network`, else of two nodes; `bindings[i]` is its
/// port i, for which a gateway's may be swapped. Appends to `notes` what the reader of the results should know. Throws
/// CannotEmulate.
std::unique_ptr<Passage> passage_of(const Scenario& scenario, std::vector<Binding>& bindings, std::uint64_t seed,
                                    std::vector<std::string>& notes);

/// Whether the scenario has a host for each name. Throws CannotEmulate.
void check_measured(const Scenario& scenario, const std::vector<Binding>& bindings);

/// Whether real hosts can stand in the places of those bound, beside simulated nodes. Appends to `notes`. Throws
/// CannotEmulate.
void check_mixed(const Scenario& scenario, const std::vector<Binding>& bindings, std::vector<std::string>& notes);

}  // namespace qoslab::emulation
