// A picture on the screen, in which one can zoom and move.
#pragma once

#include <QChartView>
#include <optional>

#include "gui/charts/chart_drawing.h"
#include "gui/charts/export.h"
#include "gui/data/picture.h"

namespace qoslab::gui {

/// Keys: left and right move, + and - zoom, 0 or Home shows the whole. Mouse: the wheel zooms, dragging moves.
class ChartView final : public QChartView {
  Q_OBJECT

 public:
  explicit ChartView(QWidget* parent = nullptr);

  /// Keeps what is visible if `keep` and both have the same axes: a picture that grows.
  void show_picture(Picture picture, bool keep = false);
  [[nodiscard]] const Picture& picture() const { return picture_; }

  /// Of x; of a logarithmic axis too. Never beyond what there is.
  void show_range(double from, double to);
  void show_whole();
  /// By a factor below 1: less is visible. `at`: which place stays, 0 left to 1 right.
  void zoom(double factor, double at = 0.5);
  /// By a share of what is visible; positive: to the right.
  void move(double share);
  [[nodiscard]] Range visible() const { return visible_; }
  /// What is visible; none: there is no curve.
  [[nodiscard]] std::optional<Exportable> exportable() const;

  /// The size of all letters, in points.
  void show_letters(int points);
  /// With several curves; it is there at first.
  void show_legend(bool wanted);

 signals:
  void range_changed(double from, double to);

 protected:
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void build();
  void follow();

  std::optional<ChartDrawing> drawing_;
  Picture picture_;
  Range visible_{0, 1};
  std::optional<double> dragged_from_;
  int letters_ = 0;
  bool legend_ = true;
};

}  // namespace qoslab::gui
