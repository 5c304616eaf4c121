#include "helpers/scenario/schema.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "helpers/scenario/form_scalar.h"
#include "helpers/scenario/keys/tables.h"
#include "model/units/unit_table.h"

namespace qoslab {
namespace {

using Json = nlohmann::ordered_json;

const std::string number = "[0-9]+(\\.[0-9]+)?";

template <typename Units>
std::string one_of(const Units& units) {
  std::string result;
  for (const auto& u : units) {
    if constexpr (requires { u.name; }) {
      result += (result.empty() ? "" : "|") + std::string{u.name};
    } else {
      result += (result.empty() ? "" : "|") + std::string{u};
    }
  }
  return "(" + result + ")";
}

Json pattern(const std::string& regex) { return {{"type", "string"}, {"pattern", "^" + regex + "$"}}; }

/// A number, which YAML may also hold as a text.
Json numeric(const char* type, const Shape& shape) {
  Json plain{{"type", type}, {"minimum", shape.least}};
  if (!std::isinf(shape.most)) plain["maximum"] = shape.most;
  return {{"anyOf", {plain, pattern(number)}}};
}

Json scalar(const Shape& shape) {
  switch (shape.scalar) {
    case Scalar::any:
    case Scalar::text:
      return {{"type", {"string", "number", "boolean"}}};
    case Scalar::name:
      return pattern("[A-Za-z0-9_][A-Za-z0-9_+-]*");
    case Scalar::boolean:
      return {{"type", "boolean"}};
    case Scalar::count:
      return numeric("integer", shape);
    case Scalar::number:
      return numeric("number", shape);
    case Scalar::rate:
      return pattern(number + " *" + one_of(unit_table::rates) + " +" +
                     (shape.words.empty() ? one_of(unit_table::layers) : one_of(shape.words)));
    case Scalar::size:
      return pattern(number + " *" + one_of(unit_table::sizes));
    case Scalar::duration:
      return pattern(number + " *" + one_of(unit_table::times));
    case Scalar::word:
      return {{"enum", shape.words}};
    case Scalar::code_point:
      return {{"anyOf", {Json{{"type", "integer"}, {"minimum", 0}, {"maximum", 63}}, Json{{"type", "string"}}}}};
    case Scalar::prefix:
      return pattern("[0-9A-Fa-f:.]+(/[0-9]+)?");
    case Scalar::ports:
      return {{"anyOf", {Json{{"type", "integer"}, {"minimum", 0}, {"maximum", 65535}}, pattern("[0-9]+-[0-9]+")}}};
    case Scalar::protocol:
      return {{"anyOf",
               {Json{{"enum", {"udp", "tcp", "rsvp", "icmp"}}},
                Json{{"type", "integer"}, {"minimum", 0}, {"maximum", 255}}}}};
    case Scalar::queue_limit:
      return pattern(number + " *(packets|packet|" + one_of(unit_table::sizes) + ")");
    case Scalar::frequency:
      return pattern(number + " *" + one_of(unit_table::frequencies));
    case Scalar::percent:
      return pattern(number + " *%");
    case Scalar::vlans:
      return {{"anyOf", {Json{{"type", "integer"}, {"minimum", 1}, {"maximum", 4094}}, pattern("[0-9]+-[0-9]+")}}};
    case Scalar::quantity:
    case Scalar::tolerance:
      return {{"anyOf", {Json{{"type", "number"}, {"minimum", 0}}, pattern(number + " *.*")}}};
  }
  return Json::object();
}

class SchemaWriter {
 public:
  Json write() {
    reference(keys::scenario());
    while (!waiting_.empty()) {
      const auto [id, table] = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      definitions_[id] = definition(*table);
    }
    Json schema{
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "qoslab scenario, version 1"},
        {"description",
         "A file may be completed by those that it includes, so no key but the version is required here; `qoslab "
         "check` tells what is missing in the whole."}};
    const Json& root = definitions_.at("scenario");
    for (const auto& [key, value] : root.items())
      if (key != "description") schema[key] = value;
    schema["required"] = {"version"};
    Json definitions{{"parameter_reference", {{"type", "string"}, {"pattern", "^\\$[A-Za-z_]|\\$\\{"}}}};
    for (const auto& [id, value] : definitions_)
      if (id != "scenario") definitions[id] = value;
    schema["definitions"] = definitions;
    return schema;
  }

 private:
  /// `$ref` to the table's definition, which is written sooner or later.
  Json reference(const KeyTable& table) {
    if (known_.insert(table.id).second) waiting_[table.id] = &table;
    return {{"$ref", "#/definitions/" + table.id}};
  }

  Json shape(const Shape& s) {
    switch (s.form) {
      case Shape::Form::scalar:
        if (s.scalar == Scalar::any || s.scalar == Scalar::text) return scalar(s);
        return {{"anyOf", {shared(s), Json{{"$ref", "#/definitions/parameter_reference"}}}}};
      case Shape::Form::list:
        return {{"type", "array"}, {"items", shape(s.parts.front())}};
      case Shape::Form::map:
        return reference(s.table());
      case Shape::Form::named:
        return {{"type", "object"},
                {"additionalProperties", s.table != nullptr ? reference(s.table()) : shape(s.parts.front())}};
      case Shape::Form::either:
        return {{"anyOf", {shape(s.parts[0]), shape(s.parts[1])}}};
    }
    return Json::object();
  }

  /// Forms that stand everywhere get a definition.
  Json shared(const Shape& s) {
    std::string name;
    if (s.scalar == Scalar::size) name = "size";
    if (s.scalar == Scalar::duration) name = "time";
    if (s.scalar == Scalar::name) name = "name";
    if (s.scalar == Scalar::code_point) name = "code_point";
    if (s.scalar == Scalar::rate)
      name = "rate" + (s.words.empty() ? "" : fmt::format("_at_{}", fmt::join(s.words, "_")));
    if (name.empty()) return scalar(s);
    definitions_.try_emplace(name, scalar(s));
    return {{"$ref", "#/definitions/" + name}};
  }

  Json property(const Key& key) {
    Json described{{"description", key.what}};
    if (!key.standard.empty()) described["default"] = key.standard;
    const Json form = shape(key.shape);
    // Draft 7 ignores what stands beside a $ref.
    if (form.contains("$ref")) {
      described["allOf"] = Json::array({form});
    } else {
      described.update(form);
    }
    return described;
  }

  /// Keys of all variants are known; for each word of the chooser those of the others are forbidden.
  Json definition(const KeyTable& table) {
    Json properties = Json::object();
    for (const auto& key : table.keys) properties[key.name] = property(key);
    std::set<std::string> varying;
    for (const auto& [word, keys] : table.variants)
      for (const auto& key : keys) varying.insert(key.name);
    for (const auto& name : varying) properties[name] = true;
    Json result{
        {"type", "object"}, {"description", table.what}, {"properties", properties}, {"additionalProperties", false}};
    for (const auto& [word, keys] : table.variants) {
      Json then = Json::object();
      for (const auto& name : varying) then[name] = false;
      for (const auto& key : keys) then[key.name] = property(key);
      if (!then.empty()) result["allOf"].push_back({{"if", chosen(table, word)}, {"then", {{"properties", then}}}});
    }
    return result;
  }

  static Json chosen(const KeyTable& table, const std::string& word) {
    Json condition{{"properties", {{table.chooser, {{"const", word}}}}}};
    for (const auto& key : table.keys)
      if (key.name == table.chooser && key.standard != word) condition["required"] = {table.chooser};
    return condition;
  }

  std::set<std::string> known_;
  std::map<std::string, const KeyTable*> waiting_;
  std::map<std::string, Json> definitions_;
};

}  // namespace

std::string scenario_schema() { return SchemaWriter{}.write().dump(1) + "\n"; }

}  // namespace qoslab
