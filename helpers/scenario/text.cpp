#include "helpers/scenario/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace qoslab {
namespace {

/// The length of the well-formed UTF-8 sequence at the front of `s` (Unicode 15, table 3-7); 0: there is none.
std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U; };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool second = first == 0xe0 ? follows(1, 0xa0) : first == 0xed ? follows(1, 0x80, 0x9f) : follows(1);
    return second && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool second = first == 0xf0 ? follows(1, 0x90) : first == 0xf4 ? follows(1, 0x80, 0x8f) : follows(1);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7f; }

/// The first byte that no scenario file has, as a fault; or the text is sound.
std::optional<Diagnostic> first_fault(std::string_view text, const std::string& file) {
  Position at{file, 1, 1};
  bool indentation = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\0') return Diagnostic{at, {}, "a NUL byte: this is a binary file", "a scenario is YAML text"};
    if (is_control(c))
      return Diagnostic{at, {}, fmt::format("control character 0x{:02x}", c), "a scenario is YAML text: remove it"};
    if (c == '\t' && indentation) return Diagnostic{at, {}, "a tab in the indentation", "indent with spaces"};
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) return Diagnostic{at, {}, "bytes that are not UTF-8", "save the file as UTF-8"};
    i += length;
    indentation = c == '\n' || (indentation && c == ' ');
    at.column++;
    if (c == '\n') at = {file, at.line + 1, 1};
  }
  return std::nullopt;
}

std::string without_carriage_returns(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') result += text[i];
  return result;
}

}  // namespace

std::optional<std::string> load_file(const std::filesystem::path& file, const Position& wanted_at, Diagnostics& out) {
  const auto refuse = [&](const std::string& what, const std::string& fix) -> std::optional<std::string> {
    const bool is_first = wanted_at.line == 0;
    error(out, wanted_at, is_first ? what : fmt::format("'{}' {}", file.string(), what), fix);
    return std::nullopt;
  };
  std::error_code fault;
  const auto status = std::filesystem::status(file, fault);
  if (status.type() == std::filesystem::file_type::not_found) return refuse("does not exist", "check the path");
  if (fault) return refuse("cannot be looked at: " + fault.message(), "check the path and its permissions");
  if (status.type() == std::filesystem::file_type::directory) return refuse("is a directory", "name a file in it");
  if (status.type() != std::filesystem::file_type::regular) return refuse("is not a regular file", "name a YAML file");
  const auto size = std::filesystem::file_size(file, fault);
  if (!fault && size > largest_file) {
    return refuse(fmt::format("has {:.1f} MB", static_cast<double>(size) / 1e6),
                  fmt::format("a scenario has at most {} MB", largest_file / 1'000'000));
  }
  errno = 0;
  std::ifstream in{file, std::ios::binary};
  if (!in) return refuse(fmt::format("cannot be opened: {}", std::strerror(errno)), "check its permissions");
  std::string text(largest_file + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) return refuse(fmt::format("cannot be read: {}", std::strerror(errno)), "check the file system");
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > largest_file) {
    return refuse("grows while it is read", fmt::format("a scenario has at most {} MB", largest_file / 1'000'000));
  }
  return text;
}

std::optional<std::string> clean_text(std::string_view raw, const std::string& file, Diagnostics& out) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (raw.substr(0, byte_order_mark.size()) == byte_order_mark) raw.remove_prefix(byte_order_mark.size());
  std::string text = without_carriage_returns(raw);
  if (auto fault = first_fault(text, file)) {
    out.push_back(*fault);
    return std::nullopt;
  }
  if (text.find_first_not_of(" \n\t") == std::string::npos) {
    error(out, {file, 0, 0}, "is empty", "a scenario begins with 'version: 1'");
    return std::nullopt;
  }
  return text;
}

}  // namespace qoslab
