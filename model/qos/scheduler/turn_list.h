// Children in the order of their turns.
#pragma once

#include <cstddef>
#include <vector>

namespace qoslab {

/// First in, first out, through an array of links that several lists share: a child is in at most one of them.
class TurnList {
 public:
  [[nodiscard]] bool empty() const { return first_ < 0; }
  /// Precondition: not empty.
  [[nodiscard]] int front() const { return first_; }

  void push_back(int child, std::vector<int>& links) {
    links[static_cast<std::size_t>(child)] = -1;
    if (empty()) {
      first_ = child;
    } else {
      links[static_cast<std::size_t>(last_)] = child;
    }
    last_ = child;
  }

  /// Precondition: not empty.
  int pop_front(const std::vector<int>& links) {
    const int child = first_;
    first_ = links[static_cast<std::size_t>(child)];
    return child;
  }

 private:
  int first_ = -1;
  int last_ = -1;
};

}  // namespace qoslab
