// Files into memory, safely: what is no text never reaches the parser.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "helpers/scenario/value.h"

namespace qoslab {

inline constexpr std::uintmax_t largest_file = 10'000'000;

/// The whole file, if it is a readable regular file of at most `largest_file` bytes. `wanted_at`: who asks for it, for
/// the message; the file itself when it is the first.
std::optional<std::string> load_file(const std::filesystem::path& file, const Position& wanted_at, Diagnostics& out);

/// Text as the parser wants it: valid UTF-8 without byte-order mark, lines end in LF, no control characters, no tab in
/// an indentation, not empty. Nothing if it is not.
std::optional<std::string> clean_text(std::string_view raw, const std::string& file, Diagnostics& out);

}  // namespace qoslab
