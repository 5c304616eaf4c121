// Any number of results side by side.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "helpers/recorded/results.h"
#include "helpers/recorded/subjects.h"

namespace qoslab::gui {

/// What one of the results has of a subject.
struct ComparedCell {
  recorded::Measured value;  ///< absent: the subject is not in these results, or has no samples
  std::optional<double> difference, difference_percent;  ///< to the first column; absent in it, without it, and of 0
  /// Both have confidence intervals and these do not overlap.
  bool apart = false;
};

struct ComparedRow {
  std::string subject;
  recorded::Point point;  ///< of a sweep
  recorded::Subject::Kind kind;
  std::vector<ComparedCell> cells;  ///< one for each column
};

struct ComparedTable {
  recorded::Metric metric;
  std::vector<std::string> columns;  ///< names that tell the results apart
  std::vector<ComparedRow> rows;     ///< in the order in which the subjects first occur; those with a value anywhere
};

using ResultsList = std::vector<const recorded::Results*>;

/// Precondition: there is a metric of this id.
ComparedTable compared(const ResultsList& results, std::string_view metric_id);

/// The metrics that any of the results has, in their order.
std::vector<recorded::Metric> metrics_in(const ResultsList& results);

/// One name for each: its scenario; of several of the same scenario the folder too, else numbered.
std::vector<std::string> names_of(const ResultsList& results);

}  // namespace qoslab::gui
