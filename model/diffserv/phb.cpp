#include "model/diffserv/phb.h"

#include <algorithm>

namespace qoslab {
namespace {

/// 1..3 for AFx1..AFx3, 0 for every other code point.
int af_precedence(Dscp dscp) {
  const int af_class = dscp.value / 8;
  const int low_bits = dscp.value % 8;
  return af_class >= 1 && af_class <= 4 && low_bits % 2 == 0 ? low_bits / 2 : 0;
}

std::string upper(std::string_view text) {
  std::string result{text};
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return result;
}

}  // namespace

std::optional<Dscp> parse_dscp(std::string_view text) {
  const std::string wanted = upper(text.substr(0, 5));  // no name is longer than four characters
  if (wanted == "CS0") return phb::cs(0);
  for (std::uint8_t value = 0; value < 64; ++value) {
    const Dscp dscp{value};
    if (wanted == to_string(dscp) || wanted == std::to_string(value)) return dscp;
  }
  return std::nullopt;
}

std::string to_string(Dscp dscp) {
  if (dscp == phb::best_effort) return "BE";
  if (dscp == phb::ef) return "EF";
  const std::string high = std::to_string(dscp.value / 8);
  if (dscp.value % 8 == 0) return "CS" + high;
  const int precedence = af_precedence(dscp);
  return precedence > 0 ? "AF" + high + std::to_string(precedence) : std::to_string(dscp.value);
}

Color color_of(Dscp dscp) {
  const int precedence = af_precedence(dscp);
  return precedence > 0 ? static_cast<Color>(precedence - 1) : Color::green;
}

}  // namespace qoslab
