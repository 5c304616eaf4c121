#include "gui/views/scenario_pictures.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalBlocker>
#include <QThreadPool>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gui/charts/style.h"
#include "gui/views/topology_view.h"
#include "gui/views/tree_view.h"
#include "helpers/scenario/show.h"

namespace qoslab::gui {
namespace {

/// Of an entry in the list of ports: it is a gateway.
constexpr int role_of_gateway = Qt::UserRole;

QString name_of(const Scenario& point) {
  QStringList values;
  for (const auto& [name, value] : point.point)
    values << QString::fromStdString(name) + " = " + QString::fromStdString(value);
  return values.join(", ");
}

}  // namespace

ScenarioPictures::ScenarioPictures(QWidget* parent)
    : QWidget{parent},
      points_{new QComboBox},
      stale_{new QLabel},
      tabs_{new QTabWidget},
      topology_{new TopologyView},
      ports_{new QComboBox},
      tree_{new TreeView},
      understood_{new QPlainTextEdit},
      words_{new QLabel} {
  points_->setAccessibleName(tr("Point of the sweep"));
  points_->setToolTip(tr("The scenario is run once for each of these; here is what one of them describes."));
  stale_->setWordWrap(true);
  understood_->setReadOnly(true);
  understood_->setFont(fixed_font());
  understood_->setLineWrapMode(QPlainTextEdit::NoWrap);
  understood_->setAccessibleName(tr("As understood"));
  understood_->setTabChangesFocus(true);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  words_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  words_->setMinimumHeight(3 * words_->fontMetrics().lineSpacing());
  words_->setText(
      tr("Point at something to learn what it is. A click or Enter on a port (●: the scenario says what it does) opens "
         "its "
         "QoS tree. Arrow keys walk; wheel, + and − zoom, 0 shows all; dragging moves."));
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  tabs_->addTab(topology_, tr("&Topology"));
  tabs_->addTab(tree_page(), tr("&QoS tree"));
  tabs_->addTab(understood_, tr("As &understood"));
  tabs_->setDocumentMode(true);
  auto* column = new QVBoxLayout{this};
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(points_);
  column->addWidget(stale_);
  column->addWidget(tabs_, 1);
  column->addWidget(words_);
  points_->hide();
  stale_->hide();
  connect(points_, &QComboBox::currentIndexChanged, this, &ScenarioPictures::draw);
  connect(ports_, &QComboBox::currentIndexChanged, this, &ScenarioPictures::draw_tree);
  connect(tabs_, &QTabWidget::currentChanged, this, &ScenarioPictures::tell_understood);
  for (auto* view : {static_cast<DrawingView*>(topology_), static_cast<DrawingView*>(tree_)}) {
    connect(view, &DrawingView::pointed_at, words_, &QLabel::setText);
    connect(view, &DrawingView::chosen, this, &ScenarioPictures::choose);
  }
}

QWidget* ScenarioPictures::tree_page() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout{page};
  column->setContentsMargins(0, 4, 0, 0);
  ports_->setAccessibleName(tr("Port"));
  column->addWidget(ports_);
  column->addWidget(tree_, 1);
  return page;
}

std::shared_ptr<const Scenario> ScenarioPictures::scenario() const {
  if (!sound_ || sound_->points.empty()) return {};
  const auto index = std::clamp<int>(points_->currentIndex(), 0, static_cast<int>(sound_->points.size()) - 1);
  return {sound_, &sound_->points[static_cast<std::size_t>(index)]};
}

void ScenarioPictures::show_outcome(std::shared_ptr<const ReadOutcome> outcome) {
  const bool errors = outcome->points.empty();
  if (!errors) {
    sound_ = std::move(outcome);
    list_points();
    draw();
  }
  tell_of_errors(errors);
}

void ScenarioPictures::tell_of_errors(bool errors) {
  topology_->grey(errors);
  tree_->grey(errors);
  understood_->setEnabled(!errors);
  stale_->setVisible(errors);
  stale_->setText(sound_ ? tr("⚠ The text has errors. This is what it described before.")
                         : tr("⚠ The text has errors, so there is nothing to draw yet."));
}

void ScenarioPictures::list_points() {
  const QSignalBlocker quiet{points_};
  const int shown = points_->currentIndex();
  points_->clear();
  for (const auto& point : sound_->points) points_->addItem(name_of(point));
  points_->setCurrentIndex(std::clamp(shown, 0, points_->count() - 1));
  points_->setVisible(points_->count() > 1);
}

/// Those first of which the scenario says something.
void ScenarioPictures::list_ports() {
  const QSignalBlocker quiet{ports_};
  const auto shown = ports_->currentText();
  const auto now = scenario();
  ports_->clear();
  for (const auto& port : now->ports) ports_->addItem(QString::fromStdString(port.node + "." + port.link), false);
  // A port that only conditions what arrives is not what a reader looks for first.
  int first = 0;
  for (std::size_t i = now->ports.size(); i-- > 0;)
    if (now->ports[i].scheduler != SchedulerKind::fifo || now->ports[i].shaper) first = static_cast<int>(i);
  if (now->ports.empty()) first = 0;
  for (const auto& gateway : now->gateways.gateways) ports_->addItem(QString::fromStdString(gateway.name), true);
  for (const auto& link : now->links) {
    for (const auto& node : {link.a, link.b}) {
      const auto name = QString::fromStdString(node + "." + link.name);
      if (ports_->findText(name) < 0) ports_->addItem(name, false);
    }
  }
  const int again = ports_->findText(shown);
  ports_->setCurrentIndex(again >= 0 ? again : first);
}

void ScenarioPictures::draw() {
  const auto now = scenario();
  if (!now) return;
  topology_->show_scenario(now);
  list_ports();
  draw_tree();
  tell_understood();
}

void ScenarioPictures::draw_tree() {
  const auto now = scenario();
  if (!now) return;
  const auto name = ports_->currentText();
  const bool gateway = ports_->currentData(role_of_gateway).toBool();
  tree_->show_trees(gateway ? trees_of_gateway(*now, name) : trees_of_port(*now, name));
}

/// In the background, and only if somebody looks: a large scenario takes a while.
void ScenarioPictures::tell_understood() {
  const auto now = scenario();
  if (!now || tabs_->currentWidget() != understood_) return;
  QThreadPool::globalInstance()->start([self = QPointer{this}, now] {
    const auto tell = [self, now, text = QString::fromStdString(qoslab::show(*now))] {
      if (!self || self->scenario() != now || self->understood_->toPlainText() == text) return;
      self->understood_->setPlainText(text);
    };
    QMetaObject::invokeMethod(qApp, tell, Qt::QueuedConnection);
  });
}

std::optional<Exportable> ScenarioPictures::exportable() const {
  for (const DrawingView* drawing : {static_cast<DrawingView*>(topology_), static_cast<DrawingView*>(tree_)})
    if (drawing->isVisible()) return drawing->exportable();
  return std::nullopt;
}

void ScenarioPictures::show_tree(const QString& name) {
  const int index = ports_->findText(name);
  if (index < 0) return;
  ports_->setCurrentIndex(index);
  tabs_->setCurrentIndex(1);
  tree_->setFocus();
}

void ScenarioPictures::choose(const ScenarioPart& subject) {
  const auto* from = sender();
  emit chosen(subject);
  const bool port = subject.kind == ScenarioPart::Kind::port || subject.kind == ScenarioPart::Kind::gateway_port;
  if (from == topology_ && port) show_tree(QString::fromStdString(subject.name));
}

}  // namespace qoslab::gui
