#include "gui/views/results_page.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPointer>
#include <QSplitter>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <exception>
#include <utility>

#include "gui/charts/chart_view.h"
#include "gui/data/comparison.h"
#include "gui/pictures/compared_views.h"
#include "gui/views/picture_panel.h"
#include "gui/views/result_trees.h"
#include "gui/views/table_view.h"
#include "gui/views/tree_view.h"

namespace qoslab::gui {

namespace {

constexpr int room_in_list = 24;  // for a scroll bar

}  // namespace

/// What a thread has read for the page.
struct ResultsPage::Loading {
  std::vector<std::shared_ptr<const OpenedResults>> opened;
  QStringList complaints;
};

ResultsPage::ResultsPage(QStringList paths, QWidget* parent)
    : Page{parent},
      paths_{std::move(paths)},
      title_{QFileInfo{paths_.value(0)}.completeBaseName()},
      words_{new QLabel},
      list_{new QListWidget},
      meaning_{new QLabel},
      picture_{new PicturePanel},
      table_{new TableView},
      trees_{new ResultTrees},
      middle_{new QSplitter{Qt::Vertical}} {
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  meaning_->setWordWrap(true);
  list_->setAccessibleName(tr("Views"));
  middle_->addWidget(picture_);
  middle_->addWidget(table_);
  trees_->hide();
  middle_->setSizes({480, 200});
  auto* right = new QWidget;
  auto* column = new QVBoxLayout{right};
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(meaning_);
  column->addWidget(middle_, 1);
  column->addWidget(trees_, 1);
  auto* splitter = new QSplitter;
  splitter->addWidget(list_);
  splitter->addWidget(right);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({200, 900});
  auto* page = new QVBoxLayout{this};
  page->addWidget(words_);
  page->addWidget(splitter, 1);
  setFocusProxy(list_);
  connect(list_, &QListWidget::currentRowChanged, this, &ResultsPage::show_current);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
    say(QFileInfo::exists(path) ? tr("%1 was changed since: F5 reads it again.").arg(path)
                                : tr("%1 is not there any more. What was read of it is still shown.").arg(path));
  });
  reload();
}

ResultsPage::~ResultsPage() {
  if (stop_) stop_->store(true);
}

void ResultsPage::say(const QString& words) {
  words_->setText(words);
  words_->setVisible(!words.isEmpty());
}

void ResultsPage::reload() {
  if (stop_) stop_->store(true);
  stop_ = std::make_shared<std::atomic<bool>>(false);
  say(tr("Reading…"));
  QThreadPool::globalInstance()->start([page = QPointer{this}, paths = paths_, stop = stop_] {
    auto loading = std::make_shared<Loading>();
    for (const auto& path : paths)
      for (const auto& file : results_in(path.toStdString())) {
        try {
          loading->opened.push_back(open_results(file, stop.get()));
        } catch (const std::exception& e) {
          loading->complaints << QString::fromUtf8(e.what());
        }
      }
    if (loading->opened.empty() && loading->complaints.isEmpty())
      loading->complaints << tr("%1: neither a results.json nor a folder with one").arg(paths.join(", "));
    const auto tell = [page, loading, stop] {
      if (page && !stop->load()) page->take(*loading);
    };
    QMetaObject::invokeMethod(qApp, tell, Qt::QueuedConnection);
  });
}

void ResultsPage::take(const Loading& loading) {
  const auto before = list_->currentItem() != nullptr ? list_->currentItem()->data(Qt::UserRole).toString() : QString{};
  views_.clear();
  if (loading.opened.size() == 1) views_ = views_of(loading.opened.front());
  if (loading.opened.size() > 1) views_ = compared_views(loading.opened);
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  auto complaints = loading.complaints;
  take_lessons(loading.opened);
  for (const auto& one : loading.opened) {
    watcher_.addPath(QString::fromStdString(one->results.path));
    for (const auto& complaint : one->complaints) complaints << QString::fromStdString(complaint);
    if (!one->results.complete)
      complaints << tr("%1: incomplete, results so far").arg(QString::fromStdString(one->results.scenario));
  }
  if (loading.opened.size() == 1) title_ = QString::fromStdString(loading.opened.front()->results.scenario);
  if (loading.opened.size() > 1) title_ = tr("%1 results").arg(loading.opened.size());
  treed_ =
      loading.opened.size() == 1 && ResultTrees::has_any(*loading.opened.front()) ? loading.opened.front() : nullptr;
  list_views();
  middle_->setVisible(!views_.empty());
  list_->setCurrentRow(0);
  show_view(before);
  say(complaints.join('\n'));
  emit changed();
  emit loaded();
}

void ResultsPage::take_lessons(const std::vector<std::shared_ptr<const OpenedResults>>& opened) {
  ResultsList results;
  for (const auto& one : opened) results.push_back(&one->results);
  const auto names = names_of(results);
  lesson_.clear();
  for (std::size_t i = 0; i < opened.size(); ++i)
    for (const auto& written : opened[i]->results.lesson) {
      auto note = lesson_note(written);
      const bool known =
          std::any_of(lesson_.begin(), lesson_.end(), [&](const auto& n) { return n.text == note.text; });
      if (opened.size() > 1) note.results = names[i];
      if (!known) lesson_.push_back(std::move(note));
    }
}

/// The QoS trees are no picture of numbers, and stand behind the others.
void ResultsPage::list_views() {
  list_->clear();
  const auto add = [this](const QString& title, const QString& id, const QString& meaning) {
    auto* item = new QListWidgetItem{title, list_};
    item->setData(Qt::UserRole, id);
    item->setToolTip(meaning);
  };
  for (const auto& view : views_)
    add(QString::fromStdString(view.title), QString::fromStdString(view.id), QString::fromStdString(view.meaning));
  if (treed_)
    add(tr("QoS trees"), "tree",
        tr("What became of the packets in each part of a port: blue has room, orange is busy, vermilion is full."));
  const int wide = std::clamp(list_->sizeHintForColumn(0) + 2 * list_->frameWidth() + room_in_list, 120, 340);
  list_->setFixedWidth(wide);
}

void ResultsPage::show_view(const QString& id) {
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->data(Qt::UserRole).toString() == id) list_->setCurrentRow(i);
}

void ResultsPage::show_current() {
  const int row = list_->currentRow();
  if (row < 0) return;
  const bool trees = static_cast<std::size_t>(row) >= views_.size();
  middle_->setVisible(!trees);
  trees_->setVisible(trees);
  if (trees) {
    meaning_->setText(list_->item(row)->toolTip());
    return trees_->show_results(treed_);
  }
  const auto& view = views_[static_cast<std::size_t>(row)];
  meaning_->setText(QString::fromStdString(view.meaning));
  picture_->show_picture(view.picture());
  table_->show_table(view.table());
}

ChartView* ResultsPage::chart() const { return &picture_->chart(); }

std::optional<Exportable> ResultsPage::picture() const {
  if (trees_->isVisible()) return trees_->tree().exportable();
  return views_.empty() ? std::nullopt : chart()->exportable();
}

std::optional<Exportable> ResultsPage::table() const {
  if (trees_->isVisible() || views_.empty()) return std::nullopt;
  return Exportable{list_->currentItem()->text(), "*.csv",
                    [table = table_](const QString& path) { write_whole(table->csv().toUtf8(), path); }};
}

}  // namespace qoslab::gui
