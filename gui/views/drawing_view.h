// A drawing that can be moved, enlarged, and walked with keys.
#pragma once

#include <QGraphicsView>
#include <optional>
#include <vector>

#include "gui/charts/export.h"
#include "gui/draw/drawing.h"

namespace qoslab::gui {

class BoxItem;
class DrawingItem;

/// Wheel, + and − enlarge, 0 shows all, dragging moves; Tab and arrow keys walk from one thing to the next, Enter or a
/// click chooses it.
class DrawingView : public QGraphicsView {
  Q_OBJECT

 public:
  explicit DrawingView(QWidget* parent = nullptr);

  void zoom(double factor);
  void show_all();
  /// It is not what the text says any more.
  void grey(bool stale);
  [[nodiscard]] bool is_grey() const { return stale_; }
  /// What the keys have come to; null: nothing.
  [[nodiscard]] const DrawingItem* current() const { return current_; }
  [[nodiscard]] const std::vector<DrawingItem*>& parts() const { return parts_; }
  [[nodiscard]] std::vector<BoxItem*> boxes() const;
  /// All of it; none: nothing is drawn.
  [[nodiscard]] std::optional<Exportable> exportable() const;

 signals:
  void chosen(const qoslab::gui::ScenarioPart& subject);
  /// The keys or the mouse have come to something that has this to say.
  void pointed_at(const QString& words);

 protected:
  void show_drawing(const Drawing& drawing);
  /// With the widget's font.
  [[nodiscard]] TextSize text_size() const;
  /// The font has changed.
  virtual void draw_again() {}

  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  void make_current(DrawingItem* part);
  bool step(int by);
  void walk(QPointF direction);
  void fit();

  Drawing drawing_;
  std::vector<DrawingItem*> parts_;  // the scene's; in reading order those that are walked
  DrawingItem* current_ = nullptr;
  QGraphicsItem* ground_ = nullptr;
  bool stale_ = false;
  bool fitted_ = true;  // until the reader zooms
  bool dragging_ = false;
  QPoint pressed_at_;
  QPoint scrolled_at_;
};

}  // namespace qoslab::gui
