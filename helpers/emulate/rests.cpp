#include "helpers/emulate/rests.h"

#include <algorithm>

namespace qoslab::emulation {
namespace {

/// Less is not worth falling asleep for.
constexpr Duration worth = Duration::microseconds(20);

/// Who owes so much rests whatever comes. A ring holds more frames than come in meanwhile.
constexpr Duration most = Duration::microseconds(100);

/// What was slept too much counts for so much of the time to come.
constexpr Duration most_ahead = Duration::milliseconds(1);

}  // namespace

std::optional<Rests::Rest> Rests::due(Instant now, Instant next) {
  if (part_ <= 0) return std::nullopt;
  owed_ += Duration::picoseconds(static_cast<std::int64_t>(part_ * static_cast<double>((now - seen_).ps())));
  owed_ = std::min(owed_, most);  // who was stopped has rested
  seen_ = now;
  if (owed_ >= most) return Rest{owed_, false};
  if (owed_ < worth || next < now + owed_ + worth) return std::nullopt;
  return Rest{owed_, true};
}

void Rests::rested(Instant now) {
  const auto paid =
      Duration::picoseconds(static_cast<std::int64_t>((1 - part_) * static_cast<double>((now - seen_).ps())));
  owed_ = std::max(owed_ - paid, -most_ahead);
  seen_ = now;
}

}  // namespace qoslab::emulation
