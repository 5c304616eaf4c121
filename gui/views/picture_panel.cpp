#include "gui/views/picture_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

#include "gui/charts/chart_view.h"
#include "gui/charts/curve_sample.h"
#include "gui/charts/style.h"
#include "gui/data/lesson_note.h"

namespace qoslab::gui {
namespace {

constexpr qsizetype shown_at_first = 12;
constexpr double most_for_names = 0.35;  // of the width
constexpr qsizetype most_listed = 20'000;

}  // namespace

PicturePanel::PicturePanel(QWidget* parent)
    : QWidget{parent},
      chart_{new ChartView},
      curves_{new QListWidget},
      filter_{new QLineEdit},
      note_{new QLabel},
      side_{new QWidget},
      beside_{new QSplitter} {
  filter_->setPlaceholderText(tr("Filter curves"));
  filter_->setAccessibleName(tr("Filter curves"));
  filter_->setClearButtonEnabled(true);
  curves_->setAccessibleName(tr("Curves"));
  curves_->setUniformItemSizes(true);
  curves_->setIconSize(size_of_sample);
  curves_->setTextElideMode(Qt::ElideMiddle);
  curves_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  chart_->show_legend(false);
  note_->setWordWrap(true);
  note_->setTextFormat(Qt::PlainText);
  auto* side = new QVBoxLayout{side_};
  side->setContentsMargins(0, 0, 0, 0);
  side->addWidget(filter_);
  side->addWidget(curves_, 1);
  beside_->addWidget(chart_);
  beside_->addWidget(side_);
  beside_->setStretchFactor(0, 1);
  auto* column = new QVBoxLayout{this};
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(beside_, 1);
  column->addWidget(note_);
  connect(curves_, &QListWidget::itemChanged, this, &PicturePanel::draw);
  connect(beside_, &QSplitter::splitterMoved, this, [this] { divided_ = true; });
  connect(filter_, &QLineEdit::textChanged, this, &PicturePanel::filter);
}

void PicturePanel::show_picture(Picture picture) {
  all_ = std::move(picture);
  // A curve keeps its colour, whichever others are shown.
  for (std::size_t i = 0; i < all_.curves.size(); ++i) all_.curves[i].style = all_.curves[i].style.value_or(i);
  note_->setText(QString::fromStdString(all_.note));
  note_->setVisible(!all_.note.empty());
  setVisible(!all_.curves.empty());
  list_curves();
  draw();
}

void PicturePanel::list_curves() {
  const QSignalBlocker blocker{curves_};
  curves_->clear();
  filter_->clear();
  for (const auto& curve : all_.curves) {
    if (curves_->count() >= most_listed) break;
    auto* item = new QListWidgetItem{QString::fromStdString(curve.name), curves_};
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(curves_->count() <= shown_at_first ? Qt::Checked : Qt::Unchecked);
    item->setToolTip(item->text());
    item->setIcon(sample_of(curve.shape, *curve.style, is_dark()));
  }
  side_->setVisible(all_.curves.size() > 1 && !named_in_chart_);
  filter_->setVisible(curves_->count() > shown_at_first);
  divide();
}

/// As wide as the names, until the reader says otherwise.
void PicturePanel::divide() {
  if (divided_ || curves_->count() == 0) return;
  const auto* bar = curves_->verticalScrollBar();
  const int wanted = curves_->sizeHintForColumn(0) + bar->sizeHint().width() + 2 * curves_->frameWidth();
  const int side = std::min(wanted, static_cast<int>(most_for_names * width()));
  beside_->setSizes({width() - side, side});
}

void PicturePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  divide();
}

bool PicturePanel::show_curves(const QStringList& names) {
  const auto named = [&](int i) {
    const auto curve = curves_->item(i)->text().toStdString();
    return std::any_of(names.begin(), names.end(),
                       [&](const QString& name) { return names_curve(name.toStdString(), curve); });
  };
  std::vector<bool> shown;
  for (int i = 0; i < curves_->count(); ++i) shown.push_back(named(i));
  if (std::find(shown.begin(), shown.end(), true) == shown.end()) return false;
  {
    const QSignalBlocker blocker{curves_};
    for (int i = 0; i < curves_->count(); ++i)
      curves_->item(i)->setCheckState(shown[static_cast<std::size_t>(i)] ? Qt::Checked : Qt::Unchecked);
  }
  draw();
  return true;
}

void PicturePanel::name_in_chart() {
  named_in_chart_ = true;
  side_->setVisible(false);
  chart_->show_legend(true);
}

void PicturePanel::filter(const QString& text) {
  for (int i = 0; i < curves_->count(); ++i)
    curves_->item(i)->setHidden(!curves_->item(i)->text().contains(text, Qt::CaseInsensitive));
}

void PicturePanel::draw() {
  Picture shown{.title = all_.title, .note = all_.note, .x = all_.x, .y = all_.y};
  for (int i = 0; i < curves_->count(); ++i)
    if (curves_->item(i)->checkState() == Qt::Checked) shown.curves.push_back(all_.curves[static_cast<std::size_t>(i)]);
  chart_->show_picture(std::move(shown), true);
}

}  // namespace qoslab::gui
