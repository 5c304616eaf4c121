// A folder of scenarios that answer one question together.
#pragma once

#include "gui/views/page.h"

namespace qoslab::gui {

class RunOptions;

class FolderPage final : public Page {
  Q_OBJECT

 public:
  explicit FolderPage(QString path, QWidget* parent = nullptr);

  [[nodiscard]] QString path() const override { return path_; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] bool runs() const override { return true; }
  [[nodiscard]] RunOrder order() const override;

 signals:
  void scenario_chosen(const QString& path);

 private:
  QString path_;
  RunOptions* options_;
};

}  // namespace qoslab::gui
