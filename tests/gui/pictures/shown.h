// What the views of results show, taken apart.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gui/pictures/opened.h"
#include "gui/pictures/result_view.h"
#include "helpers/recorded/read.h"

namespace qoslab::gui::test {

/// A results.json without anything beside it.
inline std::shared_ptr<const OpenedResults> opened(const std::string& text, const std::string& path = "") {
  auto opened = std::make_shared<OpenedResults>();
  opened->results = recorded::read_results_text(text, path);
  return opened;
}

inline std::vector<std::string> ids_of(const std::vector<ResultView>& views) {
  std::vector<std::string> ids;
  for (const auto& view : views) ids.push_back(view.id);
  return ids;
}

inline ResultView view_of(const std::vector<ResultView>& views, const std::string& id) {
  const auto found = std::find_if(views.begin(), views.end(), [&](const ResultView& view) { return view.id == id; });
  if (found == views.end()) throw std::out_of_range{"no view " + id};
  return *found;
}

inline ResultView view_of(const std::shared_ptr<const OpenedResults>& opened, const std::string& id) {
  return view_of(views_of(opened), id);
}

inline Curve curve_of(const Picture& picture, const std::string& name) {
  for (const auto& curve : picture.curves)
    if (curve.name == name) return curve;
  throw std::out_of_range{"no curve " + name};
}

inline std::vector<std::string> names_of_curves(const Picture& picture) {
  std::vector<std::string> names;
  for (const auto& curve : picture.curves) names.push_back(curve.name);
  return names;
}

/// What stands in the column of this name, row by row.
inline std::vector<std::string> column_of(const Table& table, const std::string& name) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), name);
  if (found == table.columns.end()) throw std::out_of_range{"no column " + name};
  std::vector<std::string> cells;
  for (const auto& row : table.rows) cells.push_back(row.at(static_cast<std::size_t>(found - table.columns.begin())));
  return cells;
}

}  // namespace qoslab::gui::test
