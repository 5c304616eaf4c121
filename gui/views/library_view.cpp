#include "gui/views/library_view.h"

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>
#include <utility>

#include "gui/views/question.h"

namespace qoslab::gui {
namespace {

constexpr int role_of_path = Qt::UserRole;
constexpr int role_of_kind = Qt::UserRole + 1;
constexpr int most_results = 50;

}  // namespace

LibraryView::LibraryView(QString scenarios, QString results, QWidget* parent)
    : QTreeWidget{parent}, scenarios_{std::move(scenarios)}, results_{std::move(results)} {
  setHeaderHidden(true);
  setUniformRowHeights(false);
  setWordWrap(true);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setAccessibleName(tr("Library"));
  scenario_root_ = new QTreeWidgetItem{this, {tr("Scenarios")}};
  results_root_ = new QTreeWidgetItem{this, {tr("Recent results")}};
  scenario_root_->setExpanded(true);
  results_root_->setExpanded(true);
  connect(this, &QTreeWidget::itemClicked, this, &LibraryView::choose);
  connect(this, &QTreeWidget::itemActivated, this, &LibraryView::choose);
  refresh();
}

LibraryView::~LibraryView() = default;

void LibraryView::refresh() {
  fill_scenarios();
  fill_results();
}

QTreeWidgetItem* LibraryView::add(QTreeWidgetItem* parent, const QString& name, const QString& path, Kind kind) {
  auto* item = new QTreeWidgetItem{parent, {name}};
  item->setData(0, role_of_path, path);
  item->setData(0, role_of_kind, static_cast<int>(kind));
  item->setToolTip(0, path);
  return item;
}

void LibraryView::fill_scenarios() {
  qDeleteAll(scenario_root_->takeChildren());
  QStringList paths;
  for (const auto& name : QDir{scenarios_}.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
    const auto folder = scenarios_ + "/" + name;
    const auto files = scenarios_in(folder);
    if (files.isEmpty()) continue;
    auto* item = add(scenario_root_, name, folder, Kind::folder);
    for (const auto& file : files) add(item, QFileInfo{file}.completeBaseName(), file, Kind::scenario);
    paths << files;
  }
  read_questions(paths);
}

void LibraryView::fill_results() {
  qDeleteAll(results_root_->takeChildren());
  const auto folders = QDir{results_}.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time);
  for (const auto& folder : folders.first(std::min<qsizetype>(folders.size(), most_results)))
    add(results_root_, folder.fileName(), folder.filePath(), Kind::results);
  results_root_->setHidden(folders.isEmpty());
}

/// In one thread, file after file: the window does not wait.
void LibraryView::read_questions(const QStringList& paths) {
  QThreadPool::globalInstance()->start([view = QPointer{this}, paths] {
    QMap<QString, QString> questions;
    for (const auto& path : paths) questions[path] = question_of(path);
    QMetaObject::invokeMethod(
        qApp,
        [view, questions] {
          if (!view) return;
          for (QTreeWidgetItemIterator i{view}; *i != nullptr; ++i) {
            const auto question = questions.value((*i)->data(0, role_of_path).toString());
            if (question.isEmpty()) continue;
            (*i)->setText(0, (*i)->text(0) + "\n" + question);
            (*i)->setToolTip(0, question);
          }
        },
        Qt::QueuedConnection);
  });
}

void LibraryView::choose(QTreeWidgetItem* item) {
  const auto path = item->data(0, role_of_path).toString();
  const bool selects = (QApplication::keyboardModifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
  if (path.isEmpty() || selects) return;
  switch (static_cast<Kind>(item->data(0, role_of_kind).toInt())) {
    case Kind::scenario:
      return emit scenario_chosen(path);
    case Kind::folder:
      return emit folder_chosen(path);
    case Kind::results:
      return emit results_chosen(path);
    case Kind::group:
      return;
  }
}

QStringList LibraryView::selected_results() const {
  QStringList paths;
  for (const auto* item : selectedItems())
    if (static_cast<Kind>(item->data(0, role_of_kind).toInt()) == Kind::results)
      paths << item->data(0, role_of_path).toString();
  return paths;
}

void LibraryView::show_path(const QString& path) {
  for (QTreeWidgetItemIterator i{this}; *i != nullptr; ++i)
    if ((*i)->data(0, role_of_path).toString() == path) return setCurrentItem(*i);
}

}  // namespace qoslab::gui
