#include "model/dataplane/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/model/dataplane/batches.h"

namespace qoslab::dataplane {
namespace {

TEST(Merge, IsAStableSortOfAllThatIsBeforeTheWindowsEnd) {
  std::mt19937_64 random{7};
  for (int round = 0; round < 300; ++round) {
    const auto spread = 1 + random() % (round % 3 == 0 ? 20 : 100'000);
    std::vector<Batch> inputs(1 + random() % 9);
    std::vector<Batch*> pointers;
    std::vector<Record> all;
    for (auto& to : inputs) {
      std::vector<Record> input;
      const auto burst = static_cast<std::int64_t>(random() % spread);
      for (auto n = random() % 60; n > 0; --n) {
        Record r;
        r.time = random() % 4 == 0 ? burst : static_cast<std::int64_t>(random() % spread);
        r.leaf = static_cast<std::uint32_t>(random());
        input.push_back(r);
      }
      std::stable_sort(input.begin(), input.end(), [](auto& a, auto& b) { return a.time < b.time; });
      all.insert(all.end(), input.begin(), input.end());
      to = batch(input);
      pointers.push_back(&to);
    }
    std::stable_sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.time < b.time; });
    Merge merge{pointers};
    std::vector<Record> got;
    for (const std::int64_t share : {1, 2, 3}) {
      const auto until = share * static_cast<std::int64_t>(spread) / 3 + (share == 3 ? 1 : 0);
      auto& part = merge.take(until);
      for (const auto& r : part) ASSERT_LT(r.time, until);
      got.insert(got.end(), part.begin(), part.end());
      part.clear();
    }
    ASSERT_EQ(got.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(got[i].time, all[i].time);
      ASSERT_EQ(got[i].leaf, all[i].leaf);
    }
  }
}

}  // namespace
}  // namespace qoslab::dataplane
