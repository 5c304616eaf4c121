// What a port does to packets, as a tree of boxes.
#pragma once

#include <QString>
#include <vector>

#include "gui/draw/parts.h"
#include "gui/views/drawing_view.h"

namespace qoslab::gui {

class TreeView final : public DrawingView {
  Q_OBJECT

 public:
  explicit TreeView(QWidget* parent = nullptr);

  void show_trees(std::vector<TitledTree> trees);

 protected:
  void draw_again() override;

 private:
  std::vector<TitledTree> trees_;
};

/// Of a port of the scenario, named node.link; a plain one if the scenario does not configure it; empty: there is none.
std::vector<TitledTree> trees_of_port(const Scenario& scenario, const QString& port);
std::vector<TitledTree> trees_of_gateway(const Scenario& scenario, const QString& gateway);

}  // namespace qoslab::gui
