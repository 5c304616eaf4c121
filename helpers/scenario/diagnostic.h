// What the reader has to say about a scenario file: one place, one fault, one remedy.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace qoslab {

/// Where something is written. Lines and columns count from 1; line 0: the file (or the option) as a whole.
struct Position {
  std::string file;
  int line = 0;
  int column = 0;
  auto operator<=>(const Position&) const = default;
};

struct Diagnostic {
  enum class Severity : std::uint8_t { error, warning, note };
  Position position;
  Severity severity = Severity::error;
  std::string what;            ///< what is wrong
  std::string fix;             ///< what would be right; may be empty
  bool of_all_points = false;  ///< in a sweep said only if it holds at every point
  auto operator<=>(const Diagnostic&) const = default;
};

/// `file:line:column: error: what is wrong; what would be right`
std::string to_string(const Diagnostic& diagnostic);

[[nodiscard]] bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// In order of file and line, each once, errors first to be kept when there are more than `most`: then a note says how
/// many more there are.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> diagnostics, std::size_t most = 50);

}  // namespace qoslab
