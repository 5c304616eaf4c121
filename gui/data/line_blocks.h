// A part of a text file as blocks of whole lines.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "gui/data/input_file.h"

namespace qoslab::gui {

/// All lines that begin between two offsets, a megabyte at a time. A longer line is left out and counted.
class LineBlocks {
 public:
  /// `begin` is where a line begins. Lines end with a line feed; one at the end of the file that does not is cut off.
  LineBlocks(const InputFile& file, std::uint64_t begin, std::uint64_t end);

  /// False at the end.
  bool next();
  /// Whole lines with their line feeds, at least one.
  [[nodiscard]] std::string_view lines() const { return {buffer_.get(), whole_}; }
  /// Of the first of them in the file.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  /// So many lines were too long so far.
  [[nodiscard]] std::int64_t overlong() const { return overlong_; }

 private:
  bool fill();
  void skip_line();
  bool trimmed();

  const InputFile* file_;
  std::uint64_t end_;
  std::unique_ptr<char[]> buffer_;
  std::uint64_t offset_;
  std::size_t filled_ = 0, whole_ = 0;
  bool cut_off_ = false, over_ = false;
  std::int64_t overlong_ = 0;
};

/// Where the first line begins that begins at `offset` or behind.
std::uint64_t line_from(const InputFile& file, std::uint64_t offset);

}  // namespace qoslab::gui
