// Tells whether two runs of the same model let the same packets go at the same times.
#pragma once

#include <cstdint>

#include "model/dataplane/record.h"

namespace qoslab::dataplane {

/// Of a sequence of packets: each one's time, leaf, stream and time of sending, in their order. Rounds of the finaliser
/// of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014); not meant to withstand anybody who wants a collision.
class Fingerprint {
 public:
  void add(const Record& record, std::int64_t arrival) {
    add(static_cast<std::uint64_t>(arrival));
    add(static_cast<std::uint64_t>(record.sent));
    add(std::uint64_t{record.leaf} << 8 | record.stream);
  }
  void add(std::uint64_t word) {
    std::uint64_t z = (value_ ^ word) + 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    value_ = z ^ (z >> 31);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace qoslab::dataplane
