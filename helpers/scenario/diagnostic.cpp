#include "helpers/scenario/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace

std::string to_string(const Diagnostic& d) {
  std::string text = d.position.file;
  if (d.position.line > 0) text += fmt::format(":{}:{}", d.position.line, d.position.column);
  text += fmt::format(": {}: {}", name_of(d.severity), d.what);
  if (!d.fix.empty()) text += "; " + d.fix;
  return text;
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
