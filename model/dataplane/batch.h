// Arrays of records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "model/dataplane/record.h"

namespace qoslab::dataplane {

/// All packets that pass one point within one window, in order of time. Packets of the same picosecond stand in the
/// order of the links or cores that they come from. A growing array like std::vector, for records alone: what is
/// appended costs a few instructions, and what `resize` adds has no particular value.
class Batch {
 public:
  Batch() = default;
  Batch(Batch&& other) noexcept { swap(other); }
  Batch& operator=(Batch&& other) noexcept {
    swap(other);
    return *this;
  }

  void push_back(const Record& record) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    records_[size_++] = record;
  }
  /// The record at another time.
  void push_back(const Record& record, std::int64_t time) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    Record& added = records_[size_++];
    added.time = time;
    added.sent = record.sent;
    added.leaf = record.leaf;
    added.frame = record.frame;
    added.stream = record.stream;
    added.way = record.way;
  }
  void resize(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void clear() { size_ = 0; }
  /// Leaves those from `first` up to `end`.
  void keep(std::size_t first, std::size_t end) {
    if (first > 0) std::copy(begin() + first, begin() + end, begin());
    size_ = end - first;
  }
  /// Takes the first `count` away.
  void drop_front(std::size_t count) {
    std::copy(begin() + count, end(), begin());
    size_ -= count;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Record& operator[](std::size_t i) { return records_[i]; }
  const Record& operator[](std::size_t i) const { return records_[i]; }
  [[nodiscard]] const Record& front() const { return records_[0]; }
  [[nodiscard]] const Record& back() const { return records_[size_ - 1]; }
  Record& back() { return records_[size_ - 1]; }
  Record* begin() { return records_.get(); }
  Record* end() { return records_.get() + size_; }
  [[nodiscard]] const Record* begin() const { return records_.get(); }
  [[nodiscard]] const Record* end() const { return records_.get() + size_; }
  Record* data() { return records_.get(); }
  [[nodiscard]] const Record* data() const { return records_.get(); }

 private:
  void swap(Batch& other) {
    std::swap(records_, other.records_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  [[gnu::noinline]] void grow(std::size_t least) {
    const std::size_t larger = std::max({least, capacity_ * 2, std::size_t{64}});
    auto moved = std::make_unique_for_overwrite<Record[]>(larger);
    std::copy(begin(), end(), moved.get());
    records_ = std::move(moved);
    capacity_ = larger;
  }

  std::unique_ptr<Record[]> records_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace qoslab::dataplane
