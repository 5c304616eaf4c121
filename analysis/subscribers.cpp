#include "analysis/subscribers.h"

#include <map>
#include <string>

#include "analysis/statistics.h"

namespace qoslab {
namespace {

void add(std::vector<std::int64_t>& sums, const std::vector<std::int64_t>& numbers) {
  if (sums.size() < numbers.size()) sums.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) sums[i] += numbers[i];
}

}  // namespace

std::vector<LoadedSubscriber> loaded(const SubscriberTotals& totals) {
  std::vector<LoadedSubscriber> subscribers;
  for (std::size_t i = 0; i < totals.offered_bytes.size(); ++i)
    if (totals.offered_bytes[i] > 0)
      subscribers.push_back({static_cast<std::int64_t>(i), totals.offered_bytes[i], totals.arrived_bytes[i]});
  return subscribers;
}

std::strong_ordering compare(const LoadedSubscriber& a, const LoadedSubscriber& b) {
  const Int128 left = static_cast<Int128>(a.arrived_bytes) * b.offered_bytes;
  const Int128 right = static_cast<Int128>(b.arrived_bytes) * a.offered_bytes;
  if (left != right) return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
  return a.arrived_bytes <=> b.arrived_bytes;
}

SubscriberTotals& operator+=(SubscriberTotals& sum, const SubscriberTotals& totals) {
  add(sum.offered_bytes, totals.offered_bytes);
  add(sum.arrived_bytes, totals.arrived_bytes);
  add(sum.offered_packets, totals.offered_packets);
  add(sum.arrived_packets, totals.arrived_packets);
  add(sum.lost_packets, totals.lost_packets);
  return sum;
}

std::vector<LoadedSubscriber> loaded_together(std::span<const SubscriberTotals* const> totals) {
  std::map<std::string, SubscriberTotals> groups;
  for (const auto* part : totals) groups[part->group] += *part;
  std::vector<LoadedSubscriber> all;
  for (const auto& [name, group] : groups) {
    const auto of_group = loaded(group);
    all.insert(all.end(), of_group.begin(), of_group.end());
  }
  return all;
}

std::optional<double> fairness_of(const std::vector<LoadedSubscriber>& subscribers) {
  std::vector<double> shares;
  shares.reserve(subscribers.size());
  for (const auto& subscriber : subscribers) shares.push_back(subscriber.share());
  return fairness(shares);
}

}  // namespace qoslab
