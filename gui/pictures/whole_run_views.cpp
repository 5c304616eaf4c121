// What a whole run comes to: the summary, and where packets were dropped, waited and passed.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "gui/pictures/at_point.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/subject_rows.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

constexpr std::size_t most_names = 40;  // that one can read below a chart

/// So many are in the table alone.
void tell_of_more(std::size_t more, Picture& picture) {
  if (more == 0) return;
  if (!picture.note.empty()) picture.note += " ";
  picture.note +=
      "The first " + std::to_string(most_names) + " are drawn; the table has " + std::to_string(more) + " more.";
}

Table summary_table(const recorded::Results& results) {
  Table table{.columns = {"subject", "offered, bit/s", "arrived, bit/s", "goodput, bit/s", "loss, %", "mean delay, ms",
                          "99 % of delay, ms", "largest delay, ms", "jitter, ms"}};
  for (const auto& row : subject_rows(results))
    table.rows.push_back({row.name, measured_text(row.offered_bps), measured_text(row.carried_bps),
                          measured_text(row.goodput_bps), measured_text(row.loss_percent),
                          measured_text(row.delay_ms.mean), measured_text(row.delay_ms.p99),
                          measured_text(row.delay_ms.max), measured_text(row.jitter_ms)});
  return table;
}

/// Offered as rings, what arrived as dots in them.
Picture summary_picture(const recorded::Results& results) {
  Picture picture;
  picture.title = results.scenario + ": offered and arrived";
  picture.note = results.certificate && !results.certificate->valid
                     ? "The certificate is not valid: these are this machine's numbers, not the model's."
                     : results.question;
  picture.y.title = "rate";
  picture.y.unit = "bit/s";
  Curve offered{.name = "offered", .shape = Curve::Shape::rings, .style = 0};
  Curve carried{.name = "arrived", .shape = Curve::Shape::dots, .style = 1};
  std::size_t more = 0;
  for (const auto& row : subject_rows(results)) {
    if (row.fine) continue;
    if (picture.x.names.size() >= most_names && ++more > 0) continue;
    const auto x = static_cast<double>(picture.x.names.size());
    picture.x.names.push_back(row.brief);
    picture.x.title = parameters_of(row.point);
    if (row.offered_bps) offered.points.push_back({x, row.offered_bps->value});
    const auto& arrived = row.carried_bps ? row.carried_bps : row.goodput_bps;
    if (!arrived) continue;
    carried.points.push_back({x, arrived->value});
    if (arrived->ci95) carried.whiskers.push_back(interval_at(x, *arrived));
  }
  tell_of_more(more, picture);
  for (auto* curve : {&offered, &carried})
    if (!curve->points.empty()) picture.curves.push_back(std::move(*curve));
  return picture;
}

/// A row of dots for each reason, over names.
using ByName = std::map<std::string, double>;
using Reasons = std::vector<std::pair<std::string, ByName>>;
Picture dots_by_name(const Reasons& reasons, Axis x) {
  Picture picture;
  picture.x = std::move(x);
  const auto& names = picture.x.names;
  for (const auto& [reason, values] : reasons) {
    Curve curve;
    curve.name = reason;
    curve.shape = Curve::Shape::dots;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto found = values.find(names[i]); found != values.end())
        curve.points.push_back({static_cast<double>(i), found->second});
    if (!curve.points.empty()) picture.curves.push_back(std::move(curve));
  }
  return picture;
}

std::vector<std::pair<std::string, std::int64_t>> largest_drops(const recorded::Results& results) {
  std::map<std::string, std::int64_t> sums;
  for (const auto& row : subject_rows(results))
    if (!row.fine)
      for (const auto& [reason, packets] : *row.drops) sums[reason] += packets;
  std::vector<std::pair<std::string, std::int64_t>> sorted{sums.begin(), sums.end()};
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

Picture drops_picture(const recorded::Results& results) {
  Reasons reasons;
  for (const auto& [reason, packets] : largest_drops(results))
    if (reasons.size() < most_names) reasons.push_back({reason, {}});
  Axis x;
  std::size_t more = 0;
  for (const auto& row : subject_rows(results)) {
    if (row.fine || row.drops->empty()) continue;
    if (x.names.size() >= most_names && ++more > 0) continue;
    x.names.push_back(row.brief);
    x.title = parameters_of(row.point);
    for (auto& [reason, packets] : reasons)
      if (const auto found = row.drops->find(reason); found != row.drops->end())
        packets[row.brief] = static_cast<double>(found->second);
  }
  auto picture = dots_by_name(reasons, std::move(x));
  picture.title = results.scenario + ": packets dropped, by place and reason";
  picture.note = "Of whole runs, all replications together.";
  tell_of_more(more, picture);
  picture.y.title = "packets";
  picture.y.logarithmic = true;
  return picture;
}

Table drops_table(const recorded::Results& results) {
  Table table{.columns = {"subject", "place and reason", "packets"}};
  for (const auto& row : subject_rows(results))
    for (const auto& [reason, packets] : *row.drops) table.rows.push_back({row.name, reason, std::to_string(packets)});
  return table;
}

Picture waiting_picture(const recorded::Results& results) {
  Reasons reasons{{"its own shaper", {}}, {"a parent", {}}, {"the port", {}}};
  Axis x;
  std::size_t more = 0;
  for (const auto& traffic : results.traffic) {
    if (traffic.waited.all() == 0 || traffic.subscriber) continue;
    if (x.names.size() >= most_names && ++more > 0) continue;
    const auto name = briefly_at(traffic.subject, traffic.point);
    x.names.push_back(name);
    x.title = parameters_of(traffic.point);
    const std::array percents{traffic.waited_own_shaper_percent, traffic.waited_parent_percent,
                              traffic.waited_port_percent};
    for (std::size_t i = 0; i < percents.size(); ++i)
      if (percents[i]) reasons[i].second[name] = percents[i]->value;
  }
  auto picture = dots_by_name(reasons, std::move(x));
  picture.title = results.scenario + ": for what packets waited first";
  picture.y.title = "% of the packets that left";
  tell_of_more(more, picture);
  return picture;
}

Table waiting_table(const recorded::Results& results) {
  Table table{.columns = {"traffic", "its own shaper, %", "a parent, %", "the port, %", "packets"}};
  for (const auto& traffic : results.traffic)
    if (traffic.waited.all() > 0)
      table.rows.push_back({at_point(traffic.subject, traffic.point), measured_text(traffic.waited_own_shaper_percent),
                            measured_text(traffic.waited_parent_percent), measured_text(traffic.waited_port_percent),
                            std::to_string(traffic.waited.all())});
  return table;
}

std::vector<const recorded::Place*> busiest(const recorded::Results& results) {
  std::vector<const recorded::Place*> places;
  for (const auto& place : results.places)
    if (place.busy) places.push_back(&place);
  std::stable_sort(places.begin(), places.end(),
                   [](const auto* a, const auto* b) { return a->busy->value > b->busy->value; });
  return places;
}

Picture places_picture(const recorded::Results& results) {
  Picture picture;
  picture.title = results.scenario + ": the busiest places";
  picture.y.title = "busy";
  picture.y.unit = "% of the time or of the rate";
  Curve curve{.name = "busy", .shape = Curve::Shape::dots, .style = 0};
  const auto places = busiest(results);
  if (places.size() > most_names) tell_of_more(places.size() - most_names, picture);
  for (const auto* place : places) {
    if (picture.x.names.size() >= most_names) break;
    curve.points.push_back({static_cast<double>(picture.x.names.size()), 100 * place->busy->value});
    picture.x.names.push_back(briefly_at(place->name, place->point));
    picture.x.title = parameters_of(place->point);
  }
  picture.curves.push_back(std::move(curve));
  return picture;
}

Table places_table(const recorded::Results& results) {
  Table table{.columns = {"place", "busy, %", "rate, bit/s", "packets/s", "most waiting"}};
  for (const auto* place : busiest(results))
    table.rows.push_back({at_point(place->name, place->point), number_text(100 * place->busy->value),
                          measured_text(place->rate_bps), measured_text(place->packets_per_s),
                          measured_text(place->most_waiting)});
  return table;
}

}  // namespace

ResultView summary_view(const Opened& opened) {
  return {.id = "summary",
          .title = "Summary",
          .meaning =
              "What each flow, group or class was offered and got; with several replications the means and "
              "their 95 % confidence intervals.",
          .picture = [opened] { return summary_picture(opened->results); },
          .table = [opened] { return summary_table(opened->results); }};
}

std::optional<ResultView> drops_view(const Opened& opened) {
  if (largest_drops(opened->results).empty()) return std::nullopt;
  return ResultView{.id = "drops",
                    .title = "Drops by reason",
                    .meaning = "Each dropped packet has a place and a reason; they add up to what was lost.",
                    .picture = [opened] { return drops_picture(opened->results); },
                    .table = [opened] { return drops_table(opened->results); }};
}

std::optional<ResultView> waiting_view(const Opened& opened) {
  if (waiting_table(opened->results).rows.empty()) return std::nullopt;
  return ResultView{.id = "waiting",
                    .title = "Where packets waited",
                    .meaning = "Of the packets that left egress queues: for what each waited first.",
                    .picture = [opened] { return waiting_picture(opened->results); },
                    .table = [opened] { return waiting_table(opened->results); }};
}

std::optional<ResultView> places_view(const Opened& opened) {
  if (busiest(opened->results).empty()) return std::nullopt;
  return ResultView{.id = "places",
                    .title = "Busy places",
                    .meaning =
                        "Cores, links, levels and aggregates by the share of the time, or of their rate, that "
                        "they were busy.",
                    .picture = [opened] { return places_picture(opened->results); },
                    .table = [opened] { return places_table(opened->results); }};
}

}  // namespace qoslab::gui
