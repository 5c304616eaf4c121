// The table of keys: what may stand where in a scenario file. The check of a file's form, the reading of its values,
// the JSON Schema and the reference page all come from it, so that each piece of knowledge stands once.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qoslab {

struct KeyTable;

/// How a single value is written.
enum class Scalar : std::uint8_t {
  any,
  text,
  name,
  boolean,
  count,   ///< a whole number
  number,  ///< a real one
  rate,    ///< with a layer
  size,
  duration,
  word,  ///< one of a list
  code_point,
  prefix,
  ports,
  protocol,
  queue_limit,
  frequency,
  percent,
  vlans,  ///< one tag or a range
  quantity,
  tolerance,
};

/// What a value may look like.
struct Shape {
  enum class Form : std::uint8_t { scalar, list, map, named, either };
  Form form = Form::scalar;
  Scalar scalar = Scalar::any;
  double least = 0;  ///< of counts and numbers; of rates, sizes and durations in bit/s, bytes and picoseconds
  double most = std::numeric_limits<double>::infinity();
  std::vector<std::string> words{};  ///< of Scalar::word; of rates: the layers allowed, empty: all
  std::vector<Shape> parts{};        ///< list, named: of its members; either: the alternatives, one of each YAML kind
  const KeyTable& (*table)() = nullptr;  ///< map: its keys; named: the keys of each member, if it is a map
};

struct Key {
  std::string name;
  Shape shape;
  std::string what{};      ///< what it means
  std::string standard{};  ///< what holds when it is absent, as one would write it; empty: nothing
  bool required = false;
};

/// The keys of one kind of map. One key, the chooser, may decide which further keys there are.
struct KeyTable {
  std::string id;  ///< names it in the schema and the reference
  std::string what{};
  std::vector<Key> keys{};
  std::string chooser{};
  std::vector<std::pair<std::string, std::vector<Key>>> variants{};  ///< word of the chooser, its keys
};

namespace shape {

inline Shape scalar(Scalar kind) { return {.scalar = kind}; }
inline Shape ranged(Scalar kind, double least, double most = std::numeric_limits<double>::infinity()) {
  return {.scalar = kind, .least = least, .most = most};
}
inline Shape rate(std::vector<std::string> layers = {}, double least = 1) {
  return {.scalar = Scalar::rate, .least = least, .words = std::move(layers)};
}
/// Of whole packets: payload alone says nothing to a port.
inline Shape packet_rate(double least = 1) { return rate({"ip", "ethernet", "frame", "line"}, least); }
inline Shape size(double least = 1) { return ranged(Scalar::size, least); }
inline Shape time(double least_ps = 0) { return ranged(Scalar::duration, least_ps); }
inline Shape count(double least, double most) { return ranged(Scalar::count, least, most); }
inline Shape flag() { return scalar(Scalar::boolean); }
inline Shape name() { return scalar(Scalar::name); }
inline Shape word(std::vector<std::string> words) { return {.scalar = Scalar::word, .words = std::move(words)}; }
inline Shape list_of(Shape item) { return {.form = Shape::Form::list, .parts = {std::move(item)}}; }
inline Shape map(const KeyTable& (*table)()) { return {.form = Shape::Form::map, .table = table}; }
inline Shape named(const KeyTable& (*table)()) { return {.form = Shape::Form::named, .table = table}; }
inline Shape named_values(Shape value) { return {.form = Shape::Form::named, .parts = {std::move(value)}}; }
inline Shape either(Shape a, Shape b) { return {.form = Shape::Form::either, .parts = {std::move(a), std::move(b)}}; }

}  // namespace shape
}  // namespace qoslab
