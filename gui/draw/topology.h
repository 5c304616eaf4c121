// The network of a scenario: who is connected to whom, by what.
#pragma once

#include <cstddef>

#include "gui/draw/drawing.h"
#include "model/scenario/scenario.h"

namespace qoslab::gui {

/// Senders stand left, receivers right, what forwards between them. A network that is a tree is drawn without
/// crossings; in others a link may cross a link, but in a network of columns never a box between two of them. With more
/// than `most_nodes` the hosts of each router are one box.
Drawing draw_topology(const Scenario& scenario, const TextSize& size, std::size_t most_nodes = 300);

}  // namespace qoslab::gui
