// A scenario: its text, what is wrong with it, and what it describes.
#pragma once

#include <memory>

#include "gui/views/page.h"
#include "helpers/scenario/read.h"

class QLabel;
class QListWidget;
class QSplitter;

namespace qoslab::gui {

class RunOptions;
class ScenarioPictures;
class ScenarioCheck;
class ScenarioText;

class ScenarioPage final : public Page {
  Q_OBJECT

 public:
  explicit ScenarioPage(QString path, QWidget* parent = nullptr);

  [[nodiscard]] QString path() const override { return path_; }
  [[nodiscard]] QString title() const override;
  [[nodiscard]] std::optional<Exportable> picture() const override;
  [[nodiscard]] bool runs() const override { return true; }
  [[nodiscard]] RunOrder order() const override;
  [[nodiscard]] bool unsaved() const override;
  bool save() override;
  bool save_as(const QString& path);

 private:
  void load();
  [[nodiscard]] bool changed_elsewhere() const;
  QSplitter* text_beside_pictures();
  void show_outcome(const std::shared_ptr<const ReadOutcome>& outcome);

  QString path_;
  QByteArray on_disk_;  ///< as it was read, or saved here
  ScenarioText* text_;
  ScenarioCheck* check_;
  RunOptions* options_;
  QLabel* question_;
  QListWidget* problems_;
  ScenarioPictures* pictures_;
};

}  // namespace qoslab::gui
