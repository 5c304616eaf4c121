// What a meter is: it measures a packet stream against a profile and gives each packet a colour.
#pragma once

#include <concepts>
#include <cstdint>

#include "model/packet/packet.h"

namespace qoslab {

/// Does a meter take the colour that a packet already has into account (RFC 2697 section 3)?
enum class ColorMode : std::uint8_t { blind, aware };

/// Every meter is a plain class with this one call, so that a variant or a template holds it and nothing is virtual.
/// `size` is counted at the layer of the meter's rates; `before` matters in colour-aware mode only.
/// `now` never decreases.
template <typename M>
concept Meter = requires(M m, Instant now, Bytes size, Color before) {
  { m.color(now, size, before) } -> std::same_as<Color>;
};

/// The colour that a meter's rules start from: to a colour-blind meter every packet is green. That this one sentence
/// is all the difference between the modes holds for each of the three RFCs.
constexpr Color color_seen(ColorMode mode, Color before) { return mode == ColorMode::blind ? Color::green : before; }

}  // namespace qoslab
