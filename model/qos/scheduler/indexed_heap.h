// A heap whose entries can be found again.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace qoslab {

/// The smallest key among children 0..n-1, at most one entry each; equal keys go by child number, so that the order
/// never depends on history. Any entry can be taken out. push, erase: O(log n); top: O(1). No allocation after the
/// constructor.
template <typename Key>
class IndexedHeap {
 public:
  explicit IndexedHeap(std::size_t children) : place_(children, absent) { entries_.reserve(children); }

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] bool contains(int child) const { return place_[index(child)] != absent; }
  /// Preconditions: not empty.
  [[nodiscard]] int top() const { return entries_.front().second; }
  [[nodiscard]] const Key& top_key() const { return entries_.front().first; }

  /// Precondition: the child has no entry.
  void push(int child, Key key) {
    entries_.emplace_back(std::move(key), child);
    rise(entries_.size() - 1);
  }

  /// Puts an entry in, or moves the one that is there.
  void set(int child, Key key) {
    const std::size_t at = place_[index(child)];
    if (at == absent) return push(child, std::move(key));
    entries_[at].first = std::move(key);
    sink(rise(at));
  }

  /// Takes the child's entry out; nothing happens if it has none.
  void erase(int child) {
    const std::size_t hole = place_[index(child)];
    if (hole == absent) return;
    place_[index(child)] = absent;
    std::pair<Key, int> last = std::move(entries_.back());
    entries_.pop_back();
    if (hole == entries_.size()) return;
    entries_[hole] = std::move(last);
    sink(rise(hole));
  }

 private:
  static constexpr std::size_t absent = static_cast<std::size_t>(-1);
  static std::size_t index(int child) { return static_cast<std::size_t>(child); }

  std::size_t rise(std::size_t at) {
    std::pair<Key, int> entry = std::move(entries_[at]);
    for (; at > 0 && entry < entries_[(at - 1) / 2]; at = (at - 1) / 2) put(at, std::move(entries_[(at - 1) / 2]));
    put(at, std::move(entry));
    return at;
  }

  void sink(std::size_t at) {
    std::pair<Key, int> entry = std::move(entries_[at]);
    for (std::size_t below = 2 * at + 1; below < entries_.size(); below = 2 * at + 1) {
      if (below + 1 < entries_.size() && entries_[below + 1] < entries_[below]) ++below;
      if (!(entries_[below] < entry)) break;
      put(at, std::move(entries_[below]));
      at = below;
    }
    put(at, std::move(entry));
  }

  void put(std::size_t at, std::pair<Key, int> entry) {
    place_[index(entry.second)] = at;
    entries_[at] = std::move(entry);
  }

  std::vector<std::pair<Key, int>> entries_;
  std::vector<std::size_t> place_;
};

}  // namespace qoslab
