#include "gui/views/drawing_view.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/zoom_notches.h"
#include "gui/views/drawing_items.h"

namespace qoslab::gui {
namespace {

constexpr double step_of_zoom = 1.25;
constexpr double smallest = 0.05;
constexpr double largest = 8;
constexpr double largest_fit = 1.6;
constexpr double smallest_fit = 0.55;  // smaller is not legible: better to scroll
constexpr double grey_opacity = 0.35;

}  // namespace

DrawingView::DrawingView(QWidget* parent) : QGraphicsView{parent} {
  setScene(new QGraphicsScene{this});
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setFrameShape(QFrame::NoFrame);
  setBackgroundRole(QPalette::Base);
  setViewportUpdateMode(QGraphicsView::BoundingRectViewportUpdate);
  setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
}

TextSize DrawingView::text_size() const {
  auto bold = font();
  bold.setBold(true);
  return {[plain = QFontMetricsF{font()}, strong = QFontMetricsF{bold}](const std::string& text, bool is_bold) {
            return (is_bold ? strong : plain).horizontalAdvance(QString::fromStdString(text));
          },
          height_of_line(font())};
}

void DrawingView::show_drawing(const Drawing& drawing) {
  make_current(nullptr);
  parts_.clear();
  drawing_ = drawing;
  scene()->clear();
  scene()->setPalette(palette());
  ground_ = scene()->addRect(0, 0, drawing.width, drawing.height, Qt::NoPen);
  parts_ = put(drawing, font(), *ground_);
  std::stable_sort(parts_.begin(), parts_.end(), [](const DrawingItem* a, const DrawingItem* b) {
    return std::pair{a->place().x(), a->place().y()} < std::pair{b->place().x(), b->place().y()};
  });
  setSceneRect(0, 0, drawing.width, drawing.height);
  grey(stale_);
  if (fitted_) fit();
}

std::optional<Exportable> DrawingView::exportable() const {
  if (drawing_.boxes.empty()) return std::nullopt;
  const auto title = drawing_.headings.empty() ? accessibleName() : QString::fromStdString(drawing_.headings[0].text);
  return gui::exportable(Sheet{
      .title = title,
      .description = {},
      .size = QSizeF{drawing_.width, drawing_.height}.toSize(),
      .paint = [drawing = drawing_, font = font()](QPainter& painter) { paint_drawing(drawing, font, painter); }});
}

std::vector<BoxItem*> DrawingView::boxes() const {
  std::vector<BoxItem*> boxes;
  for (auto* part : parts_)
    if (auto* box = dynamic_cast<BoxItem*>(part)) boxes.push_back(box);
  return boxes;
}

void DrawingView::grey(bool stale) {
  stale_ = stale;
  if (ground_ != nullptr) ground_->setOpacity(stale ? grey_opacity : 1);
}

void DrawingView::zoom(double factor) {
  const double now = transform().m11();
  const double wanted = std::clamp(now * factor, smallest, largest);
  fitted_ = false;
  scale(wanted / now, wanted / now);
}

void DrawingView::show_all() {
  fitted_ = true;
  fit();
}

void DrawingView::fit() {
  const auto size = sceneRect().size();
  if (size.isEmpty()) return;
  const double both = std::min(viewport()->width() / size.width(), viewport()->height() / size.height());
  const double factor = std::clamp(both, smallest_fit, largest_fit);
  setTransform(QTransform::fromScale(factor, factor));
}

void DrawingView::wheelEvent(QWheelEvent* event) {
  if (const auto notches = zoom_notches(*event); notches != 0) zoom(std::pow(step_of_zoom, notches));
  event->accept();
}

void DrawingView::keyPressEvent(QKeyEvent* event) {
  if (const auto notches = zoom_notches(*event)) return zoom(std::pow(step_of_zoom, *notches));
  switch (event->key()) {
    case Qt::Key_0:
      return show_all();
    case Qt::Key_Left:
      return walk({-1, 0});
    case Qt::Key_Right:
      return walk({1, 0});
    case Qt::Key_Up:
      return walk({0, -1});
    case Qt::Key_Down:
      return walk({0, 1});
    case Qt::Key_Home:
      make_current(nullptr);
      step(1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (current_ != nullptr) {
        const auto subject = current_->subject();  // what is told may draw anew
        emit chosen(subject);
      }
      return;
    default:
      QGraphicsView::keyPressEvent(event);
  }
}

void DrawingView::make_current(DrawingItem* part) {
  if (current_ != nullptr) current_->mark_current(false);
  current_ = part;
  if (part == nullptr) return;
  part->mark_current(true);
  ensureVisible(part->sceneBoundingRect(), 20, 20);
  setAccessibleDescription(part->tip());
  emit pointed_at(part->tip());
}

/// False: there is no more in this direction.
bool DrawingView::step(int by) {
  const auto found = std::find(parts_.begin(), parts_.end(), current_);
  const auto count = static_cast<std::ptrdiff_t>(parts_.size());
  auto at = found == parts_.end() ? (by > 0 ? -1 : count) : found - parts_.begin();
  for (at += by; at >= 0 && at < count; at += by) {
    if (!parts_[static_cast<std::size_t>(at)]->walked()) continue;
    make_current(parts_[static_cast<std::size_t>(at)]);
    return true;
  }
  return false;
}

/// To the nearest one that lies in this direction; what lies aside counts as farther.
void DrawingView::walk(QPointF direction) {
  if (current_ == nullptr) return static_cast<void>(step(1));
  DrawingItem* best = nullptr;
  double least = 0;
  for (auto* part : parts_) {
    if (part == current_ || !part->walked()) continue;
    const auto way = part->place() - current_->place();
    const double along = QPointF::dotProduct(way, direction);
    const double aside = std::abs(way.x() * direction.y()) + std::abs(way.y() * direction.x());
    if (along <= 1 || aside > 3 * along) continue;
    const double cost = along + 2 * aside;
    if (best != nullptr && cost >= least) continue;
    best = part;
    least = cost;
  }
  if (best != nullptr) make_current(best);
}

bool DrawingView::focusNextPrevChild(bool next) {
  if (step(next ? 1 : -1)) return true;
  make_current(nullptr);
  return QGraphicsView::focusNextPrevChild(next);
}

void DrawingView::focusOutEvent(QFocusEvent* event) {
  if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason) make_current(nullptr);
  QGraphicsView::focusOutEvent(event);
}

void DrawingView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QGraphicsView::mousePressEvent(event);
  pressed_at_ = event->pos();
  scrolled_at_ = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
  dragging_ = false;
}

void DrawingView::mouseMoveEvent(QMouseEvent* event) {
  auto* part = dynamic_cast<DrawingItem*>(itemAt(event->pos()));
  const auto moved = event->pos() - pressed_at_;
  if ((event->buttons() & Qt::LeftButton) != 0) {
    dragging_ = dragging_ || moved.manhattanLength() >= QApplication::startDragDistance();
    if (!dragging_) return;
    viewport()->setCursor(Qt::ClosedHandCursor);
    horizontalScrollBar()->setValue(scrolled_at_.x() - moved.x());
    verticalScrollBar()->setValue(scrolled_at_.y() - moved.y());
    return;
  }
  viewport()->setCursor(part != nullptr && part->subject().kind != ScenarioPart::Kind::none ? Qt::PointingHandCursor
                                                                                            : Qt::ArrowCursor);
  if (part != nullptr) emit pointed_at(part->tip());
}

void DrawingView::mouseReleaseEvent(QMouseEvent* event) {
  viewport()->unsetCursor();
  if (event->button() != Qt::LeftButton || std::exchange(dragging_, false)) return;
  auto* part = dynamic_cast<DrawingItem*>(itemAt(event->pos()));
  if (part == nullptr) return make_current(nullptr);
  const auto subject = part->subject();
  if (part->walked()) make_current(part);
  if (subject.kind != ScenarioPart::Kind::none) emit chosen(subject);
}

void DrawingView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (fitted_) fit();
}

void DrawingView::changeEvent(QEvent* event) {
  QGraphicsView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) draw_again();
}

}  // namespace qoslab::gui
