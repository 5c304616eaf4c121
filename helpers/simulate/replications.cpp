#include "helpers/simulate/replications.h"

#include <poll.h>

#include <algorithm>
#include <csignal>
#include <list>

#include "helpers/simulate/interrupt.h"
#include "helpers/simulate/worker.h"
#include "model/units/random.h"

namespace qoslab {
namespace {

/// The workers that run, and the tasks that wait.
class Pool {
 public:
  Pool(const std::vector<Task>& tasks, const PoolOptions& options) : tasks_{tasks}, options_{options} {
    outcome_.results.resize(tasks.size());
  }

  PoolOutcome run() {
    while (start_some() || !workers_.empty()) {
      wait();
      heed_interrupts();
      report();
    }
    outcome_.interrupted = interrupts_seen_ > 0;
    return std::move(outcome_);
  }

 private:
  bool start_some() {
    while (interrupts_seen_ == 0 && next_ < tasks_.size() &&
           workers_.size() < static_cast<std::size_t>(std::max(1, options_.processes))) {
      workers_.emplace_back(next_, tasks_[next_]);
      ++next_;
    }
    return !workers_.empty();
  }

  void wait() {
    std::vector<pollfd> waits;
    for (const auto& w : workers_) waits.push_back({w.descriptor(), POLLIN, 0});
    if (poll(waits.data(), waits.size(), -1) < 0) return;  // a signal
    auto worker = workers_.begin();
    for (const auto& w : waits) {
      const auto here = worker++;
      if (w.revents == 0) continue;
      const bool ended = here->read_more();
      for (const auto& reading : here->take_readings())
        if (options_.live) options_.live(reading);
      if (!ended) continue;
      outcome_.results[here->task_number()] = here->finish();
      workers_.erase(here);
      ++done_;
    }
  }

  /// The first ends the simulations softly, the second at once.
  void heed_interrupts() {
    const int now = Interrupts::count();
    if (now == interrupts_seen_) return;
    interrupts_seen_ = now;
    if (now >= 2) return workers_.clear();
    for (const auto& w : workers_) w.signal(SIGTERM);
  }

  void report() const {
    if (!options_.progress || tasks_.empty() || interrupts_seen_ > 0) return;
    if (done_ == tasks_.size()) return options_.progress(1);
    double sum = static_cast<double>(done_);
    for (const auto& w : workers_) sum += w.progress();
    constexpr double not_yet_done = 0.9999;
    options_.progress(std::min(sum / static_cast<double>(tasks_.size()), not_yet_done));
  }

  const std::vector<Task>& tasks_;
  const PoolOptions& options_;
  std::list<Worker> workers_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  int interrupts_seen_ = 0;
  PoolOutcome outcome_;
};

}  // namespace

std::uint64_t replication_seed(std::uint64_t seed, int number) {
  return RandomStream::mix(seed, "replication " + std::to_string(number));
}

PoolOutcome run_all(const std::vector<Task>& tasks, const PoolOptions& options) {
  const Interrupts interrupts;
  return Pool{tasks, options}.run();
}

}  // namespace qoslab
