// What a scenario describes: its network, what its ports do, and all of it in words.
#pragma once

#include <QTabWidget>
#include <QWidget>
#include <memory>
#include <optional>

#include "gui/charts/export.h"
#include "helpers/scenario/read.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace qoslab::gui {

class TopologyView;
class TreeView;
struct ScenarioPart;

class ScenarioPictures final : public QWidget {
  Q_OBJECT

 public:
  explicit ScenarioPictures(QWidget* parent = nullptr);

  /// With errors the last sound state stays, greyed.
  void show_outcome(std::shared_ptr<const ReadOutcome> outcome);
  /// Of a port, node.link, or of a gateway.
  void show_tree(const QString& name);
  /// The drawing that is visible; none: what is visible is none.
  [[nodiscard]] std::optional<Exportable> exportable() const;

 signals:
  /// Something that a text may say somewhere.
  void chosen(const qoslab::gui::ScenarioPart& subject);

 private:
  QWidget* tree_page();
  [[nodiscard]] std::shared_ptr<const Scenario> scenario() const;
  void list_points();
  void list_ports();
  void draw();
  void draw_tree();
  void tell_understood();
  void tell_of_errors(bool errors);
  void choose(const ScenarioPart& subject);

  std::shared_ptr<const ReadOutcome> sound_;
  QComboBox* points_;
  QLabel* stale_;
  QTabWidget* tabs_;
  TopologyView* topology_;
  QComboBox* ports_;
  TreeView* tree_;
  QPlainTextEdit* understood_;
  QLabel* words_;
};

}  // namespace qoslab::gui
