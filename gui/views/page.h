// What a tab of the window holds.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/charts/export.h"
#include "gui/run/run.h"

namespace qoslab::gui {

class Page : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// The file or folder that it shows; by it the window finds a page that is open already.
  [[nodiscard]] virtual QString path() const = 0;
  [[nodiscard]] virtual QString title() const = 0;
  [[nodiscard]] virtual std::optional<Exportable> picture() const { return std::nullopt; }
  [[nodiscard]] virtual std::optional<Exportable> table() const { return std::nullopt; }
  /// There is something to run here.
  [[nodiscard]] virtual bool runs() const { return false; }
  /// What Run runs; `out` is for the window to choose.
  [[nodiscard]] virtual RunOrder order() const { return {}; }
  /// Changes that were not saved are lost if it closes.
  [[nodiscard]] virtual bool unsaved() const { return false; }
  /// False: it was not saved, and the reader has been told.
  virtual bool save() { return true; }

 signals:
  void changed();
  void run_wanted();
};

}  // namespace qoslab::gui
