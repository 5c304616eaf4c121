#include "gui/data/line_blocks.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace qoslab::gui {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::size_t line_bytes = 4096;  // more than most lines have
constexpr std::size_t search_bytes = std::size_t{64} << 10;

/// Behind the first line feed from `offset` on, or the end of the file.
std::uint64_t behind_line_feed(const InputFile& file, std::uint64_t offset) {
  std::string part(search_bytes, '\0');
  while (const std::size_t got = file.read(offset, part.data(), part.size())) {
    if (const void* found = std::memchr(part.data(), '\n', got))
      return offset + static_cast<std::uint64_t>(static_cast<const char*>(found) - part.data()) + 1;
    offset += got;
  }
  return offset;
}

}  // namespace

std::uint64_t line_from(const InputFile& file, std::uint64_t offset) {
  return offset == 0 ? 0 : behind_line_feed(file, offset - 1);
}

LineBlocks::LineBlocks(const InputFile& file, std::uint64_t begin, std::uint64_t end)
    : file_{&file}, end_{end}, buffer_{std::make_unique_for_overwrite<char[]>(block_bytes)}, offset_{begin} {}

bool LineBlocks::next() {
  if (over_) return false;
  offset_ += whole_;
  std::memmove(buffer_.get(), buffer_.get() + whole_, filled_ - whole_);
  filled_ -= whole_;
  whole_ = 0;
  while (offset_ < end_) {
    const bool more = fill();
    const void* last = memrchr(buffer_.get(), '\n', filled_);
    if (last != nullptr) {
      whole_ = static_cast<std::size_t>(static_cast<const char*>(last) - buffer_.get()) + 1;
      return trimmed();
    }
    if (!more) {
      cut_off_ = filled_ > 0;
      break;
    }
    if (filled_ == block_bytes) skip_line();
  }
  over_ = true;
  return false;
}

/// False if there is no more. Of what is behind the end only as much as the last line may need.
bool LineBlocks::fill() {
  const auto wanted = std::max(end_, offset_ + filled_) - (offset_ + filled_) + line_bytes;
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, block_bytes - filled_));
  const std::size_t got = file_->read(offset_ + filled_, buffer_.get() + filled_, count);
  filled_ += got;
  return got > 0;
}

void LineBlocks::skip_line() {
  ++overlong_;
  offset_ = behind_line_feed(*file_, offset_ + filled_);
  filled_ = 0;
}

/// Leaves out the lines that begin at the end or behind.
bool LineBlocks::trimmed() {
  if (offset_ + whole_ > end_) {
    const auto inside = static_cast<std::size_t>(end_ - offset_) - 1;
    const auto* last = static_cast<const char*>(std::memchr(buffer_.get() + inside, '\n', whole_ - inside));
    whole_ = static_cast<std::size_t>(last - buffer_.get()) + 1;
    over_ = true;
  }
  return true;
}

}  // namespace qoslab::gui
