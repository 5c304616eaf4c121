#include "gui/views/scenario_page.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>
#include <utility>

#include "gui/draw/drawing.h"
#include "gui/views/find_line.h"
#include "gui/views/run_options.h"
#include "gui/views/scenario_check.h"
#include "gui/views/scenario_pictures.h"
#include "gui/views/scenario_text.h"

namespace qoslab::gui {
namespace {

constexpr qint64 largest_text = 8 << 20;

}  // namespace

ScenarioPage::ScenarioPage(QString path, QWidget* parent)
    : Page{parent},
      path_{std::move(path)},
      text_{new ScenarioText},
      check_{new ScenarioCheck{path_, this}},
      options_{new RunOptions},
      question_{new QLabel},
      problems_{new QListWidget},
      pictures_{new ScenarioPictures} {
  question_->setWordWrap(true);
  question_->setTextFormat(Qt::PlainText);
  problems_->setWordWrap(true);
  problems_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  problems_->setAccessibleName(tr("Problems"));
  auto* column = new QVBoxLayout{this};
  column->addWidget(question_);
  column->addWidget(options_);
  column->addWidget(text_beside_pictures(), 1);
  connect(options_, &RunOptions::run_wanted, this, &Page::run_wanted);
  connect(text_, &QPlainTextEdit::textChanged, this, [this] { check_->check(text_->toPlainText()); });
  connect(text_->document(), &QTextDocument::modificationChanged, this, &Page::changed);
  connect(check_, &ScenarioCheck::checked, this, &ScenarioPage::show_outcome);
  connect(problems_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    text_->go_to(item->data(Qt::UserRole).toInt(), item->data(Qt::UserRole + 1).toInt());
  });
  connect(problems_, &QListWidget::itemClicked, problems_, &QListWidget::itemActivated);
  connect(pictures_, &ScenarioPictures::chosen, this, [this](const ScenarioPart& subject) {
    if (const auto line = line_of(text_->toPlainText(), subject)) text_->show_line(*line);
  });
  load();
}

QSplitter* ScenarioPage::text_beside_pictures() {
  auto* left = new QSplitter{Qt::Vertical};
  left->addWidget(text_);
  left->addWidget(problems_);
  left->setStretchFactor(0, 1);
  left->setSizes({500, 110});
  left->setChildrenCollapsible(false);
  auto* both = new QSplitter;
  both->addWidget(left);
  both->addWidget(pictures_);
  both->setStretchFactor(0, 2);
  both->setStretchFactor(1, 3);
  both->setSizes({400, 600});
  const QSettings settings;
  both->restoreState(settings.value("scenario/splitter").toByteArray());
  connect(both, &QSplitter::splitterMoved, this,
          [both] { QSettings{}.setValue("scenario/splitter", both->saveState()); });
  return both;
}

/// What cannot be read is said. Bytes that are no text would be others when they are saved: they are only shown.
void ScenarioPage::load() {
  const auto refuse = [this](const QString& why) {
    question_->setText(tr("%1 cannot be read: %2").arg(path_, why));
    text_->setReadOnly(true);
  };
  if (QFileInfo::exists(path_) && !QFileInfo{path_}.isFile()) return refuse(tr("it is no file"));
  QFile file{path_};
  if (!file.open(QIODevice::ReadOnly)) return refuse(file.errorString());
  if (file.size() > largest_text) return refuse(tr("it is too large for a scenario"));
  on_disk_ = file.readAll();
  const auto text = QString::fromUtf8(on_disk_);
  text_->setReadOnly(text.toUtf8() != on_disk_);
  text_->setPlainText(text);
  text_->document()->setModified(false);
}

/// Another program has written it since it was read or saved here.
bool ScenarioPage::changed_elsewhere() const {
  QFile file{path_};
  return file.open(QIODevice::ReadOnly) && file.readAll() != on_disk_;
}

QString ScenarioPage::title() const { return QFileInfo{path_}.completeBaseName() + (unsaved() ? "*" : ""); }

std::optional<Exportable> ScenarioPage::picture() const { return pictures_->exportable(); }

RunOrder ScenarioPage::order() const {
  RunOrder order;
  order.path = path_;
  return options_->over(order);
}

bool ScenarioPage::unsaved() const { return text_->document()->isModified(); }

bool ScenarioPage::save() { return save_as(path_); }

bool ScenarioPage::save_as(const QString& path) {
  if (text_->isReadOnly()) {
    QMessageBox::warning(this, tr("Not saved"),
                         tr("%1 is not UTF-8, or cannot be read: it is only shown here.").arg(path_));
    return false;
  }
  if (path == path_ && changed_elsewhere() &&
      QMessageBox::question(this, tr("Changed by another program"),
                            tr("%1 was changed since it was read here. Write over it?").arg(path)) != QMessageBox::Yes)
    return false;
  const auto bytes = text_->toPlainText().toUtf8();
  try {
    write_whole(bytes, path);
  } catch (const ExportError& e) {
    QMessageBox::warning(this, tr("Not saved"), QString::fromUtf8(e.what()));
    return false;
  }
  path_ = path;
  on_disk_ = bytes;
  check_->moved(path);
  text_->document()->setModified(false);
  emit changed();
  return true;
}

void ScenarioPage::show_outcome(const std::shared_ptr<const ReadOutcome>& outcome) {
  question_->setText(QString::fromStdString(outcome->question));
  QMap<QString, QString> parameters;
  if (!outcome->points.empty())
    for (const auto& parameter : outcome->points.front().parameters)
      parameters[QString::fromStdString(parameter.name)] = QString::fromStdString(parameter.value);
  if (!outcome->points.empty()) options_->offer(parameters);
  problems_->clear();
  std::vector<Diagnostic> here;
  for (const auto& diagnostic : outcome->diagnostics) {
    auto words = QString::fromStdString(to_string(diagnostic));
    words.remove(QFileInfo{path_}.path() + "/");  // what lies beside it needs no folder
    auto* item = new QListWidgetItem{words, problems_};
    if (QString::fromStdString(diagnostic.position.file) != path_) continue;
    item->setData(Qt::UserRole, diagnostic.position.line);
    item->setData(Qt::UserRole + 1, diagnostic.position.column);
    here.push_back(diagnostic);
  }
  problems_->setVisible(problems_->count() > 0);
  text_->mark(std::move(here));
  pictures_->show_outcome(outcome);
}

}  // namespace qoslab::gui
