// The text of a scenario with its colours, its line numbers, and what is wrong on the line where it is wrong.
#pragma once

#include <QPlainTextEdit>
#include <QTimer>
#include <vector>

#include "helpers/scenario/diagnostic.h"

namespace qoslab::gui {

class ScenarioText final : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ScenarioText(QWidget* parent = nullptr);

  /// Those of this file; lines outside the text are left out.
  void mark(std::vector<Diagnostic> diagnostics);
  void go_to(int line, int column);
  /// Selects it, and leaves the focus where it is.
  void show_line(int line);

  [[nodiscard]] int margin_width() const;
  /// For the margin.
  void paint_margin(QPaintEvent& event);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void place_margin();
  void underline();

  QWidget* margin_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace qoslab::gui
