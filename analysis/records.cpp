#include "analysis/records.h"

namespace qoslab {

Records::Records(const Results& results, const RunSpec& runs)
    : from_{results.from}, length_{runs.record}, count_{static_cast<std::size_t>(results.measured() / length_)} {}

Instant Records::begin_of(std::size_t record) const { return from_ + length_ * static_cast<std::int64_t>(record); }

std::optional<std::size_t> Records::record_of(Instant t) const {
  if (t < from_) return std::nullopt;
  const auto record = static_cast<std::size_t>((t - from_) / length_);
  return record < count_ ? std::optional{record} : std::nullopt;
}

}  // namespace qoslab
