// Whose traffic: the gateway's, a direction's, a group's, a class's, a sampled subscriber's; and its streams added up.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/results/gateway_results.h"

namespace qoslab {

/// Empty and absent parts mean: all of them. A sample is no part of its group, which has it already.
struct TrafficSubject {
  std::string gateway;
  std::string group;
  std::string class_name;
  std::optional<Direction> direction;
  std::optional<std::int64_t> subscriber;

  auto operator<=>(const TrafficSubject&) const = default;
  /// One class of one direction: what a stream is of.
  [[nodiscard]] bool is_stream() const { return !class_name.empty(); }
};

constexpr const char* name_of(Direction direction) {
  return direction == Direction::upstream ? "upstream" : "downstream";
}

/// As references call it: `bng`, `bng.upstream`, `premium`, `premium.downstream/ef`, `premium[17].downstream/ef`.
std::string name_of(const TrafficSubject& subject);

TrafficSubject subject_of(const StreamResults& stream);

/// Adds everything that is counted; what the stream is of stays as it is.
StreamResults& operator+=(StreamResults& sum, const StreamResults& stream);

/// Streams added up to each subject that they belong to.
class TrafficSums {
 public:
  void add(const GatewayResults& gateway);
  /// In order of their first appearance, the coarser before the finer.
  [[nodiscard]] const std::vector<std::pair<TrafficSubject, StreamResults>>& all() const { return sums_; }

 private:
  std::map<TrafficSubject, std::size_t> indices_;
  std::vector<std::pair<TrafficSubject, StreamResults>> sums_;
};

}  // namespace qoslab
