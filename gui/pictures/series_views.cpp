// Values over time.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>

#include "gui/data/metric_names.h"
#include "gui/data/replicated.h"
#include "gui/pictures/at_point.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

constexpr std::int64_t most_in_means = 250'000;  // values: means of more would take longer than a blink

/// "call at rate=1": with several metrics in a picture their names, too.
std::string name_of(const CurveName& curve, bool several_metrics) {
  std::string name = curve.subject;
  if (several_metrics) name += ", " + name_of_metric(curve.metric);
  name = at_point(name, curve.point);
  return name;
}
std::string name_of_one(const CurveName& curve, bool several_metrics) {
  return name_of(curve, several_metrics) + (curve.replication.empty() ? "" : " #" + curve.replication);
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

/// The replications of each curve, in the order of the first ones.
std::vector<std::vector<std::size_t>> replications_of(const SeriesFile& series, const Chosen& chosen) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<CurveName, std::size_t> known;
  for (const auto number : chosen.curves) {
    auto name = series.curves()[number].name;
    name.replication.clear();
    const auto [found, is_new] = known.try_emplace(name, groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(number);
  }
  return groups;
}

/// No metric is below 0, and no share above 100 %.
std::vector<Whisker> possible(std::vector<Whisker> intervals, const std::string& unit) {
  for (auto& interval : intervals) {
    if (interval.low < 0) interval.low = 0;
    if (unit == "%" && interval.high > 100) interval.high = 100;
  }
  return intervals;
}

bool can_have_means(const SeriesFile& series, const std::vector<std::vector<std::size_t>>& groups) {
  std::int64_t values = 0;
  for (const auto& replications : groups)
    for (const auto number : replications) values += series.curves()[number].values;
  return values <= most_in_means;
}

/// Nothing if memory does not have all values.
std::optional<Curve> mean_of(const SeriesFile& series, const std::vector<std::size_t>& replications) {
  std::vector<std::vector<Point>> all;
  for (const auto number : replications) {
    auto values = series.in_memory(number);
    if (!values) return std::nullopt;
    all.push_back(std::move(*values));
  }
  auto [means, ci95] = together(all);
  Curve curve;
  curve.points = std::move(means);
  curve.band = possible(std::move(ci95), unit_of_metric(series.curves()[replications.front()].name.metric));
  return curve;
}

Picture picture_of(const std::shared_ptr<const SeriesFile>& series, const Chosen& chosen, const std::string& title) {
  Picture picture;
  picture.title = title;
  picture.note = "First replication of each point.";
  picture.x.title = "time on the run's clock";
  picture.x.unit = "s";
  const auto& metric = series->curves()[chosen.curves.front()].name.metric;
  picture.y.title = chosen.metrics > 1 ? title : name_of_metric(metric);
  picture.y.unit = unit_of_metric(metric);
  const auto groups = replications_of(*series, chosen);
  const bool means = can_have_means(*series, groups);
  std::size_t most = 1;
  for (const auto& replications : groups) {
    const bool several = replications.size() > 1;
    const auto& name = series->curves()[replications.front()].name;
    if (auto mean = several && means ? mean_of(*series, replications) : std::nullopt) {
      mean->name = name_of(name, chosen.metrics > 1);
      picture.curves.push_back(std::move(*mean));
      most = std::max(most, replications.size());
      continue;
    }
    for (const auto number : replications) {
      Curve curve;
      curve.name =
          several ? name_of_one(series->curves()[number].name, chosen.metrics > 1) : name_of(name, chosen.metrics > 1);
      curve.source = series->source(number);
      picture.curves.push_back(std::move(curve));
    }
    if (several) picture.note = "Each replication by its number: there are too many values for means.";
  }
  if (most > 1)
    picture.note = "Means of " + std::to_string(most) + " replications; bands are 95 % confidence intervals.";
  return picture;
}

Table table_of(const SeriesFile& series, const Chosen& chosen) {
  Table table{.columns = {"curve", "metric", "least", "most", "values"}};
  for (const auto& replications : replications_of(series, chosen))
    for (const auto number : replications) {
      const auto& facts = series.curves()[number];
      table.rows.push_back({name_of_one(facts.name, false), name_of_metric(facts.name.metric), number_text(facts.min),
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
