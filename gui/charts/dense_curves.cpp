#include "gui/charts/dense_curves.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace qoslab::gui {
namespace {

constexpr double half_of_a_line = 1;

Rows rows_of(double top, double bottom, int height) {
  const auto row = [&](double y) { return static_cast<int>(std::clamp(y, 0.0, static_cast<double>(height))); };
  return {row(std::floor(top - half_of_a_line)), row(std::ceil(bottom + half_of_a_line))};
}

/// What neighbours have in common in one go: memory is filled along rows.
void fill(QPainter& painter, QPoint origin, std::span<const Rows> columns, const QColor& colour) {
  constexpr std::size_t neighbours = 16;
  int left = origin.x();
  const auto put = [&](int column, Rows rows, int width) {
    if (!rows.empty()) painter.fillRect(column, origin.y() + rows.first, width, rows.last - rows.first, colour);
  };
  for (; !columns.empty(); columns = columns.subspan(std::min(neighbours, columns.size()))) {
    const auto group = columns.first(std::min(neighbours, columns.size()));
    Rows common = group.front();
    for (const auto& rows : group) common = {std::max(common.first, rows.first), std::min(common.last, rows.last)};
    const int width = static_cast<int>(group.size());
    put(left, common, width);
    for (const auto& rows : group) {
      if (common.empty()) {
        put(left, rows, 1);
      } else {
        put(left, {rows.first, common.first}, 1);
        put(left, {common.last, rows.last}, 1);
      }
      ++left;
    }
  }
}

}  // namespace

std::vector<Rows> columns_of(const LinePoints& line, int width, int height) {
  std::vector<std::pair<double, double>> reached(static_cast<std::size_t>(width), {HUGE_VAL, -HUGE_VAL});
  for (std::size_t i = 1; i < line.size(); ++i) {
    const QPointF a{line[i - 1].x() * width, line[i - 1].y() * height}, b{line[i].x() * width, line[i].y() * height};
    if (b.x() < 0 || a.x() > width) continue;
    const auto height_at = [&](double x) {
      return b.x() > a.x() ? a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()) : b.y();
    };
    const int last = std::min(width - 1, static_cast<int>(b.x()));
    for (int column = std::max(0, static_cast<int>(a.x())); column <= last; ++column) {
      const double begin = column <= a.x() ? a.y() : height_at(column);
      const double end = column + 1 >= b.x() ? b.y() : height_at(column + 1);
      auto& [top, bottom] = reached[static_cast<std::size_t>(column)];
      top = std::min({top, begin, end});
      bottom = std::max({bottom, begin, end});
    }
  }
  std::vector<Rows> columns(reached.size());
  for (std::size_t i = 0; i < reached.size(); ++i)
    if (reached[i].first <= reached[i].second) columns[i] = rows_of(reached[i].first, reached[i].second, height);
  return columns;
}

std::array<Rows, 2> uncovered(const Rows& rows, Rows& covered) {
  if (rows.empty()) return {};
  const bool apart = covered.empty() || rows.last < covered.first || covered.last < rows.first;
  if (apart) {
    if (rows.last - rows.first > covered.last - covered.first) covered = rows;
    return {rows, Rows{}};
  }
  const Rows above{rows.first, covered.first}, below{covered.last, rows.last};
  covered = {std::min(rows.first, covered.first), std::max(rows.last, covered.last)};
  return {above, below};
}

void DenseCurves::show(std::vector<DenseCurve> curves) {
  curves_ = std::move(curves);
  update();
}

void DenseCurves::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const auto plot = boundingRect().toAlignedRect();
  if (curves_.empty() || plot.isEmpty()) return;
  std::vector<Rows> covered(static_cast<std::size_t>(plot.width()));
  std::vector<std::array<std::vector<Rows>, 2>> layers;
  for (auto curve = curves_.rbegin(); curve != curves_.rend(); ++curve) {
    auto& [above, below] = layers.emplace_back();
    const auto columns = columns_of(curve->line, plot.width(), plot.height());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto seen = uncovered(columns[i], covered[i]);
      above.push_back(seen[0]);
      below.push_back(seen[1]);
    }
  }
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing, false);
  for (const auto& curve : curves_) {
    for (const auto& part : layers.back()) fill(*painter, plot.topLeft(), part, curve.colour);
    layers.pop_back();
  }
  painter->restore();
}

}  // namespace qoslab::gui
