#include "analysis/records.h"

namespace qoslab {

Records::Records(const Results& results, const RunSpec& runs)
    : from_{results.from}, until_{results.until}, length_{runs.record} {}

std::size_t Records::count() const { return until_ > from_ ? static_cast<std::size_t>((until_ - from_) / length_) : 0; }

Instant Records::begin_of(std::size_t record) const { return from_ + length_ * static_cast<std::int64_t>(record); }

std::optional<std::size_t> Records::record_of(Instant t) const {
  if (t < from_) return std::nullopt;
  const auto record = static_cast<std::size_t>((t - from_) / length_);
  return record < count() ? std::optional{record} : std::nullopt;
}

}  // namespace qoslab
