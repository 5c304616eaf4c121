// Results of a run.
#pragma once

#include "gui/views/page.h"

namespace qoslab::gui {

class ResultsPage final : public Page {
  Q_OBJECT

 public:
  explicit ResultsPage(QString path, QWidget* parent = nullptr) : Page{parent}, path_{std::move(path)} {}

  [[nodiscard]] QString path() const override { return path_; }
  [[nodiscard]] QString title() const override { return path_; }

 private:
  QString path_;
};

}  // namespace qoslab::gui
