#include "helpers/results/json_layout.h"

#include <algorithm>

namespace qoslab {
namespace {

std::string on_one_line(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool stays_on_one_line(const Json& value) {
  if (value.is_object()) return value.empty();
  return !value.is_array() || std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_primitive(); });
}

void append(std::string& text, const Json& value, std::size_t depth) {
  if (stays_on_one_line(value)) {
    text += on_one_line(value);
    return;
  }
  const bool named = value.is_object();
  text += named ? '{' : '[';
  const char* separator = "\n";
  for (auto part = value.begin(); part != value.end(); ++part) {
    text.append(separator).append(depth + 1, ' ');
    if (named) text += on_one_line(part.key()) + ": ";
    append(text, *part, depth + 1);
    separator = ",\n";
  }
  text += "\n" + std::string(depth, ' ') + (named ? '}' : ']');
}

}  // namespace

std::string laid_out(const Json& document) {
  std::string text;
  append(text, document, 0);
  return text;
}

}  // namespace qoslab
