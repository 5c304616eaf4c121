#include "gui/charts/chart_drawing.h"

#include <QAreaSeries>
#include <QChart>
#include <QFontMetricsF>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/charts/axes.h"
#include "gui/charts/band_layer.h"
#include "gui/charts/dense_curves.h"
#include "gui/charts/name_layer.h"
#include "gui/charts/style.h"

namespace qoslab::gui {
namespace {

constexpr double cap = 0.05;  // of a whisker, beside names
constexpr QMargins around{6, 6, 6, 6};
constexpr int pixels_at_first = 1000;
constexpr double width_of_marker = 45;  // in a legend
constexpr double single_point = 8;
constexpr double room_for_bands = 0.5;     // of the curves' height
constexpr int strokes = 4, pixels_of = 3;  // so many for so many: each pixel has the middle of one, wherever it begins

QColor ink(bool dark) { return dark ? QColor{0xe8, 0xe8, 0xe8} : QColor{0x22, 0x22, 0x22}; }

QString text_of(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

/// Puts the parts of a picture into a chart.
class Builder {
 public:
  Builder(QChart& chart, const Picture& picture, const ChartLook& look, const Prefix& prefix)
      : chart_{chart}, picture_{picture}, look_{look}, scale_{prefix.factor} {
    chart_.removeAllSeries();
    for (auto* item : chart_.childItems())
      if (dynamic_cast<PlotLayer*>(item) != nullptr) delete item;
    for (auto* axis : chart_.axes()) {
      chart_.removeAxis(axis);
      delete axis;
    }
    dress();
    x_ = put_axis(picture_.x, picture_.x.names.empty() ? title_of(picture_.x, {"", 1}) : "", Qt::AlignBottom);
    y_ = put_axis(picture_.y, title_of(picture_.y, prefix), Qt::AlignLeft);
    for (std::size_t i = 0; i < picture_.curves.size(); ++i)
      curves_.push_back(put(picture_.curves[i], picture_.curves[i].style.value_or(i)));
  }

  [[nodiscard]] QAbstractAxis* x() const { return x_; }
  [[nodiscard]] QAbstractAxis* y() const { return y_; }
  [[nodiscard]] const std::vector<QXYSeries*>& curves() const { return curves_; }

 private:
  [[nodiscard]] QFont font(double factor = 1) const {
    QFont font = chart_.font();
    if (look_.letters > 0) font.setPointSizeF(look_.letters * factor);
    return font;
  }

  void dress() {
    chart_.setMargins(around);
    chart_.setBackgroundRoundness(0);
    chart_.setBackgroundBrush(look_.dark ? QColor{0x1e, 0x1e, 0x1e} : QColor{Qt::white});
    chart_.setTitle(text_of(picture_.title));
    chart_.setTitleBrush(ink(look_.dark));
    QFont bold = font(1.15);
    bold.setBold(true);
    chart_.setTitleFont(bold);
    chart_.legend()->setLabelColor(ink(look_.dark));
    chart_.legend()->setFont(font());
    chart_.legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    chart_.legend()->setVisible(look_.legend && picture_.curves.size() > 1);
  }

  QAbstractAxis* put_axis(const Axis& wanted, const std::string& title, Qt::Alignment side) {
    auto* axis = axis_of(wanted);
    axis->setTitleText(text_of(title));
    axis->setTitleFont(font());
    axis->setLabelsFont(font(0.9));
    axis->setTitleBrush(ink(look_.dark));
    axis->setLabelsColor(ink(look_.dark));
    axis->setLinePen(ink(look_.dark));
    axis->setGridLineColor(look_.dark ? QColor{0x44, 0x44, 0x44} : QColor{0xdd, 0xdd, 0xdd});
    axis->setMinorGridLineColor(look_.dark ? QColor{0x32, 0x32, 0x32} : QColor{0xee, 0xee, 0xee});
    chart_.addAxis(axis, side);
    return axis;
  }

  void add(QAbstractSeries* series) {
    chart_.addSeries(series);
    series->attachAxis(x_);
    series->attachAxis(y_);
  }

  QXYSeries* put(const Curve& curve, std::size_t style) {
    const auto name = QString::fromStdString(curve.name);
    const auto pen = pen_of(style, look_.dark);
    const bool dots = curve.shape == Curve::Shape::dots || curve.shape == Curve::Shape::rings;
    QXYSeries* points = dots ? static_cast<QXYSeries*>(new QScatterSeries) : new QLineSeries;
    points->setPen(pen);
    points->setName(name);
    points->setMarkerSize(single_point);
    if (dots) dress_dots(static_cast<QScatterSeries&>(*points), pen.color(), curve.shape == Curve::Shape::rings);
    for (const auto& whisker : curve.whiskers) put_whisker(whisker, pen.color());
    if (curve.shape != Curve::Shape::area) {
      add(points);
      return points;
    }
    auto* area = new QAreaSeries{static_cast<QLineSeries*>(points)};
    points->setParent(area);
    area->setName(name);
    area->setPen(pen);
    QColor filling = pen.color();
    filling.setAlpha(90);
    area->setBrush(filling);
    add(area);
    return points;
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
    const auto [x, low, high] = Whisker{whisker.x, whisker.low / scale_, whisker.high / scale_};
    const bool capped = !picture_.x.names.empty();
    if (capped) line->append({{x - cap, low}, {x + cap, low}});
    line->append({{x, low}, {x, high}});
    if (capped) line->append({{x - cap, high}, {x + cap, high}});
    add(line);
    for (auto* marker : chart_.legend()->markers(line)) marker->setVisible(false);
  }

  QChart& chart_;
  const Picture& picture_;
  ChartLook look_;
  double scale_;
  QAbstractAxis* x_;
  QAbstractAxis* y_;
  std::vector<QXYSeries*> curves_;
};

/// Those that the axes can show; steps drawn out.
std::vector<Point> drawn_points(const Picture& picture, const Curve& curve, Range visible, int pixels) {
  const bool stepping = curve.shape == Curve::Shape::steps || curve.shape == Curve::Shape::area;
  const auto fetched = curve.source ? curve.source->between(visible.first, visible.second, pixels * strokes / pixels_of)
                                    : std::vector<Point>{};
  std::vector<Point> drawn;
  for (const auto& [x, y] : curve.source ? fetched : curve.points) {
    if (!can_be_shown(picture.x, x) || !can_be_shown(picture.y, y)) continue;
    if (stepping && !drawn.empty()) drawn.push_back({x, drawn.back().y});
    drawn.push_back({x, y});
  }
  return drawn;
}

void add_visible(const std::vector<Point>& points, Range visible, Extent& extent) {
  for (const auto& [x, y] : points)
    if (visible.first <= x && x <= visible.second) extent.add(y);
}

/// Where a line enters and leaves what is visible: it may have no point there.
void add_edges(const std::vector<Point>& line, Range visible, Extent& extent) {
  for (const double edge : {visible.first, visible.second}) {
    const auto after = std::partition_point(line.begin(), line.end(), [&](const Point& p) { return p.x < edge; });
    if (after == line.begin() || after == line.end()) continue;
    const auto before = std::prev(after);
    extent.add(before->y + (after->y - before->y) * (edge - before->x) / (after->x - before->x));
  }
}

/// Bands that are far wider than their curves go on beyond the plot: two replications alone would flatten all curves.
void add_bands(const Picture& picture, Range visible, Extent& extent) {
  if (extent.empty()) return;
  const auto [low, high] = extent.range();
  const double room = room_for_bands * std::max(std::abs(low), std::abs(high));
  for (const auto& curve : picture.curves)
    for (const auto& interval : curve.band)
      add_visible(
          {{interval.x, std::max(interval.low, low - room)}, {interval.x, std::min(interval.high, high + room)}},
          visible, extent);
}

Extent whiskers_of(const Picture& picture) {
  Extent extent{picture.y};
  for (const auto& curve : picture.curves)
    for (const auto& whisker : curve.whiskers) {
      extent.add(whisker.low);
      extent.add(whisker.high);
    }
  return extent;
}

bool is_line(const Curve& curve) { return curve.shape == Curve::Shape::line || curve.shape == Curve::Shape::steps; }

LinePoints in_plot(const Picture& picture, const std::vector<Point>& points, Range x, Range y) {
  const auto share = [](const Axis& axis, Range range, double value) {
    return axis.logarithmic ? std::log(value / range.first) / std::log(range.second / range.first)
                            : (value - range.first) / (range.second - range.first);
  };
  LinePoints line;
  line.reserve(points.size());
  for (const auto& point : points) line.emplace_back(share(picture.x, x, point.x), 1 - share(picture.y, y, point.y));
  return line;
}

/// There along the upper edge, back along the lower one.
QPolygonF outline_of(const Picture& picture, const std::vector<Whisker>& part, Range x, Range y) {
  std::vector<Point> edge;
  for (const auto& interval : part) edge.push_back({interval.x, interval.high});
  for (auto interval = part.rbegin(); interval != part.rend(); ++interval) edge.push_back({interval->x, interval->low});
  const auto line = in_plot(picture, edge, x, y);
  return QPolygonF{QList<QPointF>{line.begin(), line.end()}};
}

void keep(std::vector<Point>& points, const std::vector<std::size_t>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) points[i] = points[wanted[i]];
  points.resize(wanted.size());
}

/// Its legend, too.
void dress(QXYSeries& curve, QPen pen, LineLook look) {
  if (look != LineLook::dashed) pen.setStyle(Qt::SolidLine);
  if (curve.pen() != pen) curve.setPen(pen);
}

/// Of the unit that fits the largest value; only rates have one.
Prefix prefix_for(const Picture& picture, Range whole) {
  if (picture.y.unit != "bit/s" || picture.y.logarithmic) return {"", 1};
  Extent extent{picture.y};
  for (const auto& curve : picture.curves)
    add_visible(drawn_points(picture, curve, whole, pixels_at_first), whole, extent);
  return prefix_of(extent.empty() ? 0 : extent.range().second);
}

}  // namespace

ChartDrawing::ChartDrawing(QChart& chart, Picture picture, const ChartLook& look)
    : chart_{&chart}, picture_{std::move(picture)}, whole_{span_of(picture_)} {
  const auto prefix = prefix_for(picture_, whole_);
  const Builder builder{chart, picture_, look, prefix};
  scale_ = prefix.factor;
  x_ = builder.x();
  y_ = builder.y();
  curves_ = builder.curves();
  for (const auto* curve : curves_) pens_.push_back(curve->pen());
  bands_ = new BandLayer{chart};
  dense_ = new DenseCurves{chart};
  if (!picture_.x.names.empty())
    names_ = new NameLayer{chart, picture_.x.names, QString::fromStdString(title_of(picture_.x, {"", 1})),
                           x_->labelsFont(), ink(look.dark)};
  const QFontMetricsF letters{chart.legend()->font()};
  for (const auto& curve : picture_.curves)
    width_of_legend_ += letters.horizontalAdvance(QString::fromStdString(curve.name)) + width_of_marker;
}

void ChartDrawing::show(Range visible, int pixels) {
  auto extent = whiskers_of(picture_);
  std::vector<std::vector<Point>> drawn;
  for (const auto& curve : picture_.curves) {
    drawn.push_back(drawn_points(picture_, curve, visible, pixels));
    add_visible(drawn.back(), visible, extent);
    if (is_line(curve)) add_edges(drawn.back(), visible, extent);
  }
  add_bands(picture_, visible, extent);
  if (names_ != nullptr) names_->show(visible, pixels);
  // A legend that does not fit into a row would be cut; names are where it would stand.
  chart_->legend()->setAlignment(width_of_legend_ > pixels ? Qt::AlignRight
                                 : names_ != nullptr       ? Qt::AlignTop
                                                           : Qt::AlignBottom);
  const auto height = height_of(picture_.y, extent);
  set_range(*x_, visible);
  set_range(*y_, {height.first / scale_, height.second / scale_});
  std::vector<Band> bands;
  std::vector<DenseCurve> dense;
  const double high = chart_->plotArea().height();  // none before the chart is laid out
  const QSizeF plot{static_cast<double>(pixels), high > 0 ? high : pixels};
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    auto points = std::move(drawn[i]);
    auto& band = bands.emplace_back(Band{pens_[i].color(), {}});
    for (const auto& part : visible_parts(picture_.curves[i].band, picture_.y, visible, pixels))
      band.parts.push_back(outline_of(picture_, part, visible, height));
    if (is_line(picture_.curves[i])) {
      auto line = in_plot(picture_, points, visible, height);
      const auto look = look_of(line, plot);
      dress(*curves_[i], pens_[i], look);
      if (look == LineLook::columns) {
        dense.push_back({pens_[i].color(), std::move(line)});
        points.clear();
      } else {
        keep(points, points_needed(line, plot));
      }
    }
    if (is_line(picture_.curves[i])) curves_[i]->setPointsVisible(points.size() == 1);
    QList<QPointF> scaled;
    scaled.reserve(static_cast<qsizetype>(points.size()));
    for (const auto& [x, y] : points) scaled.append({x, y / scale_});
    curves_[i]->replace(scaled);
  }
  bands_->show(std::move(bands));
  dense_->show(std::move(dense));
}

}  // namespace qoslab::gui
