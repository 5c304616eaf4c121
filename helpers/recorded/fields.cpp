#include "helpers/recorded/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace qoslab::recorded {
namespace {

const Json nothing = Json::object();

std::string step(const char* key, std::size_t index, std::size_t no_index) {
  return index == no_index ? key : std::string{key} + "[" + std::to_string(index) + "]";
}

std::string kind_of(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_string()) return "text";
  if (value.is_boolean()) return "true or false";
  if (value.is_null()) return "null";
  return "the number " + value.dump();
}

}  // namespace

void Oddities::add(const std::string& where, const std::string& what) {
  if (list_.size() < most_oddities)
    list_.push_back(where + ": " + what);
  else if (list_.size() == most_oddities)
    list_.emplace_back("and more of this kind");
}

const Json* Fields::find(const char* key) const {
  const auto found = object_->find(key);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

std::string Fields::place() const {
  if (above_ == nullptr) return "";
  const auto before = above_->place();
  return (before.empty() ? "" : before + ".") + step(key_, index_, no_index);
}

void Fields::odd(const char* key, std::size_t index, const Json& value, const char* wanted) const {
  const auto before = place();
  oddities_->add((before.empty() ? "" : before + ".") + step(key, index, no_index),
                 kind_of(value) + ", where " + wanted + " is wanted");
}

std::optional<std::int64_t> Fields::whole(const Json& value) const {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double number = value.get<double>();
  if (!(std::abs(number) <= exact) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

std::string Fields::text(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return "";
  if (value->is_string()) return value->get<std::string>();
  odd(key, no_index, *value, "text");
  return "";
}

std::optional<double> Fields::number(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_number() && std::isfinite(value->get<double>())) return value->get<double>();
  odd(key, no_index, *value, "a number");
  return std::nullopt;
}

std::int64_t Fields::integer(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return 0;
  if (const auto number = whole(*value)) return *number;
  odd(key, no_index, *value, "a whole number");
  return 0;
}

std::optional<bool> Fields::boolean(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  odd(key, no_index, *value, "true or false");
  return std::nullopt;
}

Measured Fields::measure(const char* key, double factor) const {
  const auto value = number(key);
  if (!value) return std::nullopt;
  Measure measure{*value * factor};
  if (const auto ci95 = number((std::string{key} + "_ci95").c_str())) measure.ci95 = *ci95 * factor;
  return measure;
}

Count Fields::count(const char* key) const {
  const auto of = object(key);
  return {of.integer("packets"), of.integer("bytes")};
}

ByReason Fields::by_reason(const char* key) const {
  ByReason all;
  const auto of = object(key);
  for (const auto& [reason, value] : of.json().items()) {
    if (const auto number = whole(value))
      all[reason] = *number;
    else
      of.odd(reason.c_str(), no_index, value, "a whole number");
  }
  return all;
}

Point Fields::point() const {
  Point all;
  const auto of = object("point");
  for (const auto& [parameter, value] : of.json().items()) {
    if (value.is_string())
      all[parameter] = value.get<std::string>();
    else if (value.is_number() || value.is_boolean())
      all[parameter] = value.dump();
    else
      of.odd(parameter.c_str(), no_index, value, "text");
  }
  return all;
}

const Json* Fields::array_at(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr || value->is_array()) return value;
  odd(key, no_index, *value, "a list");
  return nullptr;
}

std::vector<std::string> Fields::texts(const char* key) const {
  const Json* value = find(key);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  std::vector<std::string> all;
  if (const Json* array = array_at(key)) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      if ((*array)[i].is_string())
        all.push_back((*array)[i].get<std::string>());
      else
        odd(key, i, (*array)[i], "text");
    }
  }
  return all;
}

std::vector<double> Fields::numbers(const char* key) const {
  std::vector<double> all;
  if (const Json* array = array_at(key)) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      if ((*array)[i].is_number())
        all.push_back((*array)[i].get<double>());
      else
        odd(key, i, (*array)[i], "a number");
    }
  }
  return all;
}

std::vector<Bin> Fields::bins(const char* key) const {
  std::vector<Bin> all;
  const Json* array = array_at(key);
  if (array == nullptr) return all;
  all.reserve(array->size());
  for (std::size_t i = 0; i < array->size(); ++i) {
    const Json& pair = (*array)[i];
    const bool two = pair.is_array() && pair.size() == 2;
    const auto ns = two ? whole(pair[0]) : std::nullopt;
    const auto count = two ? whole(pair[1]) : std::nullopt;
    if (ns && count && *ns >= 0 && *count >= 0)
      all.push_back({*ns, *count});
    else
      odd(key, i, pair, "[nanoseconds, count]");
  }
  std::stable_sort(all.begin(), all.end(), [](const Bin& a, const Bin& b) { return a.ns < b.ns; });
  return all;
}

Fields Fields::object(const char* key) const {
  const Json* value = find(key);
  if (value != nullptr && value->is_object()) return {*value, *this, key, no_index};
  if (value != nullptr) odd(key, no_index, *value, "an object");
  return {nothing, *this, key, no_index};
}

}  // namespace qoslab::recorded
