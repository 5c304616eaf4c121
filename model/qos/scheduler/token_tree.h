// The shape of a tree of token classes: what stays the same while it runs.
#pragma once

#include <cstddef>
#include <vector>

#include "model/qos/scheduler/htb.h"

namespace qoslab {

/// Parents, children, levels and priorities, looked up by class number. Preconditions as of Htb's constructor.
class TokenTree {
 public:
  explicit TokenTree(std::vector<TokenTreeClass> classes);

  [[nodiscard]] std::size_t size() const { return classes_.size(); }
  [[nodiscard]] const TokenTreeClass& config(int c) const { return classes_[at(c)]; }
  [[nodiscard]] int parent(int c) const { return classes_[at(c)].parent; }
  [[nodiscard]] bool is_leaf(int c) const { return classes_[at(c)].leaf.has_value(); }
  [[nodiscard]] const std::vector<int>& children(int c) const { return places_[at(c)].children; }
  [[nodiscard]] const std::vector<int>& roots() const { return roots_; }
  /// The how manieth child of its parent (or root).
  [[nodiscard]] int position(int c) const { return places_[at(c)].position; }
  /// 0 for leaves; inner classes: the deeper, the lower, from 1. This is the order in which the kernel looks for
  /// lenders.
  [[nodiscard]] std::size_t level(int c) const { return places_[at(c)].level; }
  [[nodiscard]] std::size_t levels() const { return levels_; }
  /// The priorities in use, numbered without gaps from 0, the best.
  [[nodiscard]] std::size_t rank(int c) const { return places_[at(c)].rank; }
  [[nodiscard]] std::size_t ranks() const { return ranks_; }
  /// The class of a queue.
  [[nodiscard]] int leaf(int child) const { return leaves_[at(child)]; }
  [[nodiscard]] const std::vector<int>& leaves() const { return leaves_; }

 private:
  struct Place {
    std::vector<int> children;
    int position = 0;
    std::size_t level = 0;
    std::size_t rank = 0;
  };
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  void rank_priorities();
  [[nodiscard]] std::size_t depth(int c) const;

  std::vector<TokenTreeClass> classes_;
  std::vector<Place> places_;
  std::vector<int> roots_;
  std::vector<int> leaves_;
  std::size_t levels_ = 1;
  std::size_t ranks_ = 1;
};

}  // namespace qoslab
