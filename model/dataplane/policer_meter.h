// The colour-blind meters of RFC 2697, 2698 and 4115.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/dataplane/policer_profile.h"
#include "model/packet/packet.h"

namespace qoslab::dataplane {

/// A choice without a branch, for what cannot be predicted.
constexpr std::int64_t chosen(bool condition, std::int64_t yes, std::int64_t no) {
  return no ^ ((no ^ yes) & -static_cast<std::int64_t>(condition));
}

/// What a policer makes of a packet, and how its clocks (when its buckets will be empty) will then stand. What comes
/// next cannot be predicted, so a meter chooses between results rather than between ways to them, where it can.
struct Metered {
  Color color;
  std::int64_t committed;
  std::int64_t peak;

  /// Of a packet of so many bytes, when the clocks are these.
  static Metered of(const PolicerShape& p, std::int64_t committed, std::int64_t peak, std::int64_t now,
                    std::int64_t bytes) {
    using Kind = SubscriberPolicerSpec::Kind;
    if (p.kind == Kind::two_rate) [[likely]]
      return two_rate(p, committed, peak, now, bytes);
    if (p.kind == Kind::single_rate) return single_rate(p, committed, peak, now, bytes);
    return two_rate_excess(p, committed, peak, now, bytes);
  }

 private:
  // RFC 2698. A colour-blind packet above the peak is red.
  static Metered two_rate(const PolicerShape& p, std::int64_t committed, std::int64_t peak, std::int64_t now,
                          std::int64_t bytes) {
    const std::int64_t full = std::max(peak, now) + p.peak.time(bytes);
    if (!p.peak.holds(full - now)) return {Color::red, committed, peak};
    const std::int64_t green = std::max(committed, now) + p.committed.time(bytes);
    const bool conforms = p.committed.holds(green - now);
    return {conforms ? Color::green : Color::yellow, conforms ? green : committed, full};
  }

  // RFC 4115: the two buckets know nothing of each other.
  static Metered two_rate_excess(const PolicerShape& p, std::int64_t committed, std::int64_t peak, std::int64_t now,
                                 std::int64_t bytes) {
    const std::int64_t green = std::max(committed, now) + p.committed.time(bytes);
    if (p.committed.holds(green - now)) return {Color::green, green, peak};
    const std::int64_t excess = std::max(peak, now) + p.peak.time(bytes);
    if (p.peak.holds(excess - now)) return {Color::yellow, committed, excess};
    return {Color::red, committed, peak};
  }

  // RFC 2697: the excess bucket is filled by what overflows from the committed one, so its clock starts where that of
  // the committed bucket ends, is never before it, and a green packet delays both.
  static Metered single_rate(const PolicerShape& p, std::int64_t committed, std::int64_t peak, std::int64_t now,
                             std::int64_t bytes) {
    const std::int64_t begin = std::max(committed, now);
    const std::int64_t cost = p.committed.time(bytes);
    const std::int64_t excess = std::max(peak, now) + cost;
    if (p.committed.holds(begin + cost - now)) return {Color::green, begin + cost, excess};
    if (p.peak.holds(excess - begin)) return {Color::yellow, committed, excess};
    return {Color::red, committed, peak};
  }
};

}  // namespace qoslab::dataplane
