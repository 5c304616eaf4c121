#include "gui/charts/name_layer.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

namespace qoslab::gui {
namespace {

constexpr double least_letters = 0.7;  // of their size: of names that have less room some are left out
constexpr double room_for_names = 0.95;
constexpr double most_height = 0.35;  // of the chart
constexpr double from_plot = 8;
constexpr double beside = 60;  // the outermost names reach beyond the plot

}  // namespace

NameLayer::NameLayer(QChart& chart, const std::vector<std::string>& names, QString title, QFont font, QColor colour)
    : PlotLayer{chart},
      chart_{chart},
      margins_{chart.margins()},
      title_{std::move(title)},
      font_{std::move(font)},
      colour_{std::move(colour)},
      fitting_{font_} {
  for (const auto& name : names) names_ << QString::fromStdString(name);
  connect(&chart, &QChart::plotAreaChanged, this, &NameLayer::follow);
}

void NameLayer::show(Range visible, int pixels) {
  visible_ = visible;
  fit(visible, pixels);
  auto margins = margins_;
  const double title = title_.isEmpty() ? 0 : QFontMetricsF{font_}.height();
  margins.setBottom(margins.bottom() + static_cast<int>(std::ceil(height_ + title)));
  if (chart_.margins() != margins) chart_.setMargins(margins);
  follow();
}

void NameLayer::fit(Range visible, int pixels) {
  const QFontMetricsF letters{font_};
  double widest = 0;
  for (const auto& name : names_) widest = std::max(widest, letters.horizontalAdvance(name));
  const double each = room_for_names * pixels / std::max(1.0, visible.second - visible.first);
  upright_ = widest > each;
  fitting_ = font_;
  shown_ = names_;
  step_ = 1;
  height_ = letters.height();
  if (!upright_) return;
  const double share = std::clamp(each / letters.height(), least_letters, 1.0);
  fitting_.setPointSizeF(font_.pointSizeF() * share);
  const QFontMetricsF smaller{fitting_};
  step_ = std::max<qsizetype>(1, static_cast<qsizetype>(std::ceil(least_letters * letters.height() / each)));
  height_ = 0;
  for (auto& name : shown_) {
    name = smaller.elidedText(name, Qt::ElideMiddle, most_height * chart_.size().height());
    height_ = std::max(height_, smaller.horizontalAdvance(name));
  }
}

void NameLayer::follow() {
  prepareGeometryChange();
  const auto plot = chart_.plotArea();
  const double title = QFontMetricsF{font_}.height();
  area_ = QRectF{plot.left() - beside, plot.bottom(), plot.width() + 2 * beside, from_plot + height_ + title};
  update();
}

void NameLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const auto plot = chart_.plotArea();
  painter->save();
  painter->setPen(colour_);
  painter->setFont(fitting_);
  const double each = plot.width() / (visible_.second - visible_.first);
  const double line = QFontMetricsF{fitting_}.height();
  for (qsizetype i = 0; i < shown_.size(); i += step_) {
    const auto at = static_cast<double>(i);
    if (at < visible_.first || at > visible_.second) continue;
    painter->save();
    painter->translate(plot.left() + (at - visible_.first) * each, plot.bottom() + from_plot);
    if (upright_) painter->rotate(-90);
    const QRectF place = upright_ ? QRectF{-height_, -line / 2, height_, line} : QRectF{-each / 2, 0, each, line};
    const Qt::Alignment side = upright_ ? Qt::AlignRight : Qt::AlignHCenter;
    painter->drawText(place, static_cast<int>(side | Qt::AlignVCenter), shown_[i]);
    painter->restore();
  }
  painter->setFont(font_);
  painter->drawText(
      QRectF{plot.left(), plot.bottom() + from_plot + height_, plot.width(), QFontMetricsF{font_}.height()},
      Qt::AlignCenter, title_);
  painter->restore();
}

}  // namespace qoslab::gui
