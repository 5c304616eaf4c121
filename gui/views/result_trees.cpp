#include "gui/views/result_trees.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QSignalBlocker>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "gui/pictures/tree_results.h"
#include "gui/views/tree_view.h"

namespace qoslab::gui {
namespace {

/// Of an entry in the list of ports: it is a gateway.
constexpr int role_of_gateway = Qt::UserRole;

/// As the run was told, whatever the file says of its parameters by now.
std::shared_ptr<const ReadOutcome> read_again(const recorded::Results& results) {
  ReadOptions options;
  std::map<std::string, std::set<std::string>> swept;
  for (const auto& reached : results.points)
    for (const auto& [name, value] : reached.point) swept[name].insert(value);
  for (const auto& [name, values] : swept) options.parameters.sweep.push_back({name, {values.begin(), values.end()}});
  for (const auto& parameter : results.parameters)
    if (!swept.contains(parameter.name)) options.parameters.set[parameter.name] = parameter.value;
  return std::make_shared<const ReadOutcome>(read_scenario(results.provenance.file, options));
}

}  // namespace

ResultTrees::ResultTrees(QWidget* parent)
    : QWidget{parent},
      ports_{new QComboBox},
      points_{new QComboBox},
      doubt_{new QLabel},
      tree_{new TreeView},
      words_{new QLabel} {
  ports_->setAccessibleName(tr("Port"));
  ports_->setToolTip(tr("A port of a node, or a gateway's access ports."));
  points_->setAccessibleName(tr("Point of the sweep"));
  points_->setToolTip(tr("The values of the swept parameters."));
  doubt_->setWordWrap(true);
  doubt_->setTextFormat(Qt::PlainText);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  words_->setMinimumHeight(3 * words_->fontMetrics().lineSpacing());
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* choice = new QHBoxLayout;
  choice->addWidget(ports_, 1);
  choice->addWidget(points_, 1);
  auto* column = new QVBoxLayout{this};
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(choice);
  column->addWidget(doubt_);
  column->addWidget(tree_, 1);
  column->addWidget(words_);
  setFocusProxy(tree_);
  connect(ports_, &QComboBox::currentIndexChanged, this, &ResultTrees::draw);
  connect(points_, &QComboBox::currentIndexChanged, this, &ResultTrees::draw);
  connect(tree_, &DrawingView::pointed_at, words_, &QLabel::setText);
}

bool ResultTrees::has_any(const OpenedResults& opened) {
  const auto& results = opened.results;
  return !results.provenance.file.empty() && (!results.classes.empty() || !results.traffic.empty());
}

void ResultTrees::show_results(std::shared_ptr<const OpenedResults> opened) {
  if (opened == opened_) return;
  opened_ = std::move(opened);
  outcome_.reset();
  tree_->show_trees({});
  doubt_->setText(tr("Reading %1…").arg(QString::fromStdString(opened_->results.provenance.file)));
  doubt_->show();
  QThreadPool::globalInstance()->start([self = QPointer{this}, of = opened_] {
    const auto tell = [self, of, outcome = read_again(of->results)] {
      if (self && self->opened_ == of) self->take(outcome);
    };
    QMetaObject::invokeMethod(qApp, tell, Qt::QueuedConnection);
  });
}

/// Why what is drawn may not be what was run; without a scenario, why nothing is.
QString ResultTrees::doubts(const ReadOutcome& outcome) const {
  const auto& results = opened_->results;
  const QFileInfo file{QString::fromStdString(results.provenance.file)};
  if (outcome.points.empty())
    return tr("There is no tree to draw, for the scenario of this run cannot be read any more: %1")
        .arg(outcome.diagnostics.empty() ? file.filePath()
                                         : QString::fromStdString(to_string(outcome.diagnostics.front())));
  for (const auto& point : outcome.points)
    if (const auto why = misfit(results, point); !why.empty())
      return tr("There is no tree to draw, for %1 is not the scenario of this run any more: %2")
          .arg(file.filePath(), QString::fromStdString(why));
  const auto started = QDateTime::fromString(QString::fromStdString(results.provenance.started), Qt::ISODate);
  if (started.isValid() && file.lastModified() > started)
    return tr("%1 has changed since this run: rates and limits may have been others.").arg(file.filePath());
  return {};
}

void ResultTrees::take(std::shared_ptr<const ReadOutcome> outcome) {
  const auto doubt = doubts(*outcome);
  const bool fits =
      !outcome->points.empty() && std::all_of(outcome->points.begin(), outcome->points.end(),
                                              [&](auto& p) { return misfit(opened_->results, p).empty(); });
  if (fits) outcome_ = std::move(outcome);
  doubt_->setText(doubt);
  doubt_->setVisible(!doubt.isEmpty());
  list_ports();
  draw();
  emit shown();
}

/// Of ports and gateways those of which the run knows something.
void ResultTrees::list_ports() {
  const QSignalBlocker ports_quiet{ports_};
  const QSignalBlocker points_quiet{points_};
  ports_->clear();
  points_->clear();
  ports_->setVisible(outcome_ != nullptr);
  points_->setVisible(outcome_ && outcome_->points.size() > 1);
  if (!outcome_) return;
  for (const auto& point : outcome_->points) points_->addItem(QString::fromStdString(recorded::name_of(point.point)));
  const auto& first = outcome_->points.front();
  for (const auto& gateway : first.gateways.gateways) ports_->addItem(QString::fromStdString(gateway.name), true);
  for (const auto& port : first.ports)
    if (!results_of(opened_->results, first.point, port).empty())
      ports_->addItem(QString::fromStdString(port.node + "." + port.link), false);
}

const Scenario* ResultTrees::scenario() const {
  if (!outcome_ || points_->currentIndex() < 0) return nullptr;
  return &outcome_->points.at(static_cast<std::size_t>(points_->currentIndex()));
}

void ResultTrees::draw() {
  const auto* now = scenario();
  if (now == nullptr) return tree_->show_trees({});
  const auto name = ports_->currentText();
  PartResults results;
  if (ports_->currentData(role_of_gateway).toBool()) {
    for (const auto& gateway : now->gateways.gateways)
      if (QString::fromStdString(gateway.name) == name)
        results = results_of(opened_->results, now->point, gateway, now->gateways);
    return tree_->show_trees(with_results(trees_of_gateway(*now, name), results));
  }
  for (const auto& port : now->ports)
    if (QString::fromStdString(port.node + "." + port.link) == name)
      results = results_of(opened_->results, now->point, port);
  tree_->show_trees(with_results(trees_of_port(*now, name), results));
}

}  // namespace qoslab::gui
