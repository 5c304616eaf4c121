// Where the boxes of a QoS tree stand.
#pragma once

#include <vector>

#include "gui/draw/drawing.h"
#include "gui/draw/parts.h"

namespace qoslab::gui {

/// As packets go: from what matches them, through queues and classes, to the line at the right. Trees stand below each
/// other, each under its title.
Drawing draw_trees(const std::vector<TitledTree>& trees, const TextSize& size);

}  // namespace qoslab::gui
