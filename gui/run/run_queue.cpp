#include "gui/run/run_queue.h"

#include <algorithm>
#include <utility>

namespace qoslab::gui {

RunQueue::RunQueue(QString program, int at_once, QObject* parent)
    : QObject{parent}, program_{std::move(program)}, at_once_{std::max(1, at_once)} {}

Run& RunQueue::add(const RunOrder& order) {
  auto& run = *runs_.emplace_back(std::make_unique<Run>(program_, order));
  connect(&run, &Run::changed, this, &RunQueue::changed);
  connect(&run, &Run::ended_now, this, [this, &run] {
    emit ended(&run);
    start_next();
  });
  QMetaObject::invokeMethod(this, &RunQueue::start_next, Qt::QueuedConnection);
  emit changed();
  return run;
}

bool RunQueue::idle() const {
  return std::all_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->ended(); });
}

void RunQueue::cancel_all() {
  for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) (*run)->cancel();
}

void RunQueue::forget_ended() {
  std::erase_if(runs_, [](const auto& run) { return run->ended(); });
  emit changed();
}

void RunQueue::start_next() {
  auto busy = std::count_if(runs_.begin(), runs_.end(), [](const auto& run) {
    return run->state() == Run::State::runs || run->state() == Run::State::stops;
  });
  for (const auto& run : runs_) {
    if (busy >= at_once_) return;
    if (run->state() != Run::State::waits) continue;
    run->start();
    ++busy;
  }
}

}  // namespace qoslab::gui
