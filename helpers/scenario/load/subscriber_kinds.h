// Which subscribers of a gateway are offered the same.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/scenario/scenario.h"

namespace qoslab::load {

/// In bits a second, but for packets.
struct Load {
  double packets = 0;
  double rate = 0;      ///< at the gateway's layer
  double line_in = 0;   ///< on the line on which it comes
  double line_out = 0;  ///< on the one on which it leaves

  Load& operator+=(const Load& other) {
    packets += other.packets;
    rate += other.rate;
    line_in += other.line_in;
    line_out += other.line_out;
    return *this;
  }
  friend Load operator*(double part, Load l) {
    return {part * l.packets, part * l.rate, part * l.line_in, part * l.line_out};
  }
};

/// What each of them is offered in one direction.
struct OneWay {
  std::vector<Load> sent;       ///< of each class of the profile
  std::vector<Load> permitted;  ///< of it, what the access list lets pass
  double cycles = 0;            ///< a second, that the processor needs for all of it, in full vectors
};

/// Subscribers `first` to `end` - 1 of a group.
struct SubscriberKind {
  const SubscriberGroupSpec* group = nullptr;
  const ProfileSpec* profile = nullptr;
  std::size_t group_number = 0;  ///< among those of the gateway
  std::int64_t first = 0;
  std::int64_t end = 0;
  std::array<OneWay, 2> ways;  ///< by Direction

  [[nodiscard]] const OneWay& way(Direction d) const { return ways.at(static_cast<std::size_t>(d)); }
  OneWay& way(Direction d) { return ways.at(static_cast<std::size_t>(d)); }
};

/// All of a gateway with the traffic that runs at a moment, group by group in order; those without any, too. What
/// comes from captures and hosts is not known and missing.
std::vector<SubscriberKind> subscriber_kinds(const GatewaySpec& gateway, const GatewaysSpec& all, Instant moment);

}  // namespace qoslab::load
