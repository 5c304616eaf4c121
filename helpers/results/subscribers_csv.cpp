#include "helpers/results/subscribers_csv.h"

#include <fmt/format.h>

#include <iterator>

#include "analysis/traffic.h"
#include "helpers/results/names.h"

namespace qoslab {
namespace {

void append(std::string& csv, const SubscriberTotals& totals, const std::string& ending) {
  const auto beginning = csv_field(totals.group) + "," + name_of(totals.direction);
  for (std::size_t i = 0; i < totals.offered_bytes.size(); ++i)
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{}{}\n", beginning, i, totals.offered_bytes[i],
                   totals.arrived_bytes[i], totals.offered_packets[i], totals.arrived_packets[i], ending);
}

}  // namespace

std::string subscribers_csv(const std::vector<Scenario>& points,
                            const std::vector<std::vector<Results>>& replications_by_point, Replications which) {
  const bool swept = !points.front().point.empty();
  const bool all = which == Replications::all;
  std::string csv = "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets";
  csv += swept ? ",point" : "";
  csv += all ? ",replication\n" : "\n";
  for (std::size_t p = 0; p < points.size(); ++p) {
    const std::string point = swept ? "," + csv_field(name_of(points[p].point)) : "";
    const auto& replications = replications_by_point[p];
    for (std::size_t r = 0; r < (all ? replications.size() : std::min<std::size_t>(1, replications.size())); ++r)
      for (const auto& totals : replications[r].gateway.subscribers)
        append(csv, totals, point + (all ? fmt::format(",{}", r) : ""));
  }
  return csv;
}

}  // namespace qoslab
