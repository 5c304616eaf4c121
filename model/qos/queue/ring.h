// First in, first out, without an allocation for what comes and goes.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace qoslab {

/// A queue in a ring that grows when it is full and never shrinks. (std::deque allocates anew every few packets.)
template <typename T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  // Precondition: not empty.
  [[nodiscard]] T& front() { return slots_[first_]; }
  [[nodiscard]] const T& front() const { return slots_[first_]; }
  void pop_front() {
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
  }
  void push_back(const T& value) {
    if (size_ == slots_.size()) grow();
    slots_[(first_ + size_) & (slots_.size() - 1)] = value;
    ++size_;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 8 : 2 * slots_.size());  // a power of two
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(slots_[(first_ + i) & (slots_.size() - 1)]);
    slots_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> slots_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace qoslab
