#include "model/intserv/flowspec_order.h"

#include <algorithm>

namespace qoslab {
namespace {

constexpr Bytes largest_bucket{0xffff'ffff};

Rate sum_of_rates(Rate a, Rate b) { return std::min(a + b, largest_rate); }

bool within(const TSpec& a, const TSpec& b) { return a.rate <= b.rate && a.bucket <= b.bucket && a.peak <= b.peak; }

}  // namespace

TSpec merged(const TSpec& a, const TSpec& b) {
  return {std::max(a.rate, b.rate), std::max(a.bucket, b.bucket), std::max(a.peak, b.peak),
          std::min(a.min_policed, b.min_policed), std::min(a.max_packet, b.max_packet)};
}

TSpec summed(const TSpec& a, const TSpec& b) {
  const bool open = a.peak == unlimited || b.peak == unlimited;
  return {sum_of_rates(a.rate, b.rate), std::min(a.bucket + b.bucket, largest_bucket),
          open ? unlimited : sum_of_rates(a.peak, b.peak), std::min(a.min_policed, b.min_policed),
          std::max(a.max_packet, b.max_packet)};
}

TSpec smaller(const TSpec& a, const TSpec& b) {
  const bool ordered = within(a, b) || within(b, a);
  return {std::min(a.rate, b.rate), ordered ? std::min(a.bucket, b.bucket) : std::max(a.bucket, b.bucket),
          std::min(a.peak, b.peak), std::min(a.min_policed, b.min_policed), std::min(a.max_packet, b.max_packet)};
}

bool mergeable(const FlowSpec& a, const FlowSpec& b) { return a.guaranteed.has_value() == b.guaranteed.has_value(); }

FlowSpec merged(const FlowSpec& a, const FlowSpec& b) {
  FlowSpec both{merged(a.tspec, b.tspec), std::nullopt};
  if (a.guaranteed && b.guaranteed) {
    both.guaranteed =
        RSpec{std::max(a.guaranteed->rate, b.guaranteed->rate), std::min(a.guaranteed->slack, b.guaranteed->slack)};
  }
  return both;
}

FlowSpec common_part(const FlowSpec& a, const FlowSpec& b) {
  FlowSpec both{a.tspec, std::nullopt};
  both.tspec.rate = std::min(a.tspec.rate, b.tspec.rate);
  both.tspec.bucket = std::min(a.tspec.bucket, b.tspec.bucket);
  both.tspec.peak = std::min(a.tspec.peak, b.tspec.peak);
  both.tspec.min_policed = std::min(a.tspec.min_policed, b.tspec.min_policed);
  both.tspec.max_packet = std::min(a.tspec.max_packet, b.tspec.max_packet);
  if (a.guaranteed && b.guaranteed) {
    both.guaranteed =
        RSpec{std::min(a.guaranteed->rate, b.guaranteed->rate), std::max(a.guaranteed->slack, b.guaranteed->slack)};
  }
  return both;
}

bool at_least_as_large(const FlowSpec& a, const FlowSpec& b) {
  if (!within(b.tspec, a.tspec) || !mergeable(a, b)) return false;
  return !a.guaranteed || (a.guaranteed->rate >= b.guaranteed->rate && a.guaranteed->slack <= b.guaranteed->slack);
}

bool strictly_larger(const FlowSpec& a, const FlowSpec& b) {
  return at_least_as_large(a, b) && !at_least_as_large(b, a);
}

}  // namespace qoslab
