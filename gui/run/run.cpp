#include "gui/run/run.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <csignal>
#include <utility>

namespace qoslab::gui {
namespace {

constexpr int milliseconds_of_patience = 10'000;
constexpr qint64 milliseconds_of_silence = 30'000;
constexpr qint64 bytes_at_a_time = 64 * 1024;

QStringList arguments_of(const RunOrder& order) {
  QStringList arguments{"run", order.path, "--out", order.out, "--force", "--all-series", "--progress", "json"};
  if (order.seed) arguments << "--seed" << QString::number(*order.seed);
  if (order.replications) arguments << "--runs" << QString::number(*order.replications);
  if (!order.duration.isEmpty()) arguments << "--duration" << order.duration;
  for (auto value = order.values.begin(); value != order.values.end(); ++value)
    arguments << (value.value().contains(',') ? "--sweep" : "--set") << value.key() + "=" + value.value();
  return arguments;
}

}  // namespace

Run::Run(QString program, RunOrder order, QObject* parent)
    : QObject{parent}, program_{std::move(program)}, order_{std::move(order)} {
  process_.setStandardInputFile(QProcess::nullDevice());
  process_.setStandardOutputFile(QProcess::nullDevice());
  connect(&process_, &QProcess::readyReadStandardError, this, &Run::read);
  connect(&process_, &QProcess::finished, this, &Run::finished);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) failed_to_start();
  });
  patience_.setSingleShot(true);
  connect(&patience_, &QTimer::timeout, &process_, &QProcess::kill);
}

Run::~Run() {
  process_.disconnect(this);
  if (process_.state() == QProcess::NotRunning) return;
  process_.kill();
  process_.waitForFinished();
}

void Run::start() {
  state_ = State::runs;
  silence_.start();
  begun_.start();
  if (QFileInfo{order_.path}.isDir())
    scenarios_ = std::max(1, static_cast<int>(QDir{order_.path}.entryList({"*.yaml"}, QDir::Files).size()));
  process_.start(program_, arguments_of(order_));
  emit changed();
}

void Run::cancel() {
  if (state_ == State::waits) return end(State::interrupted, tr("not begun"));
  if (ended()) return;
  if (state_ == State::stops) return process_.kill();
  state_ = State::stops;
  if (process_.processId() > 0) ::kill(static_cast<pid_t>(process_.processId()), SIGINT);
  patience_.start(milliseconds_of_patience);
  emit changed();
}

/// Little at a time: a child that floods does not freeze the window.
void Run::read() {
  process_.setReadChannel(QProcess::StandardError);
  const auto lines = reader_.read(process_.read(bytes_at_a_time));
  if (process_.bytesAvailable() > 0) QTimer::singleShot(0, this, &Run::read);
  for (const auto& line : lines.progress) {
    progress_ = line;
    if (seen_.size() < scenarios_) seen_ << line.scenario;  // those that it makes up are not counted
  }
  for (const auto& line : lines.live) emit live(line);
  silence_.restart();
  emit changed();
}

void Run::finished(int status, QProcess::ExitStatus how) {
  patience_.stop();
  while (process_.bytesAvailable() > 0) reader_.read(process_.read(bytes_at_a_time));
  if (state_ == State::stops && how == QProcess::CrashExit)
    return end(State::interrupted, tr("ended at once; nothing of this run is kept that it had not written"));
  if (how == QProcess::CrashExit) return end(State::failed, tr("the program crashed"));
  switch (status) {
    case 0:
      return end(State::fine, tr("done: all references and expectations hold"));
    case 1:
      return end(State::deviates, tr("done: some references or expectations do not hold"));
    case 2:
      return end(State::refused, tr("the scenario is wrong"));
    case 3:
      return end(State::failed, tr("this machine lacks something"));
    case 4:
      return end(State::failed, tr("results could not be written"));
    case 5:
      return end(State::refused, tr("too large for this machine"));
    case 130:
      return end(State::interrupted, tr("interrupted; results so far are kept"));
    default:
      return end(State::failed, tr("ended with status %1").arg(status));
  }
}

void Run::failed_to_start() {
  end(State::failed, tr("%1 cannot be started: %2").arg(program_, process_.errorString()));
}

void Run::end(State state, const QString& words) {
  if (ended()) return;
  state_ = state;
  words_ = words;
  emit changed();
  emit ended_now();
}

QString Run::words() const {
  switch (state_) {
    case State::waits:
      return tr("waits");
    case State::stops:
      return tr("stops; once more: at once");
    case State::runs:
      if (progress_.scenario.isEmpty()) return tr("starts");
      if (silence_.elapsed() > milliseconds_of_silence)
        return tr("has said nothing for %1 s").arg(silence_.elapsed() / 1000);
      return doing();
    default:
      return words_;
  }
}

double Run::done() const {
  if (seen_.isEmpty()) return 0;
  const auto before = static_cast<double>(seen_.size() - 1);
  return std::min(1.0, (before + progress_.done) / scenarios_);
}

QString Run::doing() const {
  const auto name = QFileInfo{progress_.scenario}.completeBaseName();
  if (scenarios_ == 1) return tr("%1: %2 s left").arg(name).arg(progress_.left_s, 0, 'f', 0);
  const auto place = tr("%1, %2 of %3").arg(name).arg(seen_.size()).arg(scenarios_);
  const double part = done();
  if (part <= 0) return place;
  const double left_s = static_cast<double>(begun_.elapsed()) / 1000 * (1 - part) / part;
  return tr("%1: about %2 s left").arg(place).arg(left_s, 0, 'f', 0);
}

bool Run::has_results() const {
  if (QFileInfo::exists(order_.out + "/results.json")) return true;
  const auto folders = QDir{order_.out}.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
  return std::any_of(folders.begin(), folders.end(), [this](const QString& folder) {
    return QFileInfo::exists(order_.out + "/" + folder + "/results.json");
  });
}

}  // namespace qoslab::gui
