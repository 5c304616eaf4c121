// Runs the stages of a data plane, window by window, on one thread or several.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "model/dataplane/stage.h"

namespace qoslab::dataplane {

/// A directed acyclic graph of stages. Within a window each stage runs once, after all that it reads from; those that
/// do not depend on each other run side by side. What a stage computes depends on its inputs alone, so that the result
/// is the same to the bit for any number of threads. Each stage has a thread that prefers it, window after window, so
/// that its state stays in that core's cache; a thread that has no more of its own takes those of others.
class Graph {
 public:
  /// `threads`: at least 1; the caller's thread is one of them.
  explicit Graph(int threads);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// Stages are added after those that they depend on. Not while it runs.
  template <typename S, typename... Arguments>
  S& add(const std::vector<const Stage*>& after, Arguments&&... arguments) {
    auto stage = std::make_unique<S>(std::forward<Arguments>(arguments)...);
    S& result = *stage;
    insert(std::move(stage), after);
    return result;
  }
  /// One window. Throws what a stage threw.
  void run(std::int64_t until);

 private:
  struct Entry {
    std::unique_ptr<Stage> stage;
    std::vector<std::size_t> after;
    std::size_t depth = 0;                ///< one more than that of the deepest in `after`
    std::atomic<std::uint32_t> taken{0};  ///< the last window for which a thread has taken it
    std::atomic<std::uint32_t> done{0};   ///< the last window that it has finished
  };
  void insert(std::unique_ptr<Stage> stage, const std::vector<const Stage*>& after);
  void share_out();
  void work(std::uint32_t window, std::size_t thread);
  void help(std::size_t thread);

  std::vector<std::unique_ptr<Entry>> entries_;
  int threads_wanted_;
  std::vector<std::thread> threads_;
  std::vector<std::vector<std::size_t>> orders_;  ///< in which each thread looks for stages
  std::int64_t until_ = 0;
  std::uint32_t current_ = 0;
  std::atomic<std::uint32_t> window_{0};
  std::atomic<int> helping_{0};
  std::atomic<bool> ending_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

}  // namespace qoslab::dataplane
