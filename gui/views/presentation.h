// One chart at a time in large type, for a beamer, with the notes of the lesson.
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "gui/data/lesson_note.h"
#include "gui/pictures/result_view.h"

class QLabel;

namespace qoslab::gui {

class PicturePanel;

/// Right, Page Down and Space: the next step; Left and Page Up: the one before; Escape closes. A step is a note of the
/// lesson; without a lesson, each view that has a picture. Up and Down change the view, whatever the note says.
class Presentation final : public QWidget {
  Q_OBJECT

 public:
  /// Precondition: there are views.
  Presentation(std::vector<ResultView> views, std::vector<LessonNote> lesson, QWidget* parent = nullptr);

  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }
  [[nodiscard]] PicturePanel& panel() { return *panel_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void go_to(std::size_t step);
  void show_view(std::size_t number);
  void size_letters();

  std::vector<ResultView> views_;
  std::vector<LessonNote> steps_;
  std::size_t step_ = 0;
  std::size_t shown_ = 0;  ///< view
  PicturePanel* panel_;
  QLabel* text_;
  QLabel* place_;
};

}  // namespace qoslab::gui
