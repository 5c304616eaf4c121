// The parts of results that were read, as they are in the file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "helpers/recorded/results.h"

namespace qoslab::test {

using Json = nlohmann::json;

Json written(const recorded::Count& count);
Json written(const recorded::Books& books);
/// `factor`: of the file's unit to a millisecond.
Json written(const recorded::Delays& delays, double factor = 1);
Json written(const recorded::Bin& bin);
Json written(const recorded::Flow& flow);
Json written(const recorded::PortClass& port_class);
Json written(const recorded::Traffic& traffic);
Json written(const recorded::Subscriber& subscriber);
Json written(const recorded::Subscribers& of);
Json written(const recorded::Place& place);
Json written(const recorded::AggregateTotals& totals);
Json written(const recorded::AggregateLevel& of);
Json written(const recorded::Fairness& fairness);
Json written(const recorded::Reference& reference);
Json written(const recorded::Expectation& expectation);
Json written(const recorded::Parameter& parameter);
Json written(const recorded::PointReached& reached);
Json written(const recorded::Violation& violation);
Json written(const recorded::Balance& balance);
Json written(const recorded::Performance& performance);

// Of an emulation.
Json written(const recorded::Account& account);
Json written(const recorded::Lateness& lateness);
Json written(const recorded::SelfTest& test);
Json written(const recorded::Certificate& certificate);
Json written(const recorded::EmulationPort& port);
Json written(const recorded::ModelFlow& flow);

template <typename T>
Json list(const std::vector<T>& entries) {
  Json array = Json::array();
  for (const auto& entry : entries) array.push_back(written(entry));
  return array;
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

inline void put(Json& object, const std::string& key, const std::optional<double>& number) {
  if (number) object[key] = *number;
}

inline void put(Json& object, const std::string& key, const recorded::Measured& measured, double factor = 1) {
  if (!measured) return;
  const auto& [value, ci95] = *measured;
  object[key] = value * factor;
  if (ci95) object[key + "_ci95"] = *ci95 * factor;
}

}  // namespace qoslab::test
