// Names below a plot, in place of numbers.
#pragma once

#include <QFont>
#include <QMargins>
#include <QStringList>
#include <vector>

#include "gui/charts/extent.h"
#include "gui/charts/plot_layer.h"

namespace qoslab::gui {

/// Names that have no room side by side stand upright, as small as they have to; too long ones lose their middle, for
/// ends tell the points of a sweep apart. Qt Charts' own labels lose all there. The chart's lower margin holds them.
class NameLayer final : public PlotLayer {
 public:
  /// `font` and `colour` of the names; `title` stands below them.
  NameLayer(QChart& chart, const std::vector<std::string>& names, QString title, QFont font, QColor colour);

  /// So many names are visible on so many pixels.
  void show(Range visible, int pixels);
  [[nodiscard]] bool upright() const { return upright_; }
  /// As they are drawn.
  [[nodiscard]] const QStringList& shown() const { return shown_; }
  /// Of these each so manyth: for more there is no room, one has to zoom in.
  [[nodiscard]] qsizetype step() const { return step_; }

  [[nodiscard]] QRectF boundingRect() const override { return area_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void fit(Range visible, int pixels);
  void follow();

  QChart& chart_;
  QMargins margins_;  ///< of the chart, without names
  QStringList names_;
  QString title_;
  QFont font_;
  QColor colour_;
  QStringList shown_;
  QFont fitting_;
  bool upright_ = false;
  qsizetype step_ = 1;
  Range visible_{0, 1};
  double height_ = 0;  ///< of the names
  QRectF area_;
};

}  // namespace qoslab::gui
