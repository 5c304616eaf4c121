#include "gui/views/tree_view.h"

#include <utility>

#include "gui/draw/tree.h"
#include "gui/views/scenario_words.h"
#include "model/scenario/plain_fifo.h"

namespace qoslab::gui {

TreeView::TreeView(QWidget* parent) : DrawingView{parent} { setAccessibleName(tr("QoS tree")); }

void TreeView::show_trees(std::vector<TitledTree> trees) {
  trees_ = std::move(trees);
  draw_again();
}

void TreeView::draw_again() { show_drawing(draw_trees(trees_, text_size())); }

std::vector<TitledTree> trees_of_port(const Scenario& scenario, const QString& port) {
  const auto name = port.toStdString();
  for (const auto& spec : scenario.ports)
    if (spec.node + "." + spec.link == name) return parts_of(spec, scenario_words());
  for (const auto& link : scenario.links)
    for (const auto& node : {link.a, link.b})
      if (node + "." + link.name == name) return parts_of(plain_fifo(node, link.name, link.rate), scenario_words());
  return {};
}

std::vector<TitledTree> trees_of_gateway(const Scenario& scenario, const QString& gateway) {
  for (const auto& spec : scenario.gateways.gateways)
    if (QString::fromStdString(spec.name) == gateway) return parts_of(spec, scenario.gateways, scenario_words());
  return {};
}

}  // namespace qoslab::gui
