#include "helpers/scenario/form_scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "helpers/scenario/did_you_mean.h"
#include "helpers/scenario/scalars.h"

namespace qoslab {
namespace {

/// The number that a range is about, or the fault.
template <typename T, typename Number>
std::optional<ScalarFault> numeric_fault(const Parsed<T>& parsed, std::string_view text, const Shape& shape,
                                         Number number) {
  if (!parsed) return split_fault(parsed.error());
  const auto n = static_cast<double>(number(*parsed));
  if (n >= shape.least && n <= shape.most) return std::nullopt;
  return ScalarFault{fmt::format("{}: out of range", in_quotes(text)), range_of(shape)};
}

template <typename T>
std::optional<ScalarFault> plain_fault(const Parsed<T>& parsed) {
  if (parsed) return std::nullopt;
  return split_fault(parsed.error());
}

std::optional<ScalarFault> rate_fault(std::string_view text, const Shape& shape) {
  const auto rate = parse_layered_rate(text);
  if (auto fault = numeric_fault(rate, text, shape, [](LayeredRate r) { return r.rate.bps(); })) return fault;
  const auto layer = to_string((*rate).layer);
  if (shape.words.empty() || std::find(shape.words.begin(), shape.words.end(), layer) != shape.words.end()) return {};
  return ScalarFault{fmt::format("{}: this rate cannot count at layer '{}'", in_quotes(text), layer),
                     fmt::format("give it at {}", fmt::join(shape.words, ", "))};
}

/// A bound in the unit of the scalar.
std::string shown(double bound, Scalar scalar) {
  const auto whole = static_cast<std::int64_t>(bound);
  switch (scalar) {
    case Scalar::rate:
      return to_string(Rate::bps(whole));
    case Scalar::size:
      return to_string(Bytes{whole});
    case Scalar::duration:
      return to_string(Duration::picoseconds(whole));
    case Scalar::percent:
      return fmt::format("{} %", bound);
    case Scalar::frequency:
      return fmt::format("{} MHz", bound / 1e6);
    default:
      return fmt::format("{}", bound);
  }
}

std::string scalar_example(const Shape& shape) {
  switch (shape.scalar) {
    case Scalar::any:
      return "VALUE";
    case Scalar::text:
      return "TEXT";
    case Scalar::name:
      return "NAME";
    case Scalar::boolean:
      return "true";
    case Scalar::count:
      return fmt::format("{}", std::max(1.0, shape.least));
    case Scalar::number:
      return "0.5";
    case Scalar::rate:
      return shape.words.empty() ? "1 Mbit/s ethernet" : "1 Mbit/s " + shape.words.front();
    case Scalar::size:
      return "1500 B";
    case Scalar::duration:
      return "20 ms";
    case Scalar::word:
      return shape.words.front();
    case Scalar::code_point:
      return "EF";
    case Scalar::prefix:
      return "10.0.0.0/8";
    case Scalar::ports:
      return "5000-5010";
    case Scalar::protocol:
      return "udp";
    case Scalar::queue_limit:
      return "50 packets";
    case Scalar::frequency:
      return "2300 MHz";
    case Scalar::percent:
      return "10 %";
    case Scalar::vlans:
      return "100-103";
    case Scalar::quantity:
    case Scalar::tolerance:
      return "1.5 %";
  }
  return {};
}

}  // namespace

ScalarFault split_fault(const std::string& message) {
  const auto middle = message.find("; ");
  if (middle == std::string::npos) return {message, ""};
  return {message.substr(0, middle), message.substr(middle + 2)};
}

std::optional<ScalarFault> scalar_fault(std::string_view text, const Shape& shape) {
  switch (shape.scalar) {
    case Scalar::any:
      return std::nullopt;
    case Scalar::text:
      if (!text.empty()) return std::nullopt;
      return ScalarFault{"an empty text", "write one, or remove the key"};
    case Scalar::name:
      return plain_fault(parse_name(text));
    case Scalar::boolean:
      return plain_fault(parse_boolean(text));
    case Scalar::count:
      return numeric_fault(parse_count(text), text, shape, [](std::int64_t n) { return n; });
    case Scalar::number:
      return numeric_fault(parse_number(text), text, shape, [](double n) { return n; });
    case Scalar::rate:
      return rate_fault(text, shape);
    case Scalar::size:
      return numeric_fault(parse_bytes(text), text, shape, [](Bytes b) { return b.count(); });
    case Scalar::duration:
      return numeric_fault(parse_duration(text), text, shape, [](Duration d) { return d.ps(); });
    case Scalar::word:
      if (std::find(shape.words.begin(), shape.words.end(), text) != shape.words.end()) return std::nullopt;
      return ScalarFault{fmt::format("{} is none of the known words", in_quotes(text)),
                         did_you_mean(text, shape.words)};
    case Scalar::code_point:
      return plain_fault(parse_code_point(text));
    case Scalar::prefix:
      return plain_fault(parse_prefix(text));
    case Scalar::ports:
      return plain_fault(parse_port_range(text));
    case Scalar::protocol:
      return plain_fault(parse_protocol(text));
    case Scalar::queue_limit:
      return plain_fault(parse_queue_limit(text));
    case Scalar::frequency:
      return numeric_fault(parse_frequency(text), text, shape, [](std::int64_t n) { return n; });
    case Scalar::percent:
      return numeric_fault(parse_percent(text), text, shape, [](double n) { return n; });
    case Scalar::vlans:
      return plain_fault(parse_vlans(text));
    case Scalar::quantity:
      return plain_fault(parse_quantity(text));
    case Scalar::tolerance:
      return plain_fault(parse_tolerance(text));
  }
  return std::nullopt;
}

std::string example_of(const Shape& shape) {
  switch (shape.form) {
    case Shape::Form::scalar:
      return scalar_example(shape);
    case Shape::Form::list:
      return fmt::format("[{}]", example_of(shape.parts.front()));
    case Shape::Form::map:
    case Shape::Form::named:
      return "{...}";
    case Shape::Form::either:
      return example_of(shape.parts.front());
  }
  return {};
}

std::string range_of(const Shape& shape) {
  if (shape.least == shape.most) return "must be " + shown(shape.least, shape.scalar);
  const bool bounded_above = !std::isinf(shape.most);
  if (bounded_above) return fmt::format("{} to {}", shown(shape.least, shape.scalar), shown(shape.most, shape.scalar));
  if (shape.least > 0) return "at least " + shown(shape.least, shape.scalar);
  return "";
}

}  // namespace qoslab
