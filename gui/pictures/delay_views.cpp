// Distributions of delays.
#include "gui/data/distribution.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/subject_rows.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

using MakeCurve = DistributionCurve (*)(const std::vector<recorded::Bin>&, const recorded::Delays&);

Picture distribution_picture(const recorded::Results& results, MakeCurve make, bool tail) {
  Picture picture;
  picture.title = results.scenario + (tail ? ": delays that are longer" : ": distribution of delays");
  picture.x.title = "delay";
  picture.x.unit = "ms";
  picture.x.logarithmic = true;
  picture.y.title = tail ? "share that takes longer" : "share that takes no longer";
  picture.y.logarithmic = tail;
  bool exact = true;
  for (const auto& row : subject_rows(results)) {
    const auto distribution = make(*row.histogram_ns, row.delay_ms);
    if (distribution.points.empty()) continue;
    exact = exact && distribution.exact;
    Curve curve;
    curve.name = row.name;
    curve.shape = distribution.exact ? Curve::Shape::steps : Curve::Shape::line;
    for (const auto& [ms, share] : distribution.points) curve.points.push_back({ms, share});
    picture.curves.push_back(std::move(curve));
  }
  if (exact && results.replications > 1)
    picture.note = "Curves are of all replications together, the table has means of the replications.";
  if (!exact) picture.note = "Straight lines join the percentiles that are known where there is no histogram.";
  return picture;
}

Table percentile_table(const recorded::Results& results) {
  Table table{.columns = {"subject"}};
  for (const auto& percentile : percentiles({}, {})) table.columns.push_back(percentile.label + ", ms");
  for (const auto& row : subject_rows(results)) {
    std::vector<std::string> cells{row.name};
    bool any = false;
    for (const auto& percentile : percentiles(*row.histogram_ns, row.delay_ms)) {
      any = any || percentile.ms;
      cells.push_back(measured_text(percentile.ms));
    }
    if (any) table.rows.push_back(std::move(cells));
  }
  return table;
}

std::optional<ResultView> distribution_view(const Opened& opened, bool tail) {
  if (percentile_table(opened->results).rows.empty()) return std::nullopt;
  const MakeCurve make = tail ? complementary : cumulative;
  return ResultView{.id = tail ? "tail" : "distribution",
                    .title = tail ? "Tail of the delays" : "Distribution of delays",
                    .meaning = tail ? "How many packets take longer than so many milliseconds: the rare ones are what "
                                      "interactive applications feel."
                                    : "How many packets take no longer than so many milliseconds (RFC 7679).",
                    .picture = [opened, make, tail] { return distribution_picture(opened->results, make, tail); },
                    .table = [opened] { return percentile_table(opened->results); }};
}

}  // namespace

std::optional<ResultView> cumulative_view(const Opened& opened) { return distribution_view(opened, false); }
std::optional<ResultView> tail_view(const Opened& opened) { return distribution_view(opened, true); }

}  // namespace qoslab::gui
