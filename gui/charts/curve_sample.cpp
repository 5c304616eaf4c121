#include "gui/charts/curve_sample.h"

#include <QPainter>
#include <QPixmap>

#include "gui/charts/style.h"

namespace qoslab::gui {
namespace {

constexpr int pixels = 2;  // to a point: for sharp screens
constexpr double radius = 4;

}  // namespace

QIcon sample_of(Curve::Shape shape, std::size_t style, bool dark) {
  QPixmap picture{size_of_sample * pixels};
  picture.setDevicePixelRatio(pixels);
  picture.fill(Qt::transparent);
  QPainter painter{&picture};
  painter.setRenderHint(QPainter::Antialiasing);
  const auto pen = pen_of(style, dark);
  const QRectF place{QPointF{0, 0}, QSizeF{size_of_sample}};
  const bool dots = shape == Curve::Shape::dots || shape == Curve::Shape::rings;
  if (dots) {
    painter.setPen(QPen{pen.color(), 2});
    painter.setBrush(shape == Curve::Shape::rings ? QBrush{} : QBrush{pen.color()});
    painter.drawEllipse(place.center(), radius, radius);
  } else {
    painter.setPen(pen);
    painter.drawLine(QPointF{0, place.center().y()}, QPointF{place.right(), place.center().y()});
  }
  painter.end();
  return QIcon{picture};
}

}  // namespace qoslab::gui
