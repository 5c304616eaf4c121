// The QoS trees of a run's scenario, with what became of their parts.
#pragma once

#include <QWidget>
#include <memory>

#include "gui/pictures/opened.h"
#include "helpers/scenario/read.h"

class QComboBox;
class QLabel;

namespace qoslab::gui {

class TreeView;

class ResultTrees final : public QWidget {
  Q_OBJECT

 public:
  explicit ResultTrees(QWidget* parent = nullptr);

  /// The run knows classes, or a gateway's traffic, and which file it was of.
  static bool has_any(const OpenedResults& opened);
  /// Reads the scenario in the background.
  void show_results(std::shared_ptr<const OpenedResults> opened);
  [[nodiscard]] TreeView& tree() { return *tree_; }

 signals:
  /// The scenario was read, or cannot be.
  void shown();

 private:
  void take(std::shared_ptr<const ReadOutcome> outcome);
  void list_ports();
  void draw();
  [[nodiscard]] const Scenario* scenario() const;
  [[nodiscard]] QString doubts(const ReadOutcome& outcome) const;

  std::shared_ptr<const OpenedResults> opened_;
  std::shared_ptr<const ReadOutcome> outcome_;  ///< null: no scenario that fits
  QComboBox* ports_;
  QComboBox* points_;
  QLabel* doubt_;
  TreeView* tree_;
  QLabel* words_;
};

}  // namespace qoslab::gui
