// How a run between devices begins: the devices made ready, and the rights that it keeps.
#pragma once

#include <vector>

#include "helpers/emulate/bindings.h"
#include "helpers/emulate/preflight.h"
#include "helpers/emulate/rights.h"

namespace qoslab::emulation {

/// `largest`: bytes that the devices have to carry behind a MAC header and one VLAN tag. Throws NotReady.
Preflight look_at(const std::vector<Binding>& bindings, bool forced, unsigned largest);

/// After the devices are open: asks for deadlines, and gives up what the run does not need.
RealTime work_in_real_time(const Preflight& preflight);
/// How a busy poller has to rest, and the note of it in `real_time`: under a fixed priority that the kernel limits.
double rest_of(bool busy_poll, const FixedPriorityLimit& limit, RealTime& real_time);
/// Before results are written.
void take_up_writing();

}  // namespace qoslab::emulation
