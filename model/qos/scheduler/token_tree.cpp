#include "model/qos/scheduler/token_tree.h"

#include <algorithm>

namespace qoslab {

TokenTree::TokenTree(std::vector<TokenTreeClass> classes) : classes_{std::move(classes)}, places_(classes_.size()) {
  std::size_t deepest = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const int c = static_cast<int>(i);
    std::vector<int>& siblings = parent(c) < 0 ? roots_ : places_[at(parent(c))].children;
    places_[i].position = static_cast<int>(siblings.size());
    siblings.push_back(c);
    if (!is_leaf(c)) {
      deepest = std::max(deepest, depth(c) + 1);
      continue;
    }
    const std::size_t queue = at(*classes_[i].leaf);
    leaves_.resize(std::max(leaves_.size(), queue + 1), -1);
    leaves_[queue] = c;
  }
  levels_ = deepest + 1;
  for (std::size_t i = 0; i < classes_.size(); ++i)
    if (!classes_[i].leaf) places_[i].level = deepest - depth(static_cast<int>(i));
  rank_priorities();
}

void TokenTree::rank_priorities() {
  std::vector<int> used;
  for (const TokenTreeClass& c : classes_)
    if (c.leaf) used.push_back(c.priority);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  ranks_ = std::max<std::size_t>(1, used.size());
  for (std::size_t i = 0; i < classes_.size(); ++i)
    if (classes_[i].leaf)
      places_[i].rank =
          static_cast<std::size_t>(std::lower_bound(used.begin(), used.end(), classes_[i].priority) - used.begin());
}

std::size_t TokenTree::depth(int c) const {
  std::size_t d = 0;
  while ((c = parent(c)) >= 0) ++d;
  return d;
}

}  // namespace qoslab
