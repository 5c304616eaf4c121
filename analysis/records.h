// The measured time cut into records of equal length.
#pragma once

#include <cstddef>
#include <optional>

#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Whole records only: what lies behind the last whole one belongs to none.
class Records {
 public:
  /// Precondition: runs.record > 0.
  Records(const Results& results, const RunSpec& runs);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Instant begin_of(std::size_t record) const;
  [[nodiscard]] std::optional<std::size_t> record_of(Instant t) const;
  [[nodiscard]] Duration length() const { return length_; }

 private:
  Instant from_;
  Duration length_;
  std::size_t count_;
};

}  // namespace qoslab
