// Values over time.
#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "gui/data/metric_names.h"
#include "gui/pictures/at_point.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

/// "call at rate=1": with several metrics in a picture their names, too.
std::string name_of(const CurveName& curve, bool several_metrics) {
  std::string name = curve.subject;
  if (several_metrics) name += ", " + name_of_metric(curve.metric);
  name = at_point(name, curve.point);
  if (!curve.replication.empty()) name += " #" + curve.replication;
  return name;
}

struct Chosen {
  std::vector<std::size_t> curves;  ///< the largest first
  std::size_t metrics = 0;          ///< how many different
};

/// Of the metrics those that the file has.
Chosen choose(const SeriesFile& series, std::initializer_list<std::string_view> metrics) {
  Chosen chosen;
  for (const auto metric : metrics) {
    const auto before = chosen.curves.size();
    for (std::size_t i = 0; i < series.curves().size(); ++i)
      if (series.curves()[i].name.metric == metric && series.curves()[i].values > 0) chosen.curves.push_back(i);
    if (chosen.curves.size() > before) ++chosen.metrics;
  }
  return chosen;
}

Picture picture_of(const std::shared_ptr<const SeriesFile>& series, const Chosen& chosen, const std::string& title) {
  Picture picture;
  picture.title = title;
  picture.note = "First replication of each point unless told.";
  picture.x.title = "time on the run's clock";
  picture.x.unit = "s";
  const auto& metric = series->curves()[chosen.curves.front()].name.metric;
  picture.y.title = chosen.metrics > 1 ? title : name_of_metric(metric);
  picture.y.unit = unit_of_metric(metric);
  for (const auto number : chosen.curves) {
    Curve curve;
    curve.name = name_of(series->curves()[number].name, chosen.metrics > 1);
    curve.shape = Curve::Shape::line;
    curve.source = series->source(number);
    picture.curves.push_back(std::move(curve));
  }
  return picture;
}

Table table_of(const SeriesFile& series, const Chosen& chosen) {
  Table table{.columns = {"curve", "metric", "least", "most", "values"}};
  for (const auto number : chosen.curves) {
    const auto& facts = series.curves()[number];
    table.rows.push_back({name_of(facts.name, false), name_of_metric(facts.name.metric), number_text(facts.min),
                          number_text(facts.max), std::to_string(facts.values)});
  }
  return table;
}

std::optional<ResultView> over_time(const Opened& opened, std::string id, const std::string& title,
                                    std::initializer_list<std::string_view> metrics) {
  if (!opened->series) return std::nullopt;
  auto chosen = choose(*opened->series, metrics);
  if (chosen.curves.empty()) return std::nullopt;
  const auto& first = opened->series->curves()[chosen.curves.front()].name.metric;
  return ResultView{.id = std::move(id),
                    .title = title,
                    .meaning = definition_of_metric(first),
                    .picture = [opened, chosen, title] { return picture_of(opened->series, chosen, title); },
                    .table = [opened, chosen] { return table_of(*opened->series, chosen); }};
}

}  // namespace

std::optional<ResultView> throughput_view(const Opened& opened) {
  return over_time(opened, "throughput", "Throughput over time", {"goodput_bps", "carried_bps", "rate_bps"});
}
std::optional<ResultView> loss_view(const Opened& opened) {
  return over_time(opened, "loss", "Loss over time", {"loss_percent"});
}
std::optional<ResultView> delay_view(const Opened& opened) {
  return over_time(opened, "delay", "Delay over time", {"delay_mean_ms", "delay_max_ms"});
}
std::optional<ResultView> jitter_view(const Opened& opened) {
  return over_time(opened, "jitter", "Jitter over time", {"jitter_mean_ms"});
}
std::optional<ResultView> queue_view(const Opened& opened) {
  return over_time(opened, "queue", "Queue length over time", {"waiting_packets", "backlog_packets"});
}

}  // namespace qoslab::gui
