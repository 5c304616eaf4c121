#include "model/qos/scheduler/indexed_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace qoslab {
namespace {

TEST(IndexedHeap, BehavesAsASortedSetWhateverIsTakenOut) {
  std::mt19937_64 random{7};
  IndexedHeap<int> heap{50};
  std::set<std::pair<int, int>> referee;
  for (int step = 0; step < 20'000; ++step) {
    const int child = static_cast<int>(random() % 50);
    const auto entry = std::ranges::find(referee, child, &std::pair<int, int>::second);
    ASSERT_EQ(heap.contains(child), entry != referee.end());
    if (entry == referee.end()) {
      const int key = static_cast<int>(random() % 20);  // many ties
      heap.push(child, key);
      referee.emplace(key, child);
    } else {
      heap.erase(child);
      referee.erase(entry);
    }
    ASSERT_EQ(heap.empty(), referee.empty());
    if (referee.empty()) continue;
    ASSERT_EQ(std::pair(heap.top_key(), heap.top()), *referee.begin());
  }
}

TEST(IndexedHeap, TakingOutWhatIsNotThereChangesNothing) {
  IndexedHeap<int> heap{3};
  heap.push(1, 5);
  heap.erase(2);
  EXPECT_EQ(heap.top(), 1);
  heap.erase(1);
  heap.erase(1);
  EXPECT_TRUE(heap.empty());
}

}  // namespace
}  // namespace qoslab
