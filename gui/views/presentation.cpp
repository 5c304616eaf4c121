#include "gui/views/presentation.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gui/charts/chart_view.h"
#include "gui/views/picture_panel.h"

namespace qoslab::gui {
namespace {

constexpr int least_letters = 12;
constexpr int pixels_a_point = 45;  // of the window's height

}  // namespace

Presentation::Presentation(std::vector<ResultView> views, std::vector<LessonNote> lesson, QWidget* parent)
    : QWidget{parent, Qt::Window},
      views_{std::move(views)},
      steps_{std::move(lesson)},
      panel_{new PicturePanel},
      text_{new QLabel},
      place_{new QLabel} {
  setWindowTitle(tr("Presentation"));
  setAttribute(Qt::WA_DeleteOnClose);
  setFocusPolicy(Qt::StrongFocus);
  if (steps_.empty())
    for (const auto& view : views_)
      if (!view.picture().curves.empty()) steps_.push_back({.text = view.meaning, .view = view.id, .curves = {}});
  if (steps_.empty()) steps_.push_back({.text = views_.front().meaning, .view = views_.front().id, .curves = {}});
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  place_->setAlignment(Qt::AlignRight);
  panel_->name_in_chart();
  auto* column = new QVBoxLayout{this};
  column->addWidget(panel_, 1);
  column->addWidget(text_);
  column->addWidget(place_);
  for (auto* child : findChildren<QWidget*>()) child->setFocusPolicy(Qt::NoFocus);  // all keys are the presentation's
  setFocus();
  go_to(0);
}

void Presentation::go_to(std::size_t step) {
  step_ = std::min(step, steps_.size() - 1);
  const auto& note = steps_[step_];
  place_->setText(tr("%1 of %2").arg(step_ + 1).arg(steps_.size()));
  const auto found =
      std::find_if(views_.begin(), views_.end(), [&](const ResultView& view) { return view.id == note.view; });
  show_view(found == views_.end() ? shown_ : static_cast<std::size_t>(found - views_.begin()));
  auto text = QString::fromStdString(note.text);
  if (found == views_.end() && !note.view.empty() && note.results.empty())
    text += "\n" + tr("There is no view '%1' of these results.").arg(QString::fromStdString(note.view));
  QStringList curves;
  for (const auto& curve : curves_of(note)) curves << QString::fromStdString(curve);
  if (!curves.isEmpty() && !panel_->show_curves(curves) && note.results.empty())
    text += "\n" + tr("There is no curve of this name: %1").arg(curves.join(", "));
  text_->setText(text);
}

void Presentation::show_view(std::size_t number) {
  shown_ = std::min(number, views_.size() - 1);
  panel_->show_picture(views_[shown_].picture());
}

void Presentation::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_PageDown:
    case Qt::Key_Space:
      return go_to(step_ + 1);
    case Qt::Key_Left:
    case Qt::Key_PageUp:
      return go_to(step_ == 0 ? 0 : step_ - 1);
    case Qt::Key_Home:
      return go_to(0);
    case Qt::Key_Down:
      return show_view(shown_ + 1);
    case Qt::Key_Up:
      return show_view(shown_ == 0 ? 0 : shown_ - 1);
    case Qt::Key_Escape:
      close();
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void Presentation::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  size_letters();
}

void Presentation::size_letters() {
  const int points = std::max(least_letters, height() / pixels_a_point);
  panel_->chart().show_letters(points);
  const auto enlarge = [](QWidget* widget, int size) {
    auto font = widget->font();
    font.setPointSize(size);
    widget->setFont(font);
  };
  enlarge(text_, points + 2);
  enlarge(place_, points - 2);
  enlarge(panel_, points - 3);
}

}  // namespace qoslab::gui
