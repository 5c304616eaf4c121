// What a port does to packets, as a tree of boxes.
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "gui/draw/parts.h"
#include "gui/views/drawing_items.h"
#include "gui/views/drawing_view.h"

namespace qoslab::gui {

class TreeView final : public DrawingView {
  Q_OBJECT

 public:
  explicit TreeView(QWidget* parent = nullptr);

  void show_trees(std::vector<TitledTree> trees);
  /// By the keys of the boxes: a class, a level or an aggregate of a gateway's port, "upstream/voice" for its policers,
  /// port_key for the port as a whole. Others are left out; boxes without a result are not coloured.
  void show_results(std::map<QString, BoxResult> results);

 protected:
  void draw_again() override;

 private:
  void colour();

  std::vector<TitledTree> trees_;
  std::map<QString, BoxResult> results_;
};

/// Of a port of the scenario, named node.link; a plain one if the scenario does not configure it; empty: there is none.
std::vector<TitledTree> trees_of_port(const Scenario& scenario, const QString& port);
std::vector<TitledTree> trees_of_gateway(const Scenario& scenario, const QString& gateway);

}  // namespace qoslab::gui
