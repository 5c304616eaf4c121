#include "model/intserv/guaranteed.h"

#include <algorithm>
#include <limits>

namespace qoslab {
namespace {

constexpr Int128 ps_per_second = 1'000'000'000'000;
constexpr Int128 longest = std::numeric_limits<std::int64_t>::max();

Int128 divided_up(Int128 n, Int128 by) { return (n + by - 1) / by; }

/// Picoseconds; times beyond what a Duration holds become the longest one.
Duration duration_of(Int128 ps) { return Duration::picoseconds(static_cast<std::int64_t>(std::min(ps, longest))); }

/// What exceeds one packet in the bucket: the burst that the peak rate spreads. In bits.
Int128 burst_bits(const TSpec& t) { return std::max<Int128>(t.bucket.bits() - t.max_packet.bits(), 0); }

/// C/R + D, rounded up, in picoseconds.
Int128 deviation(const ErrorTerms& e, Rate reserved) {
  return divided_up(e.c.bits() * ps_per_second, reserved.bps()) + e.d.ps();
}

}  // namespace

ErrorTerms weighted_fair_error(Bytes largest_of_flow, Bytes largest_of_link, Rate link) {
  return {largest_of_flow, time_to_send(largest_of_link, link)};
}

Duration delay_bound(const TSpec& t, Rate reserved, const ErrorTerms& total) {
  const Int128 rate = reserved.bps();
  const Int128 packet = t.max_packet.bits() + total.c.bits();
  if (reserved >= t.peak || t.peak == t.rate) {
    return duration_of(divided_up(packet * ps_per_second, rate) + total.d.ps());
  }
  if (t.peak == unlimited) {
    return duration_of(divided_up((burst_bits(t) + packet) * ps_per_second, rate) + total.d.ps());
  }
  const Int128 spread = t.peak.bps() - t.rate.bps();
  const Int128 bits_times_spread = burst_bits(t) * (t.peak.bps() - rate) + packet * spread;
  return duration_of(divided_up(bits_times_spread * ps_per_second, rate * spread) + total.d.ps());
}

std::optional<Rate> rate_for_bound(const TSpec& t, Duration wanted, const ErrorTerms& total, Rate most) {
  std::int64_t low = std::max<std::int64_t>(t.rate.bps(), 1);
  std::int64_t high = most.bps();
  if (high < low || delay_bound(t, most, total) > wanted) return std::nullopt;
  while (low < high) {  // the bound never grows with R
    const std::int64_t middle = low + (high - low) / 2;
    if (delay_bound(t, Rate::bps(middle), total) <= wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return Rate::bps(low);
}

std::optional<RSpec> rspec_for_bound(const TSpec& t, Duration wanted, const ErrorTerms& total, Rate most) {
  const auto rate = rate_for_bound(t, wanted, total, most);
  if (!rate) return std::nullopt;
  return RSpec{*rate, wanted - delay_bound(t, *rate, total)};
}

std::optional<RSpec> spend_slack(const TSpec& t, const RSpec& asked, Rate given, Bytes upstream_c) {
  const Int128 in = asked.rate.bps();
  const Int128 out = given.bps();
  const Int128 bits = t.bucket.bits() + upstream_c.bits();
  const Duration by_bucket = duration_of(divided_up(bits * ps_per_second * (in - out), in * out));
  const ErrorTerms upstream{upstream_c, {}};
  const Duration by_bound = delay_bound(t, given, upstream) - delay_bound(t, asked.rate, upstream);
  const Duration price = std::max(by_bucket, by_bound);
  if (price > asked.slack) return std::nullopt;
  return RSpec{given, asked.slack - price};
}

Bytes buffer_bound(const TSpec& t, Rate reserved, const ErrorTerms& since_reshaping) {
  const Int128 late = deviation(since_reshaping, reserved);
  const Int128 burst = burst_bits(t);
  const bool open = t.peak == unlimited;
  const Int128 spread = open ? 0 : t.peak.bps() - t.rate.bps();
  // Is the burst over before the element must have begun to serve?
  const bool burst_is_over = open ? late > 0 : burst * ps_per_second < late * spread;
  const Rate drain = burst_is_over ? t.rate : std::min(t.peak, reserved);
  Int128 waiting = open ? burst : 0;
  if (spread > 0) waiting = divided_up(burst * (t.peak.bps() - drain.bps()), spread);
  const Int128 bits = t.max_packet.bits() + waiting + divided_up(late * drain.bps(), ps_per_second);
  return Bytes{static_cast<std::int64_t>(std::min(divided_up(bits, 8), longest))};
}

}  // namespace qoslab
