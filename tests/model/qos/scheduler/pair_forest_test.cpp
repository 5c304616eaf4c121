#include "model/qos/scheduler/pair_forest.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <tuple>

namespace qoslab::test {
namespace {

constexpr int none = PairForest::none;

TEST(PairForest, AnEmptyTreeHasNothing) {
  const PairForest forest{3};
  EXPECT_EQ(forest.first(none), none);
  EXPECT_EQ(forest.last(none), none);
  EXPECT_EQ(forest.least(none), none);
  EXPECT_EQ(forest.first_with_value_up_to(none, 100), none);
  EXPECT_EQ(forest.least_with_key_up_to(none, 100), none);
}

TEST(PairForest, FindsTheFirstThatFitsAndTheLeastThatIsDue) {
  PairForest forest{4};
  PairForest::Tree tree = none;
  forest.insert(tree, 0, 10, 7);
  forest.insert(tree, 1, 20, 3);
  forest.insert(tree, 2, 30, 5);
  forest.insert(tree, 3, 40, 1);
  EXPECT_EQ(forest.first(tree), 0);
  EXPECT_EQ(forest.last(tree), 3);
  EXPECT_EQ(forest.first_with_value_up_to(tree, 5), 1);
  EXPECT_EQ(forest.first_with_value_up_to(tree, 2), 3);
  EXPECT_EQ(forest.first_with_value_up_to(tree, 0), none);
  EXPECT_EQ(forest.least_with_key_up_to(tree, 30), 1);
  EXPECT_EQ(forest.least_with_key_up_to(tree, 10), 0);
  EXPECT_EQ(forest.least_with_key_up_to(tree, 9), none);
  forest.erase(tree, 1);
  EXPECT_EQ(forest.first_with_value_up_to(tree, 5), 2);
  EXPECT_EQ(forest.least_with_key_up_to(tree, 30), 2);
}

TEST(PairForest, TiesGoToTheSmallerItem) {
  PairForest forest{3};
  PairForest::Tree tree = none;
  for (int item : {2, 0, 1}) forest.insert(tree, item, 5, 5);
  EXPECT_EQ(forest.first(tree), 0);
  EXPECT_EQ(forest.last(tree), 2);
  EXPECT_EQ(forest.least_with_key_up_to(tree, 5), 0);
  EXPECT_EQ(forest.least(tree), 0);
}

using Entry = std::tuple<int, int, int>;  // key, item, value

int referee_first(const std::map<int, Entry>& in, int bound) {
  Entry best{1'000, none, 0};
  for (const auto& [item, e] : in) {
    if (std::get<2>(e) <= bound && e < best) best = e;
  }
  return std::get<1>(best);
}

int referee_least(const std::map<int, Entry>& in, int bound) {
  std::tuple<int, int> best{1'000, none};
  for (const auto& [item, e] : in) {
    if (std::get<0>(e) <= bound) best = std::min(best, {std::get<2>(e), item});
  }
  return std::get<1>(best);
}

// Two trees of one forest against two plain maps.
TEST(PairForestProperty, AnswersAsALinearSearchDoes) {
  std::mt19937_64 random{9};
  std::uniform_int_distribution<int> number{0, 50};
  std::uniform_int_distribution<int> any{0, 39};
  PairForest forest{40};
  std::array<PairForest::Tree, 2> trees{none, none};
  std::array<std::map<int, Entry>, 2> referees;
  for (int step = 0; step < 20'000; ++step) {
    const int item = any(random);
    const auto t = static_cast<std::size_t>(item % 2);
    if (referees[t].erase(item) > 0) {
      forest.erase(trees[t], item);
    } else {
      const int key = number(random);
      const int value = number(random);
      forest.insert(trees[t], item, key, value);
      referees[t][item] = {key, item, value};
    }
    const int bound = number(random);
    ASSERT_EQ(forest.first_with_value_up_to(trees[t], bound), referee_first(referees[t], bound)) << step;
    ASSERT_EQ(forest.least_with_key_up_to(trees[t], bound), referee_least(referees[t], bound)) << step;
    ASSERT_EQ(forest.first(trees[t]), referee_first(referees[t], 999)) << step;
    ASSERT_EQ(forest.least(trees[t]), referee_least(referees[t], 999)) << step;
    Entry last{-1, none, 0};
    for (const auto& [i, e] : referees[t]) last = std::max(last, e);
    ASSERT_EQ(forest.last(trees[t]), std::get<1>(last)) << step;
  }
}

}  // namespace
}  // namespace qoslab::test
