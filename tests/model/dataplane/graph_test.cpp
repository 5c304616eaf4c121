#include "model/dataplane/graph.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <stdexcept>

namespace qoslab::dataplane {
namespace {

/// Remembers the last window that it ran, and counts what it found not to have run before it.
class Probe : public Stage {
 public:
  explicit Probe(std::vector<const Probe*> after) : after_{std::move(after)} {}
  void run(std::int64_t until) override {
    for (const auto* before : after_) early += before->ran != until ? 1 : 0;
    twice += ran == until ? 1 : 0;
    ran = until;
    if (until == fails_at) throw std::runtime_error{"broken"};
  }
  std::atomic<std::int64_t> ran{0};
  int early = 0;
  int twice = 0;
  std::int64_t fails_at = -1;

 private:
  std::vector<const Probe*> after_;
};

/// Each stage after up to three earlier ones.
std::vector<Probe*> random_stages(Graph& graph, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<Probe*> stages;
  for (std::size_t i = 0; i < 5 + random() % 30; ++i) {
    std::vector<const Probe*> after;
    for (std::size_t k = 0; i > 0 && k < random() % 4; ++k) after.push_back(stages[random() % i]);
    stages.push_back(&graph.add<Probe>({after.begin(), after.end()}, after));
  }
  return stages;
}

TEST(Graph, EveryStageRunsOnceAWindowAfterAllThatItReads) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Graph graph{static_cast<int>(1 + seed % 4)};
    const auto stages = random_stages(graph, seed);
    for (std::int64_t window = 1; window <= 50; ++window) {
      graph.run(window);
      for (const auto* stage : stages) {
        EXPECT_EQ(stage->ran, window);
        EXPECT_EQ(stage->early, 0);
        EXPECT_EQ(stage->twice, 0);
      }
    }
  }
}

TEST(Graph, WhatAStageThrowsReachesTheCallerAndTheNextWindowRuns) {
  for (const int threads : {1, 3}) {
    Graph graph{threads};
    const auto stages = random_stages(graph, 7);
    stages[2]->fails_at = 2;
    graph.run(1);
    EXPECT_THROW(graph.run(2), std::runtime_error);
    graph.run(3);
    for (const auto* stage : stages) EXPECT_EQ(stage->ran, 3);
  }
}

TEST(Graph, StagesMayBeAddedBetweenWindows) {
  Graph graph{2};
  graph.run(1);
  const auto& first = graph.add<Probe>({}, std::vector<const Probe*>{});
  graph.run(2);
  const auto& second = graph.add<Probe>({&first}, std::vector<const Probe*>{&first});
  graph.run(3);
  EXPECT_EQ(first.ran, 3);
  EXPECT_EQ(second.ran, 3);
  EXPECT_EQ(second.early, 0);
}

}  // namespace
}  // namespace qoslab::dataplane
