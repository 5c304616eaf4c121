#include "gui/views/folder_page.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <utility>

#include "gui/views/question.h"
#include "gui/views/run_options.h"

namespace qoslab::gui {

FolderPage::FolderPage(QString path, QWidget* parent) : Page{parent}, path_{std::move(path)}, options_{new RunOptions} {
  const auto files = scenarios_in(path_);
  auto* table = new QTableWidget{static_cast<int>(files.size()), 2};
  table->setHorizontalHeaderLabels({tr("Scenario"), tr("Question")});
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setAccessibleName(tr("Scenarios of the folder"));
  table->verticalHeader()->hide();
  table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  table->horizontalHeader()->setStretchLastSection(true);
  for (int i = 0; i < files.size(); ++i) {
    table->setItem(i, 0, new QTableWidgetItem{QFileInfo{files[i]}.completeBaseName()});
    table->setItem(i, 1, new QTableWidgetItem{question_of(files[i])});
  }
  connect(table, &QTableWidget::cellActivated, this, [this, files](int row) { emit scenario_chosen(files[row]); });
  auto* words = new QLabel{tr("Run takes all scenarios of the folder and puts their results side by side.")};
  auto* column = new QVBoxLayout{this};
  column->addWidget(words);
  column->addWidget(options_);
  column->addWidget(table, 1);
  connect(options_, &RunOptions::run_wanted, this, &Page::run_wanted);
}

QString FolderPage::title() const { return QFileInfo{path_}.fileName(); }

RunOrder FolderPage::order() const {
  RunOrder order;
  order.path = path_;
  return options_->over(order);
}

}  // namespace qoslab::gui
