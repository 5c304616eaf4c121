#include "gui/views/topology_view.h"

#include <utility>

#include "gui/draw/topology.h"

namespace qoslab::gui {

TopologyView::TopologyView(QWidget* parent) : DrawingView{parent} { setAccessibleName(tr("Topology")); }

void TopologyView::show_scenario(std::shared_ptr<const Scenario> scenario) {
  scenario_ = std::move(scenario);
  draw_again();
}

void TopologyView::draw_again() {
  if (scenario_) show_drawing(draw_topology(*scenario_, text_size()));
}

}  // namespace qoslab::gui
