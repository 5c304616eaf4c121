// The network of a scenario.
#pragma once

#include <memory>

#include "gui/views/drawing_view.h"
#include "model/scenario/scenario.h"

namespace qoslab::gui {

class TopologyView final : public DrawingView {
  Q_OBJECT

 public:
  explicit TopologyView(QWidget* parent = nullptr);
  void show_scenario(std::shared_ptr<const Scenario> scenario);

 protected:
  void draw_again() override;

 private:
  std::shared_ptr<const Scenario> scenario_;
};

}  // namespace qoslab::gui
