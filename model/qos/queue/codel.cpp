#include "model/qos/queue/codel.h"

#include <cmath>

namespace qoslab {
namespace {

__extension__ using Wide = unsigned __int128;

/// The largest r with r * r <= n. A double is right to 53 bits; Newton's step doubles that and lands, if not on the
/// root, above it.
std::uint64_t root(Wide n) {
  if (n == 0) return 0;
  Wide r = static_cast<Wide>(std::sqrt(static_cast<double>(n)));
  r = (r + n / r) / 2;
  while (r * r > n) --r;
  return static_cast<std::uint64_t>(r);
}

}  // namespace

/// interval / sqrt(count) later, rounded down to a picosecond.
Instant CoDel::law(Instant from) const {
  const auto interval = static_cast<Wide>(parameters_.interval.ps());
  return from + Duration::picoseconds(static_cast<std::int64_t>(root(interval * interval / count_)));
}

/// The RFC's dodequeue: ok_to_drop.
bool CoDel::too_long(Duration sojourn, Bytes left, Instant now) {
  if (sojourn < parameters_.target || left <= parameters_.mtu) {
    first_above_ = Instant::never();
    return false;
  }
  if (first_above_ == Instant::never()) {
    first_above_ = now + parameters_.interval;
    return false;
  }
  return now >= first_above_;
}

bool CoDel::drop(Duration sojourn, Bytes left, Instant now) {
  const bool after_drop = dropped_;
  dropped_ = false;
  if (!too_long(sojourn, left, now)) {
    dropping_ = false;
    return false;
  }
  if (!dropping_) return enter(now);
  if (after_drop) drop_next_ = law(drop_next_);
  if (now < drop_next_) return false;
  ++count_;
  dropped_ = true;
  return true;
}

/// Dropping begins, at about the rate at which it ended if that was not long ago.
bool CoDel::enter(Instant now) {
  const std::uint32_t drops = count_ - last_count_;
  const bool recent = now - drop_next_ < parameters_.interval * 16;
  count_ = drops > 1 && recent ? drops : 1;
  last_count_ = count_;
  drop_next_ = law(now);
  dropping_ = true;
  return true;
}

void CoDel::emptied() {
  first_above_ = Instant::never();
  dropping_ = false;
  dropped_ = false;
}

}  // namespace qoslab
