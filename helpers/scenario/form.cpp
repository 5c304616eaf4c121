#include "helpers/scenario/form.h"

#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/did_you_mean.h"
#include "helpers/scenario/form_scalar.h"
#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/scalars.h"

namespace qoslab {
namespace {

const Key* find_key(const std::vector<Key>& keys, const std::string& name) {
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == name; });
  return key == keys.end() ? nullptr : &*key;
}

/// What the map's chooser says: as written, or its standard; nothing if there is no chooser or it is no single value.
std::optional<std::string> choice(const Value& map, const KeyTable& table) {
  if (table.chooser.empty()) return std::nullopt;
  const Value* value = map.find(table.chooser);
  if (value == nullptr) return find_key(table.keys, table.chooser)->standard;
  if (value->kind != Value::Kind::scalar) return std::nullopt;
  return value->text;
}

class FormCheck {
 public:
  explicit FormCheck(Diagnostics& out) : out_{out} {}

  /// `name`: what the map is, for messages; `at`: where it is named.
  void map(const Value& value, const KeyTable& table, const std::string& name, const Position& at) {
    const auto keys = keys_for(value, table);
    for (const auto& e : value.entries) {
      const auto known = std::find_if(keys.begin(), keys.end(), [&](const Key* k) { return k->name == e.key; });
      if (known == keys.end()) {
        unknown(e, value, table, keys, name);
      } else {
        member(e.value, (*known)->shape, e.key, name);
      }
    }
    for (const auto* key : keys) {
      if (!key->required || value.find(key->name) != nullptr) continue;
      error(out_, at, fmt::format("{} has no '{}'", name, key->name),
            fmt::format("write {}: {}", key->name, example_of(key->shape)));
    }
  }

 private:
  void unknown(const Entry& e, const Value& value, const KeyTable& table, const std::vector<const Key*>& keys,
               const std::string& name) {
    std::vector<std::string> where;
    for (const auto& [word, variant] : table.variants)
      if (find_key(variant, e.key) != nullptr) where.push_back(word);
    const auto chosen = choice(value, table);
    if (!where.empty()) {
      const bool is_choice = chosen && std::any_of(table.variants.begin(), table.variants.end(),
                                                   [&](const auto& v) { return v.first == *chosen; });
      if (!is_choice) return;  // the chooser itself is reported
      error(out_, e.position, fmt::format("'{}' does not apply to {} with {} {}", e.key, name, table.chooser, *chosen),
            fmt::format("it belongs to {} {}", table.chooser, fmt::join(where, ", ")));
      return;
    }
    std::vector<std::string> names;
    for (const auto* key : keys) names.push_back(key->name);
    error(out_, e.position, fmt::format("unknown key '{}' in {}", e.key, name), did_you_mean(e.key, names));
  }

  /// A value of `shape` under `key` of the map called `owner`.
  void member(const Value& value, const Shape& shape, const std::string& key, const std::string& owner) {
    if (value.refused) return;
    if (value.kind == Value::Kind::null) {
      error(out_, value.position, fmt::format("'{}' of {} has no value", key, owner),
            fmt::format("write {}: {}, or remove the key", key, example_of(shape)));
      return;
    }
    switch (shape.form) {
      case Shape::Form::scalar:
        if (expect(value, Value::Kind::scalar, shape, key)) scalar(value, shape, key);
        return;
      case Shape::Form::list:
        if (expect(value, Value::Kind::list, shape, key)) list(value, shape, key, owner);
        return;
      case Shape::Form::map:
        if (expect(value, Value::Kind::map, shape, key))
          map(value, shape.table(), key + " of " + owner, value.position);
        return;
      case Shape::Form::named:
        if (expect(value, Value::Kind::map, shape, key)) named(value, shape, key);
        return;
      case Shape::Form::either:
        either(value, shape, key, owner);
    }
  }

  bool expect(const Value& value, Value::Kind kind, const Shape& shape, const std::string& key) {
    if (value.kind == kind) return true;
    error(out_, value.position,
          fmt::format("{} for '{}', where {} is expected", name_of(value.kind), key, name_of(kind)),
          fmt::format("write {}: {}", key, example_of(shape)));
    return false;
  }

  void scalar(const Value& value, const Shape& shape, const std::string& key) {
    auto fault = scalar_fault(value.text, shape);
    if (!fault) return;
    const auto origin = value.parameter.empty() ? "" : fmt::format(" (from parameter '{}')", value.parameter);
    error(out_, value.position, fmt::format("{}: {}{}", key, fault->what, origin), fault->fix);
  }

  void list(const Value& value, const Shape& shape, const std::string& key, const std::string& owner) {
    if (value.items.empty()) {
      error(out_, value.position, fmt::format("'{}' of {} is an empty list", key, owner), "remove the key or fill it");
    }
    const Shape& item = shape.parts.front();
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const auto name = fmt::format("{} {}", key, i + 1);
      const Value& v = value.items[i];
      if (item.form == Shape::Form::map && v.kind == Value::Kind::map) {
        map(v, item.table(), owner == "the scenario" ? name : name + " of " + owner, v.position);
      } else {
        member(v, item, name, owner);
      }
    }
  }

  void named(const Value& value, const Shape& shape, const std::string& key) {
    for (const auto& e : value.entries) {
      if (shape.table == nullptr) {
        member(e.value, shape.parts.front(), e.key, key);
        continue;
      }
      const auto name = fmt::format("{} '{}'", singular(key), e.key);
      check_name(e, key);
      if (e.value.kind == Value::Kind::map) {
        map(e.value, shape.table(), name, e.position);
      } else {
        member(e.value, shape::map(shape.table), e.key, key);
      }
    }
  }

  void check_name(const Entry& e, const std::string& key) {
    if (key == "ports") return;  // NODE.LINK: resolved when it is read
    if (const auto name = parse_name(e.key); !name) {
      const auto fault = split_fault(name.error());
      error(out_, e.position, fault.what, fault.fix);
    }
  }

  void either(const Value& value, const Shape& shape, const std::string& key, const std::string& owner) {
    const auto accepts = [&](const Shape& s) {
      return (s.form == Shape::Form::scalar && value.kind == Value::Kind::scalar) ||
             (s.form == Shape::Form::list && value.kind == Value::Kind::list) ||
             (s.form == Shape::Form::map && value.kind == Value::Kind::map);
    };
    const auto part = std::find_if(shape.parts.begin(), shape.parts.end(), accepts);
    if (part != shape.parts.end()) {
      member(value, *part, key, owner);
      return;
    }
    error(out_, value.position, fmt::format("{} for '{}'", name_of(value.kind), key),
          fmt::format("write {}: {} or {}", key, example_of(shape.parts[0]), example_of(shape.parts[1])));
  }

  static std::string singular(const std::string& key) {
    if (key == "classes") return "class";
    if (key == "subscribers") return "group";
    return key.back() == 's' ? key.substr(0, key.size() - 1) : key;
  }

  Diagnostics& out_;
};

}  // namespace

std::vector<const Key*> keys_for(const Value& map, const KeyTable& table) {
  std::vector<const Key*> keys;
  for (const auto& key : table.keys) keys.push_back(&key);
  const auto chosen = choice(map, table);
  for (const auto& [word, variant] : table.variants) {
    if (!chosen || word != *chosen) continue;
    for (const auto& key : variant) keys.push_back(&key);
  }
  return keys;
}

void check_form(const Value& map, const KeyTable& table, Diagnostics& out) {
  FormCheck{out}.map(map, table, "the scenario", map.position);
}

}  // namespace qoslab
