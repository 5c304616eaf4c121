// The lines of a series.csv: time_s,flow,metric,value, then point and replication where there are such columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gui/data/picture.h"

namespace qoslab::gui {

/// Which columns follow the first four.
struct SeriesColumns {
  bool point = false;
  bool replication = false;
};
/// Of the header, without its line end. Absent if it is none of a series.csv.
std::optional<SeriesColumns> series_columns(std::string_view header);

/// What tells curves apart, as it stands in the file: "flow,metric", and behind the value ",point,replication".
struct SeriesKey {
  std::string_view name;
  std::string_view rest;
  bool operator==(const SeriesKey&) const = default;
};

/// One line, or what is wrong with it. `end` is where the next one begins.
struct SeriesLine {
  Point sample;
  SeriesKey key;
  const char* end = nullptr;
  const char* wrong = nullptr;
};
/// Precondition: there is a line feed between `begin` and `end`.
SeriesLine read_series_line(const char* begin, const char* end, const SeriesColumns& columns);

/// Reads a line of `key` only, faster: null if it is of another one, or wrong; else where the next one begins.
/// Precondition as above.
const char* read_series_line_of(const SeriesKey& key, const char* begin, const char* end, Point& sample);

}  // namespace qoslab::gui
