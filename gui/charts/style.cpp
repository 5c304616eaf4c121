#include "gui/charts/style.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QPalette>
#include <array>

namespace qoslab::gui {

QColor colour_of(std::size_t style, bool dark) {
  static const std::array<QColor, 8> light{QColor{0x00, 0x72, 0xb2}, QColor{0xd5, 0x5e, 0x00}, QColor{0x00, 0x9e, 0x73},
                                           QColor{0xcc, 0x79, 0xa7}, QColor{0x56, 0xb4, 0xe9}, QColor{0xe6, 0x9f, 0x00},
                                           QColor{0xb3, 0xa6, 0x00}, QColor{0x00, 0x00, 0x00}};
  const auto number = style % light.size();
  if (!dark) return light[number];
  if (number + 1 == light.size()) return QColor{0xff, 0xff, 0xff};
  return light[number].lighter(130);
}

QPen pen_of(std::size_t style, bool dark) {
  static constexpr std::array dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
  QPen pen{colour_of(style, dark), 2};
  pen.setStyle(dashes[style % dashes.size()]);
  return pen;
}

QFont fixed_font() {
  auto font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  if (const double points = QGuiApplication::font().pointSizeF(); points > 0) font.setPointSizeF(points);
  return font;
}

bool is_dark() { return QGuiApplication::palette().window().color().lightness() < 128; }

}  // namespace qoslab::gui
