#include "gui/pictures/compared_views.h"

#include <algorithm>
#include <set>

#include "gui/data/comparison.h"
#include "gui/pictures/at_point.h"
#include "gui/pictures/numbers.h"

namespace qoslab::gui {
namespace {

using AllOpened = std::vector<std::shared_ptr<const OpenedResults>>;

ResultsList list_of(const AllOpened& opened) {
  ResultsList list;
  for (const auto& one : opened) list.push_back(&one->results);
  return list;
}

std::string row_name(const ComparedRow& row) { return at_point(row.subject, row.point); }

/// The results side by side over the subjects, each a little to the right of the one before.
Picture metric_picture(const ComparedTable& table) {
  Picture picture;
  picture.title = std::string{table.metric.name};
  picture.note = "Bars are 95 % confidence intervals.";
  picture.y.title = std::string{table.metric.name};
  picture.y.unit = std::string{table.metric.unit};
  std::set<std::string> parameters;
  for (const auto& row : table.rows)
    if (!row.point.empty()) parameters.insert(parameters_of(row.point));
  const bool brief = parameters.size() == 1;
  if (brief) picture.x.title = *parameters.begin();
  for (const auto& row : table.rows)
    picture.x.names.push_back(brief ? briefly_at(row.subject, row.point) : row_name(row));
  const double step = 0.6 / static_cast<double>(std::max<std::size_t>(1, table.columns.size()));
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    Curve curve;
    curve.name = table.columns[column];
    curve.shape = Curve::Shape::dots;
    curve.style = column;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const auto& value = table.rows[row].cells[column].value;
      if (!value) continue;
      const double x = static_cast<double>(row) + (static_cast<double>(column) + 0.5) * step - 0.3;
      curve.points.push_back({x, value->value});
      if (value->ci95) curve.whiskers.push_back(interval_at(x, *value));
    }
    if (!curve.points.empty()) picture.curves.push_back(std::move(curve));
  }
  return picture;
}

std::string difference_text(const ComparedCell& cell) {
  if (!cell.difference) return "";
  std::string text = " (" + std::string{*cell.difference < 0 ? "" : "+"} + number_text(*cell.difference);
  if (cell.difference_percent) text += ", " + number_text(*cell.difference_percent) + " %";
  return text + (cell.apart ? ", apart)" : ")");
}

Table metric_table(const ComparedTable& compared) {
  Table table{.columns = {"subject"}};
  for (const auto& column : compared.columns) table.columns.push_back(column);
  for (const auto& row : compared.rows) {
    std::vector<std::string> cells{row_name(row)};
    for (const auto& cell : row.cells) cells.push_back(measured_text(cell.value) + difference_text(cell));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

ResultView metric_view(const AllOpened& opened, const recorded::Metric& metric) {
  const std::string id{metric.id};
  return {.id = id,
          .title = std::string{metric.name},
          .meaning = "In brackets the difference to the first; apart: the confidence intervals do not overlap.",
          .picture = [opened, id] { return metric_picture(compared(list_of(opened), id)); },
          .table = [opened, id] { return metric_table(compared(list_of(opened), id)); }};
}

/// One view of each of the results, their curves in one picture.
struct Part {
  std::string name;
  ResultView view;
};

/// What all say, or what each says.
std::string joined_note(const std::vector<std::pair<std::string, std::string>>& notes) {
  const auto& first = notes.front().second;
  if (std::all_of(notes.begin(), notes.end(), [&](const auto& said) { return said.second == first; })) return first;
  std::string joined;
  for (const auto& [name, note] : notes)
    if (!note.empty()) joined += (joined.empty() ? "" : " ") + name + ": " + note;
  return joined;
}

Picture joined_picture(const std::vector<Part>& parts) {
  Picture joined;
  std::vector<std::pair<std::string, std::string>> notes;
  for (const auto& [name, view] : parts) {
    auto picture = view.picture();
    if (joined.title.empty()) joined = Picture{.title = view.title, .x = picture.x, .y = picture.y};
    notes.emplace_back(name, picture.note);
    const auto shift = static_cast<double>(joined.x.names.size());
    const bool appended = !picture.x.names.empty() && !joined.curves.empty();
    if (appended) joined.x.names.insert(joined.x.names.end(), picture.x.names.begin(), picture.x.names.end());
    for (auto& curve : picture.curves) {
      if (appended)
        for (auto& point : curve.points) point.x += shift;
      if (appended)
        for (auto& whisker : curve.whiskers) whisker.x += shift;
      const auto same = std::find_if(joined.curves.begin(), joined.curves.end(),
                                     [&](const Curve& c) { return appended && c.name == curve.name; });
      if (same != joined.curves.end()) {
        same->points.insert(same->points.end(), curve.points.begin(), curve.points.end());
        same->whiskers.insert(same->whiskers.end(), curve.whiskers.begin(), curve.whiskers.end());
        continue;
      }
      if (picture.x.names.empty()) {
        curve.name = name + ": " + curve.name;
        curve.style.reset();
      }
      joined.curves.push_back(std::move(curve));
    }
  }
  joined.note = joined_note(notes);
  return joined;
}

Table joined_table(const std::vector<Part>& parts) {
  Table joined;
  for (const auto& [name, view] : parts) {
    auto table = view.table();
    if (joined.columns.empty()) {
      joined.columns = table.columns;
      joined.columns.insert(joined.columns.begin(), "results");
    }
    for (auto& row : table.rows) {
      row.insert(row.begin(), name);
      joined.rows.push_back(std::move(row));
    }
  }
  return joined;
}

/// Views that the single results have, in the order in which the first one has them.
std::vector<ResultView> joined_views(const AllOpened& opened, const std::vector<std::string>& names,
                                     const std::vector<std::string>& ids) {
  std::vector<std::vector<ResultView>> all;
  for (const auto& one : opened) all.push_back(views_of(one));
  std::vector<ResultView> joined;
  for (const auto& id : ids) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const auto& view : all[i])
        if (view.id == id) parts.push_back({names[i], view});
    if (parts.empty()) continue;
    joined.push_back({.id = id,
                      .title = parts.front().view.title,
                      .meaning = parts.front().view.meaning,
                      .picture = [parts] { return joined_picture(parts); },
                      .table = [parts] { return joined_table(parts); }});
  }
  return joined;
}

}  // namespace

std::vector<ResultView> compared_views(const AllOpened& opened) {
  const auto list = list_of(opened);
  const auto names = names_of(list);
  std::vector<ResultView> views = joined_views(opened, names, {"references"});
  for (const auto& metric : metrics_in(list)) views.push_back(metric_view(opened, metric));
  for (auto& view : joined_views(opened, names,
                                 {"throughput", "loss", "delay", "distribution", "tail", "jitter", "queue",
                                  "expectations", "certificate", "lateness", "notes"}))
    views.push_back(std::move(view));
  return views;
}

}  // namespace qoslab::gui
