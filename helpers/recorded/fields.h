// What an object of a JSON file has, asked by key and type. A wrong type counts as absent and is noted down.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "helpers/recorded/results.h"

namespace qoslab::recorded {

using Json = nlohmann::json;

/// Keeps the first few things that are not as they should be.
class Oddities {
 public:
  void add(const std::string& where, const std::string& what);
  [[nodiscard]] std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

/// An object, and how it was reached. It must not outlive the JSON, nor the Fields it was taken from.
class Fields {
 public:
  Fields(const Json& object, Oddities& oddities) : object_{&object}, oddities_{&oddities} {}

  [[nodiscard]] std::string text(const char* key) const;
  [[nodiscard]] std::optional<double> number(const char* key) const;
  /// Absent: 0.
  [[nodiscard]] std::int64_t integer(const char* key) const;
  [[nodiscard]] std::optional<bool> boolean(const char* key) const;
  /// The number, and `key`_ci95 beside it; both times `factor`.
  [[nodiscard]] Measured measure(const char* key, double factor = 1) const;
  [[nodiscard]] Count count(const char* key) const;
  [[nodiscard]] ByReason by_reason(const char* key) const;
  [[nodiscard]] Point point() const;
  /// A list of text; a single one is a list of one.
  [[nodiscard]] std::vector<std::string> texts(const char* key) const;
  [[nodiscard]] std::vector<double> numbers(const char* key) const;
  /// [[ns, count], ...], in ascending order.
  [[nodiscard]] std::vector<Bin> bins(const char* key) const;
  /// An empty object if there is none.
  [[nodiscard]] Fields object(const char* key) const;
  [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
  [[nodiscard]] const Json& json() const { return *object_; }

  /// What make(Fields) makes of each object in a list.
  template <typename Make>
  [[nodiscard]] auto list(const char* key, Make&& make) const {
    std::vector<decltype(make(*this))> all;
    const Json* array = array_at(key);
    if (array == nullptr) return all;
    for (std::size_t i = 0; i < array->size(); ++i) {
      if ((*array)[i].is_object())
        all.push_back(make(Fields{(*array)[i], *this, key, i}));
      else
        odd(key, i, (*array)[i], "an object");
    }
    return all;
  }

 private:
  static constexpr std::size_t no_index = static_cast<std::size_t>(-1);

  Fields(const Json& object, const Fields& above, const char* key, std::size_t index)
      : object_{&object}, oddities_{above.oddities_}, above_{&above}, key_{key}, index_{index} {}

  /// Null counts as absent.
  [[nodiscard]] const Json* find(const char* key) const;
  [[nodiscard]] const Json* array_at(const char* key) const;
  [[nodiscard]] std::optional<std::int64_t> whole(const Json& value) const;
  void odd(const char* key, std::size_t index, const Json& value, const char* wanted) const;
  [[nodiscard]] std::string place() const;

  const Json* object_;
  Oddities* oddities_;
  const Fields* above_ = nullptr;
  const char* key_ = "";
  std::size_t index_ = no_index;
};

}  // namespace qoslab::recorded
