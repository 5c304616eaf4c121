// Packets and their bytes.
#pragma once

#include <cstdint>

#include "model/units/rate.h"

namespace qoslab {

struct Count {
  std::int64_t packets = 0;
  Bytes bytes;  ///< IP layer, unless said otherwise

  constexpr bool operator==(const Count&) const = default;
  constexpr Count& operator+=(const Count& c) {
    packets += c.packets;
    bytes += c.bytes;
    return *this;
  }
  constexpr Count& operator-=(const Count& c) {
    packets -= c.packets;
    bytes -= c.bytes;
    return *this;
  }
  friend constexpr Count operator-(Count a, const Count& b) { return a -= b; }
};

}  // namespace qoslab
