// Comma-separated values.
#pragma once

#include <string>

namespace qoslab {

/// Of which replications a file has the values.
enum class Replications { first, all };

/// RFC 4180: quoted if need be.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace qoslab
