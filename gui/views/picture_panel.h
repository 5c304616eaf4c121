// A chart, and which of its curves are shown.
#pragma once

#include <QWidget>

#include "gui/data/picture.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QSplitter;

namespace qoslab::gui {

class ChartView;

class PicturePanel final : public QWidget {
  Q_OBJECT

 public:
  explicit PicturePanel(QWidget* parent = nullptr);

  /// Of many curves the first few are shown at first.
  void show_picture(Picture picture);
  [[nodiscard]] ChartView& chart() { return *chart_; }
  /// All others are hidden, unless no curve has such a name: false.
  bool show_curves(const QStringList& names);
  /// The curves' names stand in the chart in place of the list beside it.
  void name_in_chart();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void list_curves();
  void filter(const QString& text);
  void draw();
  void divide();

  Picture all_;
  ChartView* chart_;
  QListWidget* curves_;
  QLineEdit* filter_;
  QLabel* note_;
  QWidget* side_;
  QSplitter* beside_;     ///< the chart: side_
  bool divided_ = false;  ///< by the reader
  bool named_in_chart_ = false;
};

}  // namespace qoslab::gui
