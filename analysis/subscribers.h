// What single subscribers got, and how evenly.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/results/gateway_results.h"

namespace qoslab {

/// A subscriber that was offered something. Bytes at the gateway's layer, of the measured time.
struct LoadedSubscriber {
  std::int64_t number = 0;  ///< in its group
  std::int64_t offered_bytes = 0;
  std::int64_t arrived_bytes = 0;

  [[nodiscard]] double share() const { return static_cast<double>(arrived_bytes) / static_cast<double>(offered_bytes); }
};

/// In order of their numbers.
std::vector<LoadedSubscriber> loaded(const SubscriberTotals& totals);

/// How `a` fared in comparison with `b`: by the share of its offer, and of equal shares by what it got. Exact.
std::strong_ordering compare(const LoadedSubscriber& a, const LoadedSubscriber& b);

/// Number by number.
SubscriberTotals& operator+=(SubscriberTotals& sum, const SubscriberTotals& totals);

/// The subscribers of several totals together: both directions of one subscriber are one, and those of different
/// groups different ones.
std::vector<LoadedSubscriber> loaded_together(std::span<const SubscriberTotals* const> totals);

/// Jain's index of the shares. Absent without subscribers, or if none got anything.
std::optional<double> fairness_of(const std::vector<LoadedSubscriber>& subscribers);

}  // namespace qoslab
