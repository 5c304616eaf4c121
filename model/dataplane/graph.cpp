#include "model/dataplane/graph.h"

#include <algorithm>

namespace qoslab::dataplane {
namespace {

/// Waits for a value without giving the core away at once: the other thread is about to finish, unless it has no core.
template <typename Done>
void wait_until(Done&& done) {
  constexpr int patience = 500;
  for (int spins = 0; !done(); ++spins) {
    if (spins < patience)
      __builtin_ia32_pause();
    else
      std::this_thread::yield();
  }
}

}  // namespace

Graph::Graph(int threads) : threads_wanted_{threads} {}

Graph::~Graph() {
  ending_ = true;
  ++window_;
  window_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Graph::insert(std::unique_ptr<Stage> stage, const std::vector<const Stage*>& after) {
  auto entry = std::make_unique<Entry>();
  for (const auto* wanted : after)
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i]->stage.get() == wanted) entry->after.push_back(i);
  entry->stage = std::move(stage);
  entries_.push_back(std::move(entry));
}

void Graph::run(std::int64_t until) {
  while (static_cast<int>(threads_.size()) + 1 < threads_wanted_) threads_.emplace_back([this] { help(); });
  until_ = until;
  next_ = 0;
  ++current_;
  helping_ = static_cast<int>(threads_.size());
  window_ = current_;
  if (!threads_.empty()) window_.notify_all();
  work(current_);
  wait_until([&] { return helping_.load() == 0; });
  if (failed_.exchange(false)) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Takes stage after stage in the order of the graph, so that what one waits for is always being worked on.
void Graph::work(std::uint32_t window) {
  for (std::size_t i = next_++; i < entries_.size(); i = next_++) {
    auto& entry = *entries_[i];
    for (const auto before : entry.after)
      wait_until([&] { return entries_[before]->done.load(std::memory_order_acquire) == window; });
    try {
      entry.stage->run(until_);
    } catch (...) {
      if (!failed_.exchange(true)) failure_ = std::current_exception();
    }
    entry.done.store(window, std::memory_order_release);
  }
}

void Graph::help() {
  std::uint32_t seen = 0;
  for (;;) {
    for (int spins = 0; spins < 4000 && window_.load() == seen; ++spins) __builtin_ia32_pause();
    window_.wait(seen);
    if (ending_) return;
    seen = window_.load();
    work(seen);
    --helping_;
  }
}

}  // namespace qoslab::dataplane
