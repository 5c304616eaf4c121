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
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i]->stage.get() != wanted) continue;
      entry->after.push_back(i);
      entry->depth = std::max(entry->depth, entries_[i]->depth + 1);
    }
  entry->stage = std::move(stage);
  entries_.push_back(std::move(entry));
  orders_.clear();
}

/// All of one depth before those of the next, so that what a stage waits for has always been taken. Within a depth a
/// thread's own come first, then those of others from the end.
void Graph::share_out() {
  const auto threads = static_cast<std::size_t>(threads_wanted_);
  std::vector<std::vector<std::size_t>> depths;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    depths.resize(std::max(depths.size(), entries_[i]->depth + 1));
    depths[entries_[i]->depth].push_back(i);
  }
  orders_.resize(threads);
  for (std::size_t thread = 0; thread < threads; ++thread)
    for (const auto& depth : depths) {
      for (std::size_t i = thread; i < depth.size(); i += threads) orders_[thread].push_back(depth[i]);
      for (std::size_t i = depth.size(); i-- > 0;)
        if (i % threads != thread) orders_[thread].push_back(depth[i]);
    }
}

void Graph::run(std::int64_t until) {
  if (orders_.empty()) share_out();
  while (static_cast<int>(threads_.size()) + 1 < threads_wanted_)
    threads_.emplace_back([this, thread = threads_.size() + 1] { help(thread); });
  until_ = until;
  ++current_;
  helping_ = static_cast<int>(threads_.size());
  window_ = current_;
  if (!threads_.empty()) window_.notify_all();
  work(current_, 0);
  wait_until([&] { return helping_.load() == 0; });
  if (failed_.exchange(false)) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Graph::work(std::uint32_t window, std::size_t thread) {
  for (const auto number : orders_[thread]) {
    auto& entry = *entries_[number];
    if (entry.taken.load(std::memory_order_relaxed) == window || entry.taken.exchange(window) == window) continue;
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

void Graph::help(std::size_t thread) {
  std::uint32_t seen = 0;
  for (;;) {
    for (int spins = 0; spins < 4000 && window_.load() == seen; ++spins) __builtin_ia32_pause();
    window_.wait(seen);
    if (ending_) return;
    seen = window_.load();
    work(seen, thread);
    --helping_;
  }
}

}  // namespace qoslab::dataplane
