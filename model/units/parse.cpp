#include "model/units/parse.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <optional>
#include <span>

#include "model/units/unit_table.h"

namespace qoslab {
namespace {

using unit_table::Unit;

/// How one kind of quantity is written.
struct Kind {
  std::span<const Unit> units;
  std::int64_t largest;  ///< in base units
  std::string_view choices;
  std::string_view example;
  std::string_view base;
  std::string_view limit;
};

constexpr Kind rate_kind{
    unit_table::rates, largest_readable_rate.bps(), "kbit/s, Mbit/s or Gbit/s", "50 Mbit/s", "1 bit/s",
    "1000000 Gbit/s"};
constexpr Kind size_kind{
    unit_table::sizes, largest_size.count(), "B, kB (1000 B), KiB (1024 B), MB, MiB, GB or GiB", "1500 B", "1 B",
    "1000000 GB"};
constexpr Kind time_kind{unit_table::times, longest_duration.ps(), "ns, us, ms, s, min or h", "10 ms", "1 ps", "720 h"};
constexpr Kind packet_kind{unit_table::packets, 1'000'000'000'000, "packets",
                           "16 packets",        "a packet",        "1000000000000 packets"};

constexpr Kind frequency_kind{
    unit_table::frequencies, 1'000'000'000'000, "Hz, kHz, MHz or GHz", "2300 MHz", "1 Hz", "1000 GHz"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_space(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// For messages: in quotes, of bounded length, on one line.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  std::size_t length = std::min(text.size(), most);
  const auto inside_character = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U; };
  while (length > 0 && length < text.size() && inside_character(length)) --length;
  std::string shown = "'";
  for (const char c : text.substr(0, length)) {
    const auto byte = static_cast<unsigned char>(c);
    shown += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return shown + (length < text.size() ? "...'" : "'");
}

ParseError wrong(std::string_view text, std::string_view what, std::string_view right) {
  return {quoted(text) + ": " + std::string{what} + "; " + std::string{right}};
}

std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto digits = text.substr(0, static_cast<std::size_t>(std::distance(text.begin(), end)));
  text.remove_prefix(digits.size());
  return digits;
}

/// A number as written and what follows it.
struct Written {
  std::string_view whole;
  std::string_view fraction;
  std::string_view rest;
};

ParseError not_a_number(std::string_view text, std::string_view example) {
  const std::string as_in = std::string{"as in "} + std::string{example};
  if (text.empty()) return wrong(text, "nothing is written here", "write a number, " + as_in);
  if (text.front() == '-') return wrong(text, "negative", "write 0 or more, " + as_in);
  if (text.front() == '+') return wrong(text, "a sign", "leave out the +");
  if (text.size() > 1 && text.front() == '.' && is_digit(text[1]))
    return wrong(text, "no digit before the point", "write 0" + std::string{text.substr(0, 40)});
  return wrong(text, "not a number", "write decimal digits, " + as_in);
}

/// Splits off the number. `text` is trimmed and is quoted in errors.
Parsed<Written> scan(std::string_view text, std::string_view example) {
  Written w{.whole = {}, .fraction = {}, .rest = text};
  w.whole = take_digits(w.rest);
  if (w.whole.empty()) return not_a_number(text, example);
  if (w.whole.size() > 1 && w.whole.front() == '0') {
    const auto first = std::min(w.whole.find_first_not_of('0'), w.whole.size() - 1);
    return wrong(text, "a leading zero could mean octal", "write " + std::string{trimmed(text.substr(first, 40))});
  }
  if (!w.rest.empty() && w.rest.front() == '.') {
    w.rest.remove_prefix(1);
    w.fraction = take_digits(w.rest);
    if (w.fraction.empty()) return wrong(text, "no digit after the point", "leave the point out or go on behind it");
  }
  if (w.rest.empty()) return w;
  if (w.rest.find_first_of(",._'") == 0)
    return wrong(text, "not a number", "use one decimal point and no separators, as in " + std::string{example});
  const std::size_t sign = w.rest.size() > 1 && (w.rest[1] == '-' || w.rest[1] == '+') ? 2 : 1;
  if ((w.rest.front() == 'e' || w.rest.front() == 'E') && w.rest.size() > sign && is_digit(w.rest[sign]))
    return wrong(text, "exponents are not read",
                 "write the digits out and choose a unit, as in " + std::string{example});
  return w;
}

/// whole × scale, or nothing when it is more than `largest`.
std::optional<std::int64_t> scaled(std::string_view whole, std::int64_t scale, std::int64_t largest) {
  std::int64_t n = 0;
  for (const char c : whole) {
    const std::int64_t digit = c - '0';
    if (n > (largest - digit) / 10) return std::nullopt;
    n = n * 10 + digit;
  }
  if (n > largest / scale) return std::nullopt;
  return n * scale;
}

/// 0.fraction × scale, or nothing when that is not whole. From the last digit to the first: once a partial result
/// is not whole, no later digit makes it whole again.
std::optional<std::int64_t> scaled_fraction(std::string_view fraction, std::int64_t scale) {
  std::int64_t n = 0;
  for (auto c = fraction.rbegin(); c != fraction.rend(); ++c) {
    n += (*c - '0') * scale;
    if (n % 10 != 0) return std::nullopt;
    n /= 10;
  }
  return n;
}

ParseError unit_error(std::string_view text, const Kind& kind, std::string_view unit) {
  const std::string choose = "write " + std::string{kind.choices};
  if (unit.empty()) return wrong(text, "no unit", choose + " after the number, as in " + std::string{kind.example});
  const auto space = std::find_if(unit.begin(), unit.end(), is_space);
  const auto word = unit.substr(0, static_cast<std::size_t>(std::distance(unit.begin(), space)));
  if (word.size() < unit.size() && std::ranges::find(kind.units, word, &Unit::name) != kind.units.end())
    return wrong(text, "something follows the unit", "leave out " + quoted(trimmed(unit.substr(word.size()))));
  return wrong(text, "unknown unit " + quoted(unit), choose);
}

/// In base units.
Parsed<std::int64_t> parse_quantity(std::string_view untrimmed, const Kind& kind) {
  const auto text = trimmed(untrimmed);
  const auto written = scan(text, kind.example);
  if (!written) return ParseError{written.error()};
  const auto name = trimmed((*written).rest);
  const auto unit = std::ranges::find(kind.units, name, &Unit::name);
  if (unit == kind.units.end()) return unit_error(text, kind, name);

  const auto fraction = scaled_fraction((*written).fraction, unit->scale);
  if (!fraction)
    return wrong(text, "finer than " + std::string{kind.base}, "write a whole multiple of " + std::string{kind.base});
  const auto whole = scaled((*written).whole, unit->scale, kind.largest);
  if (!whole || *whole > kind.largest - *fraction)
    return wrong(text, "too large", "at most " + std::string{kind.limit});
  return *whole + *fraction;
}

template <typename T>
Parsed<T> made(const Parsed<std::int64_t>& base_units, T (*make)(std::int64_t)) {
  if (!base_units) return ParseError{base_units.error()};
  return make(*base_units);
}

/// A real number followed by exactly `unit`.
Parsed<double> parse_real(std::string_view untrimmed, std::string_view unit, std::string_view example) {
  const auto text = trimmed(untrimmed);
  const auto written = scan(text, example);
  if (!written) return ParseError{written.error()};
  const auto rest = trimmed((*written).rest);
  const std::string right = "write it as in " + std::string{example};
  if (rest != unit)
    return wrong(text, rest.empty() ? "no unit" : (unit.empty() ? "a unit " : "unknown unit ") + quoted(rest), right);
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (parsed.ec != std::errc{}) return wrong(text, "outside the range of numbers", right);
  return value;
}

constexpr std::string_view layer_choices = "payload, ip, ethernet, frame or line";

}  // namespace

Parsed<Rate> parse_rate(std::string_view text) { return made<Rate>(parse_quantity(text, rate_kind), Rate::bps); }

Parsed<Bytes> parse_bytes(std::string_view text) {
  return made<Bytes>(parse_quantity(text, size_kind), [](std::int64_t n) { return Bytes{n}; });
}

Parsed<Duration> parse_duration(std::string_view text) {
  return made<Duration>(parse_quantity(text, time_kind), Duration::picoseconds);
}

Parsed<std::int64_t> parse_packets(std::string_view text) { return parse_quantity(text, packet_kind); }

Parsed<std::int64_t> parse_frequency(std::string_view text) { return parse_quantity(text, frequency_kind); }

Parsed<double> parse_percent(std::string_view text) { return parse_real(text, "%", "3 %"); }

Parsed<double> parse_number(std::string_view text) { return parse_real(text, "", "4.54"); }

Parsed<std::int64_t> parse_count(std::string_view untrimmed) {
  const auto text = trimmed(untrimmed);
  const auto written = scan(text, "7");
  if (!written) return ParseError{written.error()};
  if (!(*written).fraction.empty()) return wrong(text, "not a whole number", "write digits only, as in 7");
  if (!(*written).rest.empty())
    return wrong(text, "a number without a unit is meant here", "write digits only, as in 7");
  const auto value = scaled((*written).whole, 1, std::numeric_limits<std::int64_t>::max());
  if (!value) return wrong(text, "too large", "at most 9223372036854775807");
  return *value;
}

Parsed<Layer> parse_layer(std::string_view untrimmed) {
  const auto text = trimmed(untrimmed);
  const auto* const name = std::ranges::find(unit_table::layers, text);
  if (name == unit_table::layers.end())
    return ParseError{"unknown layer " + quoted(text) + "; write " + std::string{layer_choices}};
  return static_cast<Layer>(std::distance(unit_table::layers.begin(), name));
}

Parsed<LayeredRate> parse_layered_rate(std::string_view untrimmed) {
  const auto text = trimmed(untrimmed);
  const auto alone = parse_rate(text);
  if (alone)
    return wrong(
        text, "no layer",
        "say which bytes the rate counts: " + std::string{layer_choices} + ", as in " + to_string(*alone) + " ip");
  const auto space = text.find_last_of(" \t");
  if (space == std::string_view::npos) return ParseError{alone.error()};
  const auto rate = parse_rate(text.substr(0, space));
  if (!rate) return parse_layer(text.substr(space)) ? ParseError{rate.error()} : ParseError{alone.error()};
  const auto layer = parse_layer(text.substr(space));
  if (!layer) return ParseError{quoted(text) + ": " + layer.error()};
  return LayeredRate{*rate, *layer};
}

}  // namespace qoslab
