// Virtual time of start-time fair queueing.
#pragma once

#include <cstdint>

#include "model/units/rate.h"

namespace qoslab {

/// Service over weight, in units of 2^-50 bit.
using StartTag = Int128;

/// By how much serving `size` moves a tag on. Precondition: weight > 0.
constexpr StartTag tag_step(Bytes size, std::int64_t weight) { return (StartTag{size.bits()} << 50) / weight; }

}  // namespace qoslab
