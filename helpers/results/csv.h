// Comma-separated values.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "helpers/results/names.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Of which replications a file has the values.
enum class Replications { first, all };

/// RFC 4180: quoted if need be.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

/// `columns`, then point, if the scenario has a sweep, then replication (from 0), if all are asked for; below what
/// append(csv, point, results, ending) writes for each replication, its lines closed by `ending`.
template <typename Append>
std::string csv_of(const std::string& columns, const std::vector<Scenario>& points,
                   const std::vector<std::vector<Results>>& replications_by_point, Replications which,
                   Append&& append) {
  const bool swept = !points.front().point.empty();
  const bool all = which == Replications::all;
  std::string csv = columns + (swept ? ",point" : "") + (all ? ",replication\n" : "\n");
  for (std::size_t p = 0; p < points.size(); ++p) {
    const std::string point = swept ? "," + csv_field(name_of(points[p].point)) : "";
    const auto& replications = replications_by_point[p];
    const auto count = all ? replications.size() : std::min<std::size_t>(1, replications.size());
    for (std::size_t r = 0; r < count; ++r)
      append(csv, points[p], replications[r], point + (all ? "," + std::to_string(r) : "") + "\n");
  }
  return csv;
}

}  // namespace qoslab
