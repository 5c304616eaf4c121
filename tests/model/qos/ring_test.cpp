#include "model/qos/queue/ring.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace qoslab {
namespace {

TEST(Ring, ServesAsADequeDoes) {
  std::mt19937 random{1};
  Ring<int> ring;
  std::deque<int> referee;
  for (int i = 0; i < 20'000; ++i) {
    const bool fill = i / 1000 % 2 == 0;
    if (referee.empty() || random() % 4 < (fill ? 3U : 1U)) {
      ring.push_back(i);
      referee.push_back(i);
    } else {
      ring.pop_front();
      referee.pop_front();
    }
    ASSERT_EQ(ring.size(), referee.size());
    ASSERT_EQ(ring.empty(), referee.empty());
    if (referee.empty()) continue;
    ASSERT_EQ(ring.front(), referee.front());
  }
}

}  // namespace
}  // namespace qoslab
