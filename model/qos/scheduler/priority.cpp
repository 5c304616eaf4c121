#include "model/qos/scheduler/priority.h"

#include <bit>
#include <cstddef>
#include <utility>

namespace qoslab {

Priority::Priority(std::vector<int> levels) : levels_{std::move(levels)}, links_(levels_.size(), -1) {}

void Priority::join(int child) {
  const auto level = static_cast<std::size_t>(levels_[static_cast<std::size_t>(child)]);
  turns_[level].push_back(child, links_);
  busy_ |= std::uint64_t{1} << level;
}

void Priority::wake(int child, Bytes /*head*/, Instant /*now*/) { join(child); }

std::optional<int> Priority::choose(Instant /*now*/) {
  if (busy_ == 0) return std::nullopt;
  return turns_[static_cast<std::size_t>(std::bit_width(busy_) - 1)].front();
}

void Priority::sent(int child, Bytes /*size*/, std::optional<Bytes> next, Instant /*now*/) {
  const auto level = static_cast<std::size_t>(levels_[static_cast<std::size_t>(child)]);
  turns_[level].pop_front(links_);
  if (next) {
    join(child);
  } else if (turns_[level].empty()) {
    busy_ &= ~(std::uint64_t{1} << level);
  }
}

Instant Priority::ready(Instant now) const { return busy_ == 0 ? Instant::never() : now; }

}  // namespace qoslab
