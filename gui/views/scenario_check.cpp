#include "gui/views/scenario_check.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <utility>

namespace qoslab::gui {
namespace {

constexpr int milliseconds_of_pause = 200;

}  // namespace

ScenarioCheck::ScenarioCheck(QString path, QObject* parent) : QObject{parent}, path_{std::move(path)} {
  pause_.setSingleShot(true);
  pause_.setInterval(milliseconds_of_pause);
  connect(&pause_, &QTimer::timeout, this, &ScenarioCheck::start);
}

void ScenarioCheck::check(const QString& text) {
  wanted_ = text;
  pause_.start();
}

void ScenarioCheck::start() {
  if (busy_ || !wanted_) return;
  busy_ = true;
  QThreadPool::globalInstance()->start(
      [self = QPointer{this}, path = path_.toStdString(), text = std::exchange(wanted_, {})->toStdString()] {
        ReadOptions options;
        options.unsaved = text;
        auto outcome = std::make_shared<const ReadOutcome>(read_scenario(path, options));
        const auto tell = [self, outcome = std::move(outcome)] {
          if (!self) return;
          self->busy_ = false;
          emit self->checked(outcome);
          self->start();
        };
        QMetaObject::invokeMethod(qApp, tell, Qt::QueuedConnection);
      });
}

}  // namespace qoslab::gui
