// Rates and shares of loss from counts.
#pragma once

#include <optional>

#include "model/packet/layers.h"
#include "model/results/results.h"

namespace qoslab {

/// In bit/s. Absent over no time.
std::optional<double> rate_over(Bytes bytes, Duration time);

/// In packet/s. Absent over no time.
std::optional<double> packet_rate_over(std::int64_t packets, Duration time);

/// `part` of `whole` in percent. Absent of nothing.
std::optional<double> percent_of(std::int64_t part, std::int64_t whole);

/// The bytes of the flow's packets that arrived in the measured time, at a layer other than payload.
Bytes arrived_at(Layer layer, const FlowResults& flow);

}  // namespace qoslab
