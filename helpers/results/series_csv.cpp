#include "helpers/results/series_csv.h"

#include <fmt/format.h>

#include "analysis/series.h"

namespace qoslab {

std::string series_csv(const std::vector<Scenario>& points,
                       const std::vector<std::vector<Results>>& replications_by_point, Replications which) {
  const auto append = [](std::string& csv, const Scenario& point, const Results& results, const std::string& ending) {
    for (const auto& [time, flow, metric, value] : series(results, point.runs))
      csv += fmt::format("{:.12g},{},{},{:.9g}{}", time.since_start().to_seconds(), csv_field(flow), metric, value,
                         ending);
  };
  return csv_of("time_s,flow,metric,value", points, replications_by_point, which, append);
}

}  // namespace qoslab
