#include "gui/views/live_page.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/charts/chart_view.h"
#include "gui/data/metric_names.h"

namespace qoslab::gui {
namespace {

constexpr int milliseconds_between = 100;

}  // namespace

LivePage::LivePage(Run& run, QWidget* parent)
    : Page{parent},
      path_{run.order().out},
      name_{QFileInfo{run.order().path}.completeBaseName()},
      metric_{new QComboBox},
      chart_{new ChartView},
      bar_{new QProgressBar},
      words_{new QLabel},
      messages_{new QPlainTextEdit} {
  auto* cancel = new QPushButton{tr("&Cancel")};
  cancel->setToolTip(tr("Ends it softly: results so far are kept. Once more: at once"));
  auto* row = new QHBoxLayout;
  metric_->setAccessibleName(tr("Metric"));
  metric_->setMinimumWidth(160);
  bar_->setRange(0, 1000);
  messages_->setReadOnly(true);
  messages_->setVisible(false);
  messages_->setMaximumHeight(160);
  for (auto* widget : std::initializer_list<QWidget*>{metric_, bar_, words_, cancel}) row->addWidget(widget);
  auto* column = new QVBoxLayout{this};
  column->addLayout(row);
  column->addWidget(chart_, 1);
  column->addWidget(messages_);
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &LivePage::draw);
  connect(metric_, &QComboBox::currentIndexChanged, this, &LivePage::draw);
  connect(cancel, &QPushButton::clicked, &run, &Run::cancel);
  connect(&run, &Run::live, this, &LivePage::take);
  connect(&run, &Run::changed, this, [this, &run] { tell(run); });
  connect(&run, &Run::ended_now, cancel, [cancel] { cancel->setEnabled(false); });
  draw();
  tell(run);
}

std::optional<Exportable> LivePage::picture() const { return chart_->exportable(); }

QString LivePage::title() const { return tr("%1 runs").arg(name_); }

void LivePage::take(const LiveLine& line) {
  for (auto subject = line.values.begin(); subject != line.values.end(); ++subject)
    for (auto value = subject->begin(); value != subject->end(); ++value)
      curves_.add(QFileInfo{line.scenario}.completeBaseName().toStdString(), line.time_s, subject.key().toStdString(),
                  value.key().toStdString(), value.value());
  for (const auto& metric : curves_.metrics())
    if (metric_->findData(QString::fromStdString(metric)) < 0)
      metric_->addItem(QString::fromStdString(name_of_metric(metric)), QString::fromStdString(metric));
  if (!pause_.isActive()) pause_.start(milliseconds_between);
}

void LivePage::draw() { chart_->show_picture(curves_.picture(metric_->currentData().toString().toStdString()), true); }

void LivePage::tell(const Run& run) {
  bar_->setValue(static_cast<int>(1000 * run.done()));
  words_->setText(run.words());
  const auto messages = run.messages().join("\n");
  if (messages == messages_->toPlainText()) return;
  messages_->setPlainText(messages);
  messages_->setVisible(!messages.isEmpty());
}

}  // namespace qoslab::gui
