// What results look like: a list of views, each a picture and a table.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gui/data/picture.h"
#include "gui/pictures/opened.h"

namespace qoslab::gui {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows = {};
};

struct ResultView {
  std::string id;       ///< "throughput": what plot and lessons call it
  std::string title;    ///< "Throughput over time"
  std::string meaning;  ///< what it shows, with its source
  std::function<Picture()> picture;
  std::function<Table()> table;
};

/// Those for which the results have something, in the order in which to show them; never none. They keep what they
/// need of `opened`.
std::vector<ResultView> views_of(std::shared_ptr<const OpenedResults> opened);

}  // namespace qoslab::gui
