#include "gui/charts/chart_view.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "gui/charts/style.h"
#include "gui/charts/zoom_notches.h"

namespace qoslab::gui {
namespace {

constexpr double step_of_zoom = 0.7;
constexpr double step_of_move = 0.2;
constexpr double least_share = 1e-9;  // of the whole, that can be visible
constexpr double least_decades = 1;

/// A range on an axis on which equal distances are equal on the screen.
class Scale {
 public:
  explicit Scale(bool logarithmic) : logarithmic_{logarithmic} {}
  [[nodiscard]] Range to_screen(Range range) const {
    return logarithmic_ ? Range{std::log10(range.first), std::log10(range.second)} : range;
  }
  [[nodiscard]] Range from_screen(Range range) const {
    return logarithmic_ ? Range{std::pow(10, range.first), std::pow(10, range.second)} : range;
  }

 private:
  bool logarithmic_;
};

bool same_axes(const Picture& a, const Picture& b) {
  return a.x.title == b.x.title && a.y.title == b.y.title && a.y.unit == b.y.unit && a.x.names == b.x.names &&
         a.x.logarithmic == b.x.logarithmic && a.y.logarithmic == b.y.logarithmic;
}

}  // namespace

ChartView::ChartView(QWidget* parent) : QChartView{parent} {
  setRenderHint(QPainter::Antialiasing);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(240, 160);
  setFrameShape(QFrame::NoFrame);
  chart()->layout()->setContentsMargins(0, 0, 0, 0);
}

void ChartView::show_picture(Picture picture, bool keep) {
  const bool was_whole = !drawing_ || visible_ == drawing_->whole();
  keep = keep && !was_whole && same_axes(picture, picture_);
  picture_ = std::move(picture);
  setAccessibleName(QString::fromStdString(picture_.title));
  build();
  if (!keep) visible_ = drawing_->whole();
  follow();
}

void ChartView::build() {
  drawing_.emplace(*chart(), picture_, ChartLook{.dark = is_dark(), .letters = letters_, .legend = legend_});
}

void ChartView::follow() {
  if (!drawing_) return;
  drawing_->show(visible_, std::max(100, static_cast<int>(chart()->plotArea().width())));
  emit range_changed(visible_.first, visible_.second);
}

void ChartView::show_range(double from, double to) {
  const Scale scale{picture_.x.logarithmic};
  if (!drawing_ || !(from < to) || (picture_.x.logarithmic && from <= 0)) return;
  const auto whole = scale.to_screen(drawing_->whole());
  auto wanted = scale.to_screen({from, to});
  const double all = whole.second - whole.first;
  const double least = picture_.x.logarithmic ? std::min(all, least_decades) : all * least_share;
  const double width = std::clamp(wanted.second - wanted.first, least, all);
  wanted.first = std::clamp(wanted.first, whole.first, whole.second - width);
  wanted.second = wanted.first + width;
  visible_ = width == all ? drawing_->whole() : scale.from_screen(wanted);
  follow();
}

void ChartView::show_whole() {
  if (drawing_) visible_ = drawing_->whole();
  follow();
}

void ChartView::zoom(double factor, double at) {
  const Scale scale{picture_.x.logarithmic};
  const auto [from, to] = scale.to_screen(visible_);
  const double fixed = from + (to - from) * std::clamp(at, 0.0, 1.0);
  const auto wanted = scale.from_screen({fixed - (fixed - from) * factor, fixed + (to - fixed) * factor});
  show_range(wanted.first, wanted.second);
}

void ChartView::move(double share) {
  const Scale scale{picture_.x.logarithmic};
  const auto [from, to] = scale.to_screen(visible_);
  const double by = (to - from) * share;
  const auto wanted = scale.from_screen({from + by, to + by});
  show_range(wanted.first, wanted.second);
}

void ChartView::show_letters(int points) {
  letters_ = points;
  if (drawing_) build();
  follow();
}

void ChartView::show_legend(bool wanted) {
  legend_ = wanted;
  if (drawing_) build();
  follow();
}

void ChartView::wheelEvent(QWheelEvent* event) {
  const auto plot = chart()->plotArea();
  const double at = plot.width() > 0 ? (event->position().x() - plot.left()) / plot.width() : 0.5;
  zoom(std::pow(step_of_zoom, zoom_notches(*event)), at);
  event->accept();
}

void ChartView::keyPressEvent(QKeyEvent* event) {
  if (const auto notches = zoom_notches(*event)) return zoom(std::pow(step_of_zoom, *notches));
  switch (event->key()) {
    case Qt::Key_Left:
      return move(-step_of_move);
    case Qt::Key_Right:
      return move(step_of_move);
    case Qt::Key_0:
    case Qt::Key_Home:
      return show_whole();
    default:
      QChartView::keyPressEvent(event);
  }
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QChartView::mousePressEvent(event);
  dragged_from_ = event->position().x();
  setCursor(Qt::ClosedHandCursor);
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  if (!dragged_from_) return QChartView::mouseMoveEvent(event);
  const double width = std::max(1.0, chart()->plotArea().width());
  move((*dragged_from_ - event->position().x()) / width);
  dragged_from_ = event->position().x();
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
  dragged_from_.reset();
  unsetCursor();
  QChartView::mouseReleaseEvent(event);
}

void ChartView::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  follow();
}

void ChartView::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || !drawing_) return;
  build();
  follow();
}

std::optional<Exportable> ChartView::exportable() const {
  if (picture_.curves.empty()) return std::nullopt;
  return gui::exportable(picture_, {.visible = visible_});
}

}  // namespace qoslab::gui
