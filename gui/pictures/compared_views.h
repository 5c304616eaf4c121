// Several results on one axis.
#pragma once

#include <memory>
#include <vector>

#include "gui/pictures/result_view.h"

namespace qoslab::gui {

/// A view for each metric that any of them has, and what all have over time, as distributions and beside published
/// numbers; never none. Precondition: there are results.
std::vector<ResultView> compared_views(const std::vector<std::shared_ptr<const OpenedResults>>& opened);

}  // namespace qoslab::gui
