// Per-hop behaviours and their code points: RFC 2474, 2597, 3246.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/packet/packet.h"

namespace qoslab {

namespace phb {
inline constexpr Dscp best_effort{0};
inline constexpr Dscp ef{46};
/// AFxy: class 1..4, drop precedence 1..3.
constexpr Dscp af(int af_class, int precedence) {
  return Dscp{static_cast<std::uint8_t>(8 * af_class + 2 * precedence)};
}
constexpr Dscp cs(int precedence) { return Dscp{static_cast<std::uint8_t>(8 * precedence)}; }
}  // namespace phb

/// "EF", "AF11".."AF43", "CS0".."CS7", "BE" or a number 0..63 (any case).
std::optional<Dscp> parse_dscp(std::string_view text);
/// The name if it has one, else the number.
std::string to_string(Dscp dscp);
/// The drop precedence that the code point itself says: AFx1 green, AFx2 yellow, AFx3 red; others green.
Color color_of(Dscp dscp);

}  // namespace qoslab
