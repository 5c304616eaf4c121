// Ordered sets that answer "the first by one number that fits by another" in O(log n).
#pragma once

#include <cstdint>
#include <vector>

#include "model/units/rate.h"

namespace qoslab {

/// Disjoint trees over the items 0..n-1. An item in a tree has a key, by which the tree is ordered, and a value, of
/// which every subtree knows its least. Ties go to the smaller item. Treaps (Seidel and Aragon, Algorithmica 16, 1996)
/// with fixed random priorities: the same operations always give the same trees, and nothing is allocated after the
/// start.
class PairForest {
 public:
  using Number = Int128;
  using Tree = int;  ///< its root item
  static constexpr int none = -1;

  explicit PairForest(int items);

  /// Precondition: the item is in no tree.
  void insert(Tree& tree, int item, Number key, Number value);
  /// Precondition: the item is in this tree.
  void erase(Tree& tree, int item);

  [[nodiscard]] int first(Tree tree) const;
  [[nodiscard]] int last(Tree tree) const;
  /// The first by key whose value is at most `bound`.
  [[nodiscard]] int first_with_value_up_to(Tree tree, Number bound) const;
  /// The least by value whose key is at most `bound`.
  [[nodiscard]] int least_with_key_up_to(Tree tree, Number bound) const;
  /// The least by value.
  [[nodiscard]] int least(Tree tree) const { return tree == none ? none : item(tree).least; }
  [[nodiscard]] Number key(int i) const { return item(i).key; }
  [[nodiscard]] Number value(int i) const { return item(i).value; }

 private:
  struct Item {
    Number key = 0;
    Number value = 0;
    std::uint64_t rank = 0;  ///< a parent's is above its children's
    int left = none;
    int right = none;
    int least = none;
  };
  [[nodiscard]] const Item& item(int i) const { return items_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] Item& item(int i) { return items_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] bool before(int a, int b) const;
  [[nodiscard]] int lesser(int a, int b) const;
  void refresh(int i);
  void split(int tree, int at, int& left, int& right);
  int join(int left, int right);

  std::vector<Item> items_;
};

}  // namespace qoslab
