#include "gui/views/drawing_items.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <cmath>
#include <utility>

#include "gui/charts/style.h"

namespace qoslab::gui {
namespace {

constexpr double margin = 10;
constexpr double radius = 7;  // of a port
constexpr double behind = 4;  // how far those behind the first stand out of a group
constexpr double arrow_size = 7;
constexpr double from_line = 2;  // of words

QColor ink(const QPalette& palette) { return palette.color(QPalette::Text); }
QColor ground(const QPalette& palette) { return palette.color(QPalette::Base); }

QColor mixed(const QColor& a, const QColor& b, double share) {
  const auto part = [share](int x, int y) { return qRound(x * share + y * (1 - share)); };
  return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

QColor colour_of_look(Look look, bool dark, const QPalette& palette) {
  switch (look) {
    case Look::host:
    case Look::queue:
      return colour_of(0, dark);
    case Look::router:
    case Look::inner:
      return colour_of(5, dark);
    case Look::gateway:
      return colour_of(2, dark);
    case Look::group:
      return colour_of(4, dark);
    case Look::conditioner:
      return colour_of(3, dark);
    case Look::network:
    case Look::line:
    case Look::match:
      break;
  }
  return mixed(ink(palette), ground(palette), 0.6);
}

/// Full ones stand out: blue, orange, vermilion.
QColor colour_of_use(double share, bool dark) {
  constexpr double full = 0.95;
  constexpr double busy = 0.7;
  return colour_of(share >= full ? 1 : share >= busy ? 5 : 0, dark);
}

double corner_of(Look look, const QRectF& area) {
  switch (look) {
    case Look::router:
    case Look::gateway:
      return 10;
    case Look::network:
    case Look::match:
      return area.height() / 2 < 16 ? area.height() / 2 : 16;
    default:
      return 2;
  }
}

}  // namespace

DrawingItem::DrawingItem(ScenarioPart subject, const std::string& tip, QFont font)
    : subject_{std::move(subject)}, font_{std::move(font)} {
  say(QString::fromStdString(tip));
}

void DrawingItem::say(const QString& tip) {
  tip_ = tip;
  setToolTip(tip.isEmpty() ? tip : "<qt>" + tip.toHtmlEscaped().replace('\n', "<br>") + "</qt>");
}

void DrawingItem::mark_current(bool current) {
  current_ = current;
  update();
}

BoxItem::BoxItem(Box box, double line, const QFont& font)
    : DrawingItem{box.subject, box.title.empty() ? box.tip : box.title + ": " + box.tip, font},
      box_{std::move(box)},
      line_{line} {}

QRectF BoxItem::area() const { return {box_.area.x, box_.area.y, box_.area.width, box_.area.height}; }

QPointF BoxItem::place() const { return area().center(); }

QRectF BoxItem::boundingRect() const { return area().adjusted(-6, -10, 10, 6); }

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) {
  const auto palette = scene()->palette();
  const bool dark = ground(palette).lightness() < 128;
  const auto colour = colour_of_look(box_.look, dark, palette);
  const auto fill = mixed(colour, ground(palette), dark ? 0.22 : 0.12);
  painter->setRenderHint(QPainter::Antialiasing);
  if (is_current()) {
    painter->setPen(QPen{palette.color(QPalette::Highlight), 3});
    painter->setBrush(Qt::NoBrush);
    const auto around = area().adjusted(-4, -4, 4, 4);
    painter->drawRoundedRect(around, corner_of(box_.look, area()) + 3, corner_of(box_.look, area()) + 3);
  }
  painter->setPen(QPen{colour, box_.look == Look::match ? 1.0 : 1.6});
  painter->setBrush(fill);
  paint_shape(*painter, dark);
  painter->setPen(ink(palette));
  paint_words(*painter);
}

/// Kinds differ in their outlines, too.
void BoxItem::paint_shape(QPainter& painter, bool dark) const {
  const double corner = corner_of(box_.look, area());
  if (box_.look == Look::group) painter.drawRect(area().translated(behind, -behind));
  painter.drawRoundedRect(area(), corner, corner);
  if (box_.used) {
    auto used = area().adjusted(1, 1, -1, -1);
    used.setWidth(used.width() * std::clamp(*box_.used, 0.0, 1.0));
    auto colour = colour_of_use(*box_.used, dark);
    colour.setAlphaF(0.45F);
    painter.fillRect(used, colour);
  }
  if (box_.look == Look::gateway) painter.drawRoundedRect(area().adjusted(3, 3, -3, -3), corner - 3, corner - 3);
  const auto a = area();
  if (box_.look == Look::queue)  // places of a queue, beside its mouth
    for (const int i : {1, 2, 3})
      painter.drawLine(QPointF{a.right() - 5.0 * i, a.bottom() - 12}, QPointF{a.right() - 5.0 * i, a.bottom()});
  if (box_.look == Look::line) painter.fillRect(QRectF{a.right() - 4, a.top(), 4, a.height()}, painter.pen().color());
}

void BoxItem::paint_words(QPainter& painter) const {
  auto line = QRectF{area().left() + margin, area().top() + margin / 2, area().width() - 2 * margin, line_};
  // Boxes that are higher than their words have them in their middle.
  const auto lines = static_cast<double>(box_.lines.size() + (box_.title.empty() ? 0 : 1));
  line.translate(0, (area().height() - lines * line_ - margin) / 2);
  const auto align =
      static_cast<int>((box_.centred ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextDontClip);
  if (!box_.title.empty()) {
    auto bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(line, align, title());
    line.translate(0, line_);
  }
  painter.setFont(font());
  for (const auto& text : box_.lines) {
    painter.drawText(line, align, QString::fromStdString(text));
    line.translate(0, line_);
  }
}

WireItem::WireItem(Wire wire, double line, const QFont& font)
    : DrawingItem{wire.subject, wire.tip, font}, wire_{std::move(wire)}, line_{line} {
  setZValue(-1);
}

QPolygonF WireItem::points() const {
  QPolygonF points;
  for (const auto& p : wire_.points) points << QPointF{p.x, p.y};
  return points;
}

QPointF WireItem::place() const { return {wire_.words_at.x, wire_.words_at.y}; }

QRectF WireItem::words_area() const {
  const QFontMetricsF metrics{font()};
  double width = metrics.horizontalAdvance(QString::fromStdString(wire_.above));
  for (const auto& line : wire_.below) width = std::max(width, metrics.horizontalAdvance(QString::fromStdString(line)));
  const auto lines = 1 + static_cast<double>(wire_.below.size());
  return {wire_.words_at.x - width / 2, wire_.words_at.y - line_ - from_line, width, lines * line_ + 2 * from_line};
}

QRectF WireItem::boundingRect() const {
  const auto lines = points().boundingRect().adjusted(-arrow_size, -arrow_size, arrow_size, arrow_size);
  return wire_.above.empty() ? lines : lines.united(words_area());
}

QPainterPath WireItem::shape() const {
  QPainterPath path;
  path.addPolygon(points());
  QPainterPathStroker wide;
  wide.setWidth(8);
  auto shape = wide.createStroke(path);
  if (!wire_.above.empty()) shape.addRect(words_area());
  return shape;
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) {
  const auto palette = scene()->palette();
  painter->setRenderHint(QPainter::Antialiasing);
  const auto colour = mixed(ink(palette), ground(palette), 0.6);
  painter->setPen(QPen{colour, 1.6});
  painter->drawPolyline(points());
  if (wire_.arrow && !wire_.points.empty()) {
    const QPointF tip{wire_.points.back().x, wire_.points.back().y};
    painter->setBrush(colour);
    painter->drawPolygon(
        QPolygonF{{tip, tip + QPointF{-arrow_size, -arrow_size / 2}, tip + QPointF{-arrow_size, arrow_size / 2}}});
  }
  painter->setPen(ink(palette));
  painter->setFont(font());
  const auto all = words_area();
  QRectF row{all.left(), all.top(), all.width(), line_};
  constexpr auto align = static_cast<int>(Qt::AlignCenter | Qt::TextDontClip);
  painter->drawText(row, align, QString::fromStdString(wire_.above));
  row.translate(0, 2 * from_line);
  for (const auto& text : wire_.below) {
    row.translate(0, line_);
    painter->drawText(row, align, QString::fromStdString(text));
  }
}

DotItem::DotItem(Dot dot, const QFont& font) : DrawingItem{dot.subject, dot.tip, font}, dot_{std::move(dot)} {
  setZValue(1);
}

QRectF DotItem::boundingRect() const {
  const double reach = radius + 5;
  return {dot_.at.x - reach, dot_.at.y - reach, 2 * reach, 2 * reach};
}

void DotItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/) {
  const auto palette = scene()->palette();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool dark = ground(palette).lightness() < 128;
  const auto colour = dot_.configured ? colour_of(1, dark) : mixed(ink(palette), ground(palette), 0.6);
  if (is_current()) {
    painter->setPen(QPen{palette.color(QPalette::Highlight), 3});
    painter->setBrush(Qt::NoBrush);
    painter->drawEllipse(place(), radius + 3, radius + 3);
  }
  painter->setPen(QPen{colour, 1.6});
  painter->setBrush(dot_.configured ? colour : ground(palette));
  const double r = dot_.configured ? radius : radius - 2;
  painter->drawEllipse(place(), r, r);
}

double height_of_line(const QFont& font) { return std::ceil(QFontMetricsF{font}.height()); }

std::vector<DrawingItem*> put(const Drawing& drawing, const QFont& font, QGraphicsItem& ground) {
  auto bold = font;
  bold.setBold(true);
  for (const auto& heading : drawing.headings) {
    auto* text = new QGraphicsSimpleTextItem{QString::fromStdString(heading.text), &ground};
    text->setFont(bold);
    text->setBrush(ink(ground.scene()->palette()));
    text->setPos(heading.at.x, heading.at.y);
  }
  const auto line = height_of_line(font);
  std::vector<DrawingItem*> parts;
  for (const auto& wire : drawing.wires) parts.push_back(new WireItem{wire, line, font});
  for (const auto& box : drawing.boxes) parts.push_back(new BoxItem{box, line, font});
  for (const auto& dot : drawing.dots) parts.push_back(new DotItem{dot, font});
  for (auto* part : parts) part->setParentItem(&ground);
  return parts;
}

void paint_drawing(const Drawing& drawing, const QFont& font, QPainter& painter) {
  auto light = QGuiApplication::palette();
  light.setColor(QPalette::Base, Qt::white);
  light.setColor(QPalette::Text, Qt::black);
  QGraphicsScene scene{0, 0, drawing.width, drawing.height};
  scene.setPalette(light);
  put(drawing, font, *scene.addRect(scene.sceneRect(), Qt::NoPen));
  scene.render(&painter);
}

}  // namespace qoslab::gui
