// Quantities as people write them: "50 Mbit/s", "1500 B", "10 ms", "3 %", "16 packets", "1 Mbit/s ip".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "model/units/layer.h"
#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// What is wrong with a text and what would be right: "'10 mbps': unknown unit 'mbps'; write kbit/s, ...".
struct ParseError {
  std::string text;
};

/// A value, or the reason why there is none.
template <typename T>
class Parsed {
 public:
  Parsed(T value) : outcome_{std::in_place_index<0>, std::move(value)} {}
  Parsed(ParseError error) : outcome_{std::in_place_index<1>, std::move(error)} {}

  [[nodiscard]] bool ok() const { return outcome_.index() == 0; }
  explicit operator bool() const { return ok(); }
  /// Precondition: ok().
  [[nodiscard]] const T& operator*() const { return std::get<0>(outcome_); }
  /// Precondition: not ok().
  [[nodiscard]] const std::string& error() const { return std::get<1>(outcome_).text; }

 private:
  std::variant<T, ParseError> outcome_;
};

// A number is decimal digits with an optional fraction, exact to the base unit (bit/s, byte, picosecond) or refused:
// no sign, no exponent, no leading zero, no digit separators. A unit always follows; a space before it is optional.
// Larger values than these are refused, so that sums and products of a few quantities stay within 64 bits.
inline constexpr Rate largest_readable_rate = Rate::gbps(1'000'000);
inline constexpr Bytes largest_size{1'000'000'000'000'000};
inline constexpr Duration longest_duration = Duration::seconds(30 * 86'400);

[[nodiscard]] Parsed<Rate> parse_rate(std::string_view text);          ///< bit/s kbit/s Mbit/s Gbit/s
[[nodiscard]] Parsed<Bytes> parse_bytes(std::string_view text);        ///< B kB MB GB KiB MiB GiB
[[nodiscard]] Parsed<Duration> parse_duration(std::string_view text);  ///< ps ns us ms s min h
[[nodiscard]] Parsed<std::int64_t> parse_packets(std::string_view text);
[[nodiscard]] Parsed<std::int64_t> parse_frequency(std::string_view text);  ///< Hz kHz MHz GHz
/// "3 %" is 3.0, the unit in which metrics of percent are computed.
[[nodiscard]] Parsed<double> parse_percent(std::string_view text);
/// A number without a unit: "4.54".
[[nodiscard]] Parsed<double> parse_number(std::string_view text);
/// A whole number without a unit: a priority, a weight, a seed.
[[nodiscard]] Parsed<std::int64_t> parse_count(std::string_view text);
/// payload, ip, ethernet, frame or line.
[[nodiscard]] Parsed<Layer> parse_layer(std::string_view text);
/// A rate and the layer at which it counts: "1 Mbit/s ip". A missing layer is an error of its own.
[[nodiscard]] Parsed<LayeredRate> parse_layered_rate(std::string_view text);

// The shortest exact form; parsing it gives the same value again.
[[nodiscard]] std::string to_string(Rate rate);
[[nodiscard]] std::string to_string(Bytes size);
[[nodiscard]] std::string to_string(Duration time);
[[nodiscard]] std::string to_string(Layer layer);
[[nodiscard]] std::string to_string(LayeredRate rate);

}  // namespace qoslab
