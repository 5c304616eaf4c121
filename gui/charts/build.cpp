#include "gui/charts/build.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QScatterSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/charts/style.h"

namespace qoslab::gui {
namespace {

constexpr std::size_t names_that_fit_level = 7;
constexpr double cap = 0.12;  // of a whisker, beside names

QColor ink(bool dark) { return dark ? QColor{0xe8, 0xe8, 0xe8} : QColor{0x22, 0x22, 0x22}; }

QAbstractAxis* axis_of(const Axis& wanted) {
  if (wanted.logarithmic) {
    auto* axis = new QLogValueAxis;
    axis->setLabelFormat("%g");
    axis->setMinorTickCount(8);
    return axis;
  }
  if (!wanted.names.empty()) {
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    for (std::size_t i = 0; i < wanted.names.size(); ++i)
      axis->append(QString::fromStdString(wanted.names[i]), static_cast<double>(i));
    if (wanted.names.size() > names_that_fit_level) axis->setLabelsAngle(-90);
    return axis;
  }
  auto* axis = new QValueAxis;
  axis->setLabelFormat("%.6g");
  axis->setTickCount(6);
  return axis;
}

class Builder {
 public:
  Builder(QChart& chart, const Picture& picture, const ChartLook& look)
      : chart_{chart}, picture_{picture}, look_{look} {}

  ChartParts parts() {
    chart_.removeAllSeries();
    for (auto* axis : chart_.axes()) {
      chart_.removeAxis(axis);
      delete axis;
    }
    dress();
    parts_.x = put_axis(picture_.x, Qt::AlignBottom);
    parts_.y = put_axis(picture_.y, Qt::AlignLeft);
    for (std::size_t i = 0; i < picture_.curves.size(); ++i)
      put(picture_.curves[i], picture_.curves[i].style.value_or(i));
    return parts_;
  }

 private:
  [[nodiscard]] QFont font(double factor = 1) const {
    QFont font = chart_.font();
    if (look_.letters > 0) font.setPointSizeF(look_.letters * factor);
    return font;
  }

  void dress() {
    chart_.setBackgroundRoundness(0);
    chart_.setBackgroundBrush(look_.dark ? QColor{0x1e, 0x1e, 0x1e} : QColor{Qt::white});
    chart_.setTitle(QString::fromStdString(picture_.title).toHtmlEscaped());
    chart_.setTitleBrush(ink(look_.dark));
    QFont bold = font(1.15);
    bold.setBold(true);
    chart_.setTitleFont(bold);
    chart_.legend()->setLabelColor(ink(look_.dark));
    chart_.legend()->setFont(font());
    chart_.legend()->setAlignment(Qt::AlignBottom);
    chart_.legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    chart_.legend()->setVisible(picture_.curves.size() > 1);
  }

  QAbstractAxis* put_axis(const Axis& wanted, Qt::Alignment side) {
    auto* axis = axis_of(wanted);
    axis->setTitleText(QString::fromStdString(wanted.title).toHtmlEscaped());
    axis->setTitleFont(font());
    axis->setLabelsFont(font(0.9));
    axis->setTitleBrush(ink(look_.dark));
    axis->setLabelsColor(ink(look_.dark));
    axis->setLinePen(ink(look_.dark));
    axis->setGridLineColor(look_.dark ? QColor{0x44, 0x44, 0x44} : QColor{0xdd, 0xdd, 0xdd});
    chart_.addAxis(axis, side);
    return axis;
  }

  void add(QAbstractSeries* series) {
    chart_.addSeries(series);
    series->attachAxis(parts_.x);
    series->attachAxis(parts_.y);
  }

  void put(const Curve& curve, std::size_t style) {
    const auto name = QString::fromStdString(curve.name);
    const auto pen = pen_of(style, look_.dark);
    const bool dots = curve.shape == Curve::Shape::dots || curve.shape == Curve::Shape::rings;
    QXYSeries* points = dots ? static_cast<QXYSeries*>(new QScatterSeries) : new QLineSeries;
    points->setPen(pen);
    points->setName(name);
    if (dots) dress_dots(static_cast<QScatterSeries&>(*points), pen.color(), curve.shape == Curve::Shape::rings);
    for (const auto& whisker : curve.whiskers) put_whisker(whisker, pen.color());
    if (curve.shape == Curve::Shape::area) {
      auto* area = new QAreaSeries{static_cast<QLineSeries*>(points)};
      points->setParent(area);
      area->setName(name);
      area->setPen(pen);
      QColor filling = pen.color();
      filling.setAlpha(90);
      area->setBrush(filling);
      add(area);
    } else {
      add(points);
    }
    parts_.curves.push_back(points);
  }

  void dress_dots(QScatterSeries& dots, const QColor& colour, bool hollow) const {
    dots.setMarkerSize(hollow ? 13 : 9);
    dots.setPen(QPen{colour, 2});
    dots.setBrush(hollow ? QBrush{Qt::transparent} : QBrush{colour});
  }

  /// Beside names with caps, which numbers would stretch.
  void put_whisker(const Whisker& whisker, const QColor& colour) {
    auto* line = new QLineSeries;
    line->setPen(QPen{colour, 1.5});
    const bool capped = !picture_.x.names.empty();
    if (capped) line->append({{whisker.x - cap, whisker.low}, {whisker.x + cap, whisker.low}});
    line->append({{whisker.x, whisker.low}, {whisker.x, whisker.high}});
    if (capped) line->append({{whisker.x - cap, whisker.high}, {whisker.x + cap, whisker.high}});
    add(line);
    for (auto* marker : chart_.legend()->markers(line)) marker->setVisible(false);
  }

  QChart& chart_;
  const Picture& picture_;
  ChartLook look_;
  ChartParts parts_;
};

bool can_be_shown(const Axis& axis, double value) { return std::isfinite(value) && (!axis.logarithmic || value > 0); }

/// The smallest range that holds what it is told.
class Extent {
 public:
  explicit Extent(const Axis& axis) : axis_{axis} {}
  void add(double value) {
    if (!can_be_shown(axis_, value)) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  [[nodiscard]] bool empty() const { return low_ > high_; }
  [[nodiscard]] std::pair<double, double> range() const { return {low_, high_}; }

 private:
  const Axis& axis_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

std::pair<double, double> whole_decades(std::pair<double, double> range) {
  const double low = std::floor(std::log10(range.first));
  const double high = std::max(low + 1, std::ceil(std::log10(range.second)));
  return {std::pow(10, low), std::pow(10, high)};
}

}  // namespace

ChartParts build_chart(QChart& chart, const Picture& picture, const ChartLook& look) {
  return Builder{chart, picture, look}.parts();
}

QList<QPointF> drawn_points(const Picture& picture, const Curve& curve, std::pair<double, double> visible, int pixels) {
  const bool stepping = curve.shape == Curve::Shape::steps || curve.shape == Curve::Shape::area;
  const auto fetched =
      curve.source ? curve.source->between(visible.first, visible.second, pixels) : std::vector<Point>{};
  const auto& points = curve.source ? fetched : curve.points;
  QList<QPointF> drawn;
  drawn.reserve(static_cast<qsizetype>(points.size() * (stepping ? 2 : 1)));
  for (const auto& [x, y] : points) {
    if (!can_be_shown(picture.x, x) || !can_be_shown(picture.y, y)) continue;
    if (stepping && !drawn.empty()) drawn.append({x, drawn.back().y()});
    drawn.append({x, y});
  }
  return drawn;
}

std::pair<double, double> span_of(const Picture& picture) {
  if (!picture.x.names.empty()) return {-0.5, static_cast<double>(picture.x.names.size()) - 0.5};
  Extent extent{picture.x};
  for (const auto& curve : picture.curves) {
    for (const auto& point : curve.points) extent.add(point.x);
    if (!curve.source) continue;
    if (const auto span = curve.source->span()) {
      extent.add(span->first);
      extent.add(span->second);
    }
  }
  if (extent.empty()) return picture.x.logarithmic ? std::pair{1.0, 10.0} : std::pair{0.0, 1.0};
  auto range = extent.range();
  if (picture.x.logarithmic) return whole_decades(range);
  if (range.first == range.second) range.second = range.first + std::max(1.0, std::abs(range.first));
  return range;
}

std::pair<double, double> height_of(const Picture& picture, const std::vector<QXYSeries*>& curves,
                                    std::pair<double, double> visible) {
  Extent extent{picture.y};
  for (const auto* curve : curves)
    for (const auto& point : curve->points())
      if (visible.first <= point.x() && point.x() <= visible.second) extent.add(point.y());
  for (const auto& curve : picture.curves)
    for (const auto& whisker : curve.whiskers) {
      extent.add(whisker.low);
      extent.add(whisker.high);
    }
  if (extent.empty()) return picture.y.logarithmic ? std::pair{1.0, 10.0} : std::pair{0.0, 1.0};
  auto [low, high] = extent.range();
  if (picture.y.logarithmic) return whole_decades({low, high});
  if (low > 0 && low < 0.7 * high) low = 0;
  if (low == high) return {std::min(low, 0.0), high > 0 ? 1.1 * high : high + 1};
  const double room = 0.05 * (high - low);
  return {low == 0 ? 0 : low - room, high + room};
}

void set_range(QAbstractAxis& axis, std::pair<double, double> range) { axis.setRange(range.first, range.second); }

}  // namespace qoslab::gui
