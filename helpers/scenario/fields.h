// The values of one map, read by the table of its keys.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "helpers/scenario/keys/shape.h"
#include "helpers/scenario/scalars.h"
#include "helpers/scenario/value.h"

namespace qoslab {

/// Gives a key's value or, if it is absent, its standard. Nothing if it has neither or if its form is faulty, which
/// check_form has reported: reading goes on, so that one pass finds all that is wrong.
class Fields {
 public:
  /// Both outlive this.
  Fields(const Value& map, const KeyTable& table) : map_{&map}, table_{&table} {}

  [[nodiscard]] bool has(std::string_view key) const { return map_->find(key) != nullptr; }
  /// Where the key's value stands; the map itself if it is absent.
  [[nodiscard]] Position place(std::string_view key) const;
  [[nodiscard]] const Value& value() const { return *map_; }

  [[nodiscard]] std::string text(std::string_view key) const;  ///< of words, names and texts; empty: none
  [[nodiscard]] bool flag(std::string_view key) const;
  template <typename T>
  [[nodiscard]] std::optional<T> read(std::string_view key, Parsed<T> (*parse)(std::string_view)) const {
    const auto written = text(key);
    if (written.empty()) return std::nullopt;
    const auto parsed = parse(written);
    if (!parsed) return std::nullopt;
    return *parsed;
  }
  [[nodiscard]] std::optional<std::int64_t> count(std::string_view key) const;  ///< nothing if it is out of range
  [[nodiscard]] std::optional<double> number(std::string_view key) const { return read(key, parse_number); }
  [[nodiscard]] std::optional<LayeredRate> rate(std::string_view key) const { return read(key, parse_layered_rate); }
  [[nodiscard]] std::optional<Bytes> size(std::string_view key) const { return read(key, parse_bytes); }
  [[nodiscard]] std::optional<Duration> time(std::string_view key) const { return read(key, parse_duration); }

  /// The map under `key`.
  [[nodiscard]] std::optional<Fields> map(std::string_view key) const;
  /// The maps in the list under `key`.
  [[nodiscard]] std::vector<Fields> maps(std::string_view key) const;
  /// The maps by name under `key`.
  [[nodiscard]] std::vector<std::pair<const Entry*, Fields>> named(std::string_view key) const;
  /// The single values under `key`: of a list, or the one.
  [[nodiscard]] std::vector<const Value*> scalars(std::string_view key) const;

 private:
  [[nodiscard]] const Key* key_named(std::string_view key) const;
  [[nodiscard]] const KeyTable* table_of(std::string_view key) const;
  const Value* map_;
  const KeyTable* table_;
};

}  // namespace qoslab
