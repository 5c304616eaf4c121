#include "model/qos/scheduler/pair_forest.h"

#include <random>

namespace qoslab {

PairForest::PairForest(int items) : items_(static_cast<std::size_t>(items)) {
  std::mt19937_64 random{1};
  for (Item& i : items_) i.rank = random();
}

bool PairForest::before(int a, int b) const { return item(a).key != item(b).key ? item(a).key < item(b).key : a < b; }

int PairForest::lesser(int a, int b) const {
  if (a == none || b == none) return a == none ? b : a;
  if (item(a).value != item(b).value) return item(a).value < item(b).value ? a : b;
  return a < b ? a : b;
}

void PairForest::refresh(int i) { item(i).least = lesser(i, lesser(least(item(i).left), least(item(i).right))); }

/// `tree` without order against `at` falls into what comes before it and what comes after.
void PairForest::split(int tree, int at, int& left, int& right) {
  if (tree == none) {
    left = right = none;
    return;
  }
  int middle = none;
  if (before(tree, at)) {
    split(item(tree).right, at, middle, right);
    item(tree).right = middle;
    left = tree;
  } else {
    split(item(tree).left, at, left, middle);
    item(tree).left = middle;
    right = tree;
  }
  refresh(tree);
}

int PairForest::join(int left, int right) {
  if (left == none || right == none) return left == none ? right : left;
  const bool left_on_top = item(left).rank > item(right).rank;
  if (left_on_top) {
    item(left).right = join(item(left).right, right);
  } else {
    item(right).left = join(left, item(right).left);
  }
  const int top = left_on_top ? left : right;
  refresh(top);
  return top;
}

void PairForest::insert(Tree& tree, int i, Number key, Number value) {
  item(i).key = key;
  item(i).value = value;
  if (tree == none || item(i).rank > item(tree).rank) {
    split(tree, i, item(i).left, item(i).right);
    tree = i;
  } else {
    insert(before(i, tree) ? item(tree).left : item(tree).right, i, key, value);
  }
  refresh(tree);
}

void PairForest::erase(Tree& tree, int i) {
  if (tree == i) {
    tree = join(item(i).left, item(i).right);
    return;
  }
  erase(before(i, tree) ? item(tree).left : item(tree).right, i);
  refresh(tree);
}

int PairForest::first(Tree tree) const {
  if (tree == none) return none;
  while (item(tree).left != none) tree = item(tree).left;
  return tree;
}

int PairForest::last(Tree tree) const {
  if (tree == none) return none;
  while (item(tree).right != none) tree = item(tree).right;
  return tree;
}

int PairForest::first_with_value_up_to(Tree tree, Number bound) const {
  const auto holds_one = [&](int t) { return t != none && value(least(t)) <= bound; };
  if (!holds_one(tree)) return none;
  for (;;) {
    if (holds_one(item(tree).left)) {
      tree = item(tree).left;
    } else if (value(tree) <= bound) {
      return tree;
    } else {
      tree = item(tree).right;
    }
  }
}

int PairForest::least_with_key_up_to(Tree tree, Number bound) const {
  int best = none;
  while (tree != none) {
    if (key(tree) <= bound) {
      best = lesser(best, lesser(tree, least(item(tree).left)));
      tree = item(tree).right;
    } else {
      tree = item(tree).left;
    }
  }
  return best;
}

}  // namespace qoslab
