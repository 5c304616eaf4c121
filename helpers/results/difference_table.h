// Two results side by side.
#pragma once

#include <optional>
#include <string>

#include "helpers/results/results_file.h"
#include "helpers/results/table.h"

namespace qoslab {

/// What both have: their numbers, and how far the second is from the first.
struct Differences {
  Table table;
  int subjects = 0;  ///< that both have
  /// The largest difference between mean delays, in ms; and whether the lateness that the certificates allow explains
  /// it.
  std::optional<double> worst_delay_ms;
  std::optional<double> allowed_ms;
};
Differences differences(const ResultsFile& first, const ResultsFile& second);

std::string to_text(const Differences& differences, const ResultsFile& first, const ResultsFile& second,
                    const TextStyle& style);

}  // namespace qoslab
