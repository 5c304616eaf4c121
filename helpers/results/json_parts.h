// What the parts of results.json are made of.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/balance.h"
#include "analysis/statistics.h"
#include "model/results/delay_histogram.h"

namespace qoslab {

using Json = nlohmann::ordered_json;

inline void put(Json& object, const std::string& key, const Estimate& estimate, double factor = 1) {
  object[key] = estimate.mean * factor;
  if (estimate.ci95) object[key + "_ci95"] = *estimate.ci95 * factor;
}

/// Puts the metric if there is one.
inline void put(Json& object, const std::string& key, const Estimates& metrics, std::string_view metric,
                double factor = 1) {
  if (const auto found = metrics.find(metric); found != metrics.end()) put(object, key, found->second, factor);
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

inline Json packets_by_reason(const std::map<std::string, Count>& drops) {
  Json object = Json::object();
  for (const auto& [reason, count] : drops) object[reason] = count.packets;
  return object;
}

inline Json bytes_by_reason(const std::map<std::string, Count>& drops) {
  Json object = Json::object();
  for (const auto& [reason, count] : drops) object[reason] = count.bytes.count();
  return object;
}

inline Json to_json(const Count& count) { return {{"packets", count.packets}, {"bytes", count.bytes.count()}}; }

inline Json to_json(const Books& books) {
  return {{"sent", to_json(books.sent)},
          {"delivered", to_json(books.delivered)},
          {"dropped", to_json(books.dropped)},
          {"queued", to_json(books.queued)},
          {"in_flight", to_json(books.in_flight)}};
}

/// Bins by their first nanosecond.
inline Json histogram(const std::vector<DelayHistogram::Bin>& bins) {
  Json array = Json::array();
  for (const auto& [number, count] : bins)
    array.push_back({DelayHistogram::first(number) / Duration::nanoseconds(1), count});
  return array;
}

inline Json histogram(const DelayHistogram& delays) { return histogram(delays.bins()); }

inline void put_unless_empty(Json& object, const std::string& key, Json value) {
  if (!value.empty()) object[key] = std::move(value);
}

}  // namespace qoslab
