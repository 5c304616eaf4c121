#include "helpers/results/series_csv.h"

#include <fmt/format.h>

#include "analysis/series.h"
#include "helpers/results/csv.h"
#include "helpers/results/names.h"

namespace qoslab {

std::string series_csv(const std::vector<Scenario>& points,
                       const std::vector<std::vector<Results>>& replications_by_point, Replications which) {
  const bool swept = !points.front().point.empty();
  const bool all = which == Replications::all;
  std::string csv = "time_s,flow,metric,value";
  csv += swept ? ",point" : "";
  csv += all ? ",replication\n" : "\n";
  for (std::size_t p = 0; p < points.size(); ++p) {
    const std::string point = swept ? "," + csv_field(name_of(points[p].point)) : "";
    const auto& replications = replications_by_point[p];
    for (std::size_t r = 0; r < (all ? replications.size() : std::min<std::size_t>(1, replications.size())); ++r)
      for (const auto& [time, flow, metric, value] : series(replications[r], points[p].runs))
        csv += fmt::format("{:.12g},{},{},{:.9g}{}{}\n", time.since_start().to_seconds(), csv_field(flow), metric,
                           value, point, all ? fmt::format(",{}", r) : "");
  }
  return csv;
}

}  // namespace qoslab
