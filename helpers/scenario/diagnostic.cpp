#include "helpers/scenario/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace qoslab {
namespace {

const char* name_of(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error:
      return "error";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::note:
      return "note";
  }
  return "";
}

/// U+202A to U+202E and U+2066 to U+2069, which turn the direction of what follows on a terminal: their last byte.
std::optional<unsigned> direction_mark(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xe2') return std::nullopt;
  const auto last = static_cast<unsigned char>(text[2]);
  if (text[1] == '\x80' && last >= 0xaa && last <= 0xae) return 0x2000U + last - 0x80U;
  if (text[1] == '\x81' && last >= 0xa6 && last <= 0xa9) return 0x2040U + last - 0x80U;
  return std::nullopt;
}

/// What a file holds may be quoted in a message: it stays one line that says what it seems to say.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7f) {
      line += fmt::format("\\x{:02x}", byte);
    } else if (const auto mark = direction_mark(text.substr(i))) {
      line += fmt::format("\\u{:04x}", *mark);
      i += 2;
    } else {
      line += text[i];
    }
  }
  return line;
}

}  // namespace

std::string to_string(const Diagnostic& d) {
  std::string text = d.position.file;
  if (d.position.line > 0) text += fmt::format(":{}:{}", d.position.line, d.position.column);
  text += fmt::format(": {}: {}", name_of(d.severity), d.what);
  if (!d.fix.empty()) text += "; " + d.fix;
  return on_one_line(text);
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
}

std::vector<Diagnostic> in_order(std::vector<Diagnostic> diagnostics, std::size_t most) {
  std::sort(diagnostics.begin(), diagnostics.end());
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  if (diagnostics.size() <= most) return diagnostics;
  const auto more = diagnostics.size() - most;
  std::stable_partition(diagnostics.begin(), diagnostics.end(),
                        [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
  diagnostics.resize(most);
  std::sort(diagnostics.begin(), diagnostics.end());
  diagnostics.push_back({{diagnostics.back().position.file, 0, 0},
                         Diagnostic::Severity::note,
                         fmt::format("and {} more", more),
                         "correct these first"});
  return diagnostics;
}

}  // namespace qoslab
