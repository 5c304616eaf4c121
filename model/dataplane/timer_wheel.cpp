#include "model/dataplane/timer_wheel.h"

#include <algorithm>
#include <bit>

namespace qoslab::dataplane {
namespace {

constexpr std::size_t none = ~std::size_t{0};

}  // namespace

std::size_t TimerWheel::first_from(const Bits& bits, std::size_t from) {
  if (from >= slots) return none;
  std::size_t word = from / 64;
  std::uint64_t here = bits[word] & (~0ULL << (from % 64));
  while (here == 0) {
    if (++word == bits.size()) return none;
    here = bits[word];
  }
  return word * 64 + static_cast<std::size_t>(std::countr_zero(here));
}

void TimerWheel::add(std::int64_t time, std::uint32_t key) {
  place({time, key});
  const std::int64_t slot = time >> slot_bits;
  next_ = std::min(next_, slot <= open_ ? time : slot << slot_bits);
}

void TimerWheel::place(const Timer& timer) {
  const std::int64_t slot = timer.time >> slot_bits;
  if (slot <= open_) {
    due_.insert(std::upper_bound(due_.begin(), due_.end(), timer, later), timer);
    return;
  }
  const std::int64_t block = slot / static_cast<std::int64_t>(slots);
  if (block == block_) {
    const auto at = static_cast<std::size_t>(slot) % slots;
    near_[at].push_back(timer);
    near_bits_[at / 64] |= 1ULL << (at % 64);
  } else if (block - block_ < static_cast<std::int64_t>(slots)) {
    const auto at = static_cast<std::size_t>(block) % slots;
    far_[at].push_back(timer);
    far_bits_[at / 64] |= 1ULL << (at % 64);
  } else {
    beyond_.push_back(timer);
    beyond_first_ = std::min(beyond_first_, block);
  }
}

bool TimerWheel::fire(std::int64_t now, std::int64_t& time, std::uint32_t& key) {
  while (next_ <= now) {
    if (!due_.empty()) {
      time = due_.back().time;
      key = due_.back().key;
      due_.pop_back();
      find_next();
      return true;
    }
    const std::int64_t slot = next_ >> slot_bits;
    if (slot / static_cast<std::int64_t>(slots) != block_) {
      block_ = slot / static_cast<std::int64_t>(slots);
      open_ = slot - 1;
      open_block();
    } else {
      open_ = slot;
      open_slot();
    }
    find_next();
  }
  return false;
}

void TimerWheel::open_slot() {
  const auto at = static_cast<std::size_t>(open_) % slots;
  due_.swap(near_[at]);
  near_bits_[at / 64] &= ~(1ULL << (at % 64));
  std::sort(due_.begin(), due_.end(), later);
}

/// The near slots are empty; those of the new block come from far and beyond.
void TimerWheel::open_block() {
  if (block_ >= beyond_first_) take_beyond();
  const auto at = static_cast<std::size_t>(block_) % slots;
  for (const auto& timer : far_[at]) place(timer);  // none of them into far_[at]
  far_[at].clear();
  far_bits_[at / 64] &= ~(1ULL << (at % 64));
}

void TimerWheel::take_beyond() {
  std::vector<Timer> all;
  all.swap(beyond_);
  beyond_first_ = never;
  for (const auto& timer : all) place(timer);
}

void TimerWheel::find_next() {
  if (!due_.empty()) {
    next_ = due_.back().time;
    return;
  }
  const auto from =
      open_ < block_ * static_cast<std::int64_t>(slots) ? std::size_t{0} : static_cast<std::size_t>(open_) % slots + 1;
  if (const auto at = first_from(near_bits_, from); at != none) {
    next_ = (block_ * static_cast<std::int64_t>(slots) + static_cast<std::int64_t>(at)) << slot_bits;
    return;
  }
  next_ = never;
  const auto here = static_cast<std::size_t>(block_) % slots;
  std::size_t at = first_from(far_bits_, here + 1);
  if (at == none) at = first_from(far_bits_, 0);
  if (at != none) {
    const auto ahead = static_cast<std::int64_t>((at + slots - here) % slots);
    next_ = ((block_ + ahead) * static_cast<std::int64_t>(slots)) << slot_bits;
  }
  if (beyond_first_ != never) next_ = std::min(next_, (beyond_first_ * static_cast<std::int64_t>(slots)) << slot_bits);
}

}  // namespace qoslab::dataplane
