// A run while it goes on: curves that grow, and what it says.
#pragma once

#include <QTimer>

#include "gui/data/live_curves.h"
#include "gui/run/run.h"
#include "gui/views/page.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;

namespace qoslab::gui {

class ChartView;

class LivePage final : public Page {
  Q_OBJECT

 public:
  explicit LivePage(Run& run, QWidget* parent = nullptr);

  [[nodiscard]] QString path() const override { return path_; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] std::optional<Exportable> picture() const override;

 private:
  void take(const LiveLine& line);
  void draw();
  void tell(const Run& run);

  QString path_;
  QString name_;
  LiveCurves curves_;
  QComboBox* metric_;
  ChartView* chart_;
  QProgressBar* bar_;
  QLabel* words_;
  QPlainTextEdit* messages_;
  QTimer pause_;
};

}  // namespace qoslab::gui
