// A scenario file as written: text with places, nothing understood yet.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "helpers/scenario/diagnostic.h"

namespace qoslab {

struct Entry;

/// A scalar, a list or a map, where it stands.
struct Value {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  Kind kind = Kind::null;
  Position position{};
  std::string text{};       ///< of a scalar
  std::string parameter{};  ///< the parameter from which the text came, if from one
  bool refused = false;     ///< what is wrong with it has been reported
  std::vector<Value> items{};
  std::vector<Entry> entries;  ///< in the order of the file; every key once

  [[nodiscard]] const Value* find(std::string_view key) const;
  [[nodiscard]] const Entry* find_entry(std::string_view key) const;
};

struct Entry {
  std::string key;
  Position position;  ///< of the key
  Value value;
};

inline const Entry* Value::find_entry(std::string_view key) const {
  for (const auto& e : entries)
    if (e.key == key) return &e;
  return nullptr;
}

inline const Value* Value::find(std::string_view key) const {
  const Entry* e = find_entry(key);
  return e != nullptr ? &e->value : nullptr;
}

/// Without items and entries. (A default in the class itself would need Entry to be complete there.)
inline Value value_at(Position position, Value::Kind kind, std::string text = {}) {
  Value value;
  value.kind = kind;
  value.position = std::move(position);
  value.text = std::move(text);
  return value;
}

constexpr const char* name_of(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::null:
      return "nothing";
    case Value::Kind::scalar:
      return "a single value";
    case Value::Kind::list:
      return "a list";
    case Value::Kind::map:
      return "a map";
  }
  return "";
}

/// What the reading collects on its way.
using Diagnostics = std::vector<Diagnostic>;

inline void error(Diagnostics& out, const Position& at, std::string what, std::string fix) {
  out.push_back({at, Diagnostic::Severity::error, std::move(what), std::move(fix)});
}
inline void warning(Diagnostics& out, const Position& at, std::string what, std::string fix) {
  out.push_back({at, Diagnostic::Severity::warning, std::move(what), std::move(fix)});
}
/// What is worth knowing.
inline void note(Diagnostics& out, const Position& at, std::string what, std::string fix) {
  out.push_back({at, Diagnostic::Severity::note, std::move(what), std::move(fix)});
}
/// What is worth knowing if it holds at every point of a sweep: that nothing of the scenario uses a part of it.
inline void unused_note(Diagnostics& out, const Position& at, std::string what, std::string fix) {
  out.push_back({at, Diagnostic::Severity::note, std::move(what), std::move(fix), true});
}

}  // namespace qoslab
