// Fields of comma-separated lines (RFC 4180), as they stand in the text. A line feed within quotes is not understood.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace qoslab::gui {

/// Where the field that begins at `begin` ends: at a comma, a line end, or `end`. Null: its quotes are wrong.
inline const char* field_end(const char* begin, const char* end) {
  const char* at = begin;
  if (at == end || *at != '"') {
    while (at != end && *at != ',' && *at != '\n' && *at != '\r') {
      if (*at == '"') return nullptr;
      ++at;
    }
    return at;
  }
  while (++at != end && *at != '\n') {
    if (*at != '"') continue;
    if (++at == end || *at != '"') return at == end || *at == ',' || *at == '\n' || *at == '\r' ? at : nullptr;
  }
  return nullptr;
}

/// What a field says.
inline std::string unquoted(std::string_view field) {
  if (field.empty() || field.front() != '"') return std::string{field};
  std::string text;
  for (std::size_t i = 1; i + 1 < field.size(); ++i) {
    if (field[i] == '"') ++i;
    text += field[i];
  }
  return text;
}

inline constexpr std::array powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Reads the digits at `at` behind those in `digits`.
inline const char* read_digits(const char* at, const char* end, std::uint64_t& digits) {
  for (; at != end && static_cast<unsigned char>(*at - '0') < 10; ++at)
    digits = digits * 10 + static_cast<unsigned char>(*at - '0');
  return at;
}

/// Reads a finite decimal number, to the nearest double. Gives where it ends, or null if there is none.
inline const char* read_number(const char* begin, const char* end, double& number) {
  constexpr std::ptrdiff_t most_digits = 19;  // that always fit into 64 bits
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;
  const bool negative = begin != end && *begin == '-';
  const char* const first = begin + (negative ? 1 : 0);
  std::uint64_t digits = 0;
  const char* at = read_digits(first, end, digits);
  std::ptrdiff_t count = at - first;
  std::ptrdiff_t exponent = 0;
  if (at != end && *at == '.') {
    const char* const fraction = at + 1;
    at = read_digits(fraction, end, digits);
    exponent = -(at - fraction);
    count += at - fraction;
  }
  if (count == 0) return nullptr;
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* power = at + 1;
    const bool down = power != end && *power == '-';
    if (power != end && (*power == '-' || *power == '+')) ++power;
    std::uint64_t value = 0;
    at = read_digits(power, end, value);
    if (at == power) return nullptr;
    if (at - power > 4) count = most_digits + 1;
    exponent += down ? -static_cast<std::ptrdiff_t>(value % 100'000) : static_cast<std::ptrdiff_t>(value % 100'000);
  }
  // Both exact as doubles: then their product or quotient is the nearest one.
  if (count <= most_digits && digits <= exact && exponent >= -22 && exponent <= 22) {
    const auto whole = static_cast<double>(digits);
    const double size = exponent < 0 ? whole / powers_of_ten[static_cast<std::size_t>(-exponent)]
                                     : whole * powers_of_ten[static_cast<std::size_t>(exponent)];
    number = negative ? -size : size;
    return at;
  }
  const auto [ended, error] = std::from_chars(begin, at, number);
  return error == std::errc{} && ended == at && std::isfinite(number) ? at : nullptr;
}

}  // namespace qoslab::gui
