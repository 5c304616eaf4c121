// The bytes of frames that are inside.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace qoslab::emulation {

/// A fixed number of rooms for frames, all allocated at the start.
class FramePool {
 public:
  /// Precondition: both above 0, rooms below 2^32.
  FramePool(std::size_t rooms, std::size_t largest)
      : largest_{largest}, bytes_{std::make_unique_for_overwrite<std::uint8_t[]>(rooms * largest)}, sizes_(rooms) {
    free_.reserve(rooms);
    for (std::size_t i = rooms; i-- > 0;) free_.push_back(static_cast<std::uint32_t>(i));
  }

  /// Keeps a copy; nothing: no room, or the frame is too large.
  std::optional<std::uint32_t> keep(std::span<const std::uint8_t> frame) {
    if (free_.empty() || frame.size() > largest_) return std::nullopt;
    const auto number = free_.back();
    free_.pop_back();
    std::copy(frame.begin(), frame.end(), &bytes_[number * largest_]);
    sizes_[number] = static_cast<std::uint32_t>(frame.size());
    return number;
  }
  [[nodiscard]] std::span<std::uint8_t> operator[](std::uint32_t number) {
    return {&bytes_[number * largest_], sizes_[number]};
  }
  void release(std::uint32_t number) { free_.push_back(number); }
  [[nodiscard]] std::size_t kept() const { return sizes_.size() - free_.size(); }

 private:
  std::size_t largest_;
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> free_;
};

}  // namespace qoslab::emulation
