// Boxes, wires and ports of a drawing, as they look.
#pragma once

#include <QFont>
#include <QGraphicsItem>
#include <QString>
#include <vector>

#include "gui/draw/drawing.h"

namespace qoslab::gui {

/// Something in a drawing that can be pointed at, and chosen.
class DrawingItem : public QGraphicsItem {
 public:
  DrawingItem(ScenarioPart subject, const std::string& tip, QFont font);
  [[nodiscard]] const ScenarioPart& subject() const { return subject_; }
  [[nodiscard]] const QString& tip() const { return tip_; }
  /// Where it is said to be, for those who walk with keys.
  [[nodiscard]] virtual QPointF place() const = 0;
  [[nodiscard]] virtual bool walked() const { return true; }
  void mark_current(bool current);

 protected:
  [[nodiscard]] const QFont& font() const { return font_; }
  [[nodiscard]] bool is_current() const { return current_; }
  void say(const QString& tip);

 private:
  ScenarioPart subject_;
  QString tip_;
  QFont font_;
  bool current_ = false;
};

class BoxItem final : public DrawingItem {
 public:
  BoxItem(Box box, double line, const QFont& font);
  [[nodiscard]] QString title() const { return QString::fromStdString(box_.title); }
  [[nodiscard]] QString key() const { return QString::fromStdString(box_.key); }
  [[nodiscard]] QPointF place() const override;
  [[nodiscard]] const Box& box() const { return box_; }

  [[nodiscard]] QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  [[nodiscard]] QRectF area() const;
  void paint_shape(QPainter& painter, bool dark) const;
  void paint_words(QPainter& painter) const;

  Box box_;
  double line_;
};

class WireItem final : public DrawingItem {
 public:
  WireItem(Wire wire, double line, const QFont& font);
  [[nodiscard]] QPointF place() const override;
  [[nodiscard]] bool walked() const override { return false; }

  [[nodiscard]] QRectF boundingRect() const override;
  [[nodiscard]] QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  [[nodiscard]] QPolygonF points() const;
  [[nodiscard]] QRectF words_area() const;

  Wire wire_;
  double line_;
};

class DotItem final : public DrawingItem {
 public:
  DotItem(Dot dot, const QFont& font);
  [[nodiscard]] QPointF place() const override { return {dot_.at.x, dot_.at.y}; }

  [[nodiscard]] QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  Dot dot_;
};

double height_of_line(const QFont& font);

/// All parts of a drawing, on its ground, which is in a scene. Words without a part are not among what is returned.
std::vector<DrawingItem*> put(const Drawing& drawing, const QFont& font, QGraphicsItem& ground);

/// Outside any window, on light ground.
void paint_drawing(const Drawing& drawing, const QFont& font, QPainter& painter);

}  // namespace qoslab::gui
