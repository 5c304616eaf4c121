#include "analysis/gateway_report.h"

#include <algorithm>

#include "analysis/distribution.h"
#include "analysis/rates.h"
#include "analysis/subscribers.h"

namespace qoslab {
namespace {

constexpr std::size_t listed = 10;
constexpr int percentages[] = {1, 5, 25, 50, 75, 95, 99};

template <typename T>
const T* find_named(const std::vector<T>& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const T& item) { return item.name == name; });
  return found == list.end() ? nullptr : &*found;
}

Duration measured_in_all(const std::vector<Results>& replications) {
  Duration sum;
  for (const auto& results : replications) sum += results.measured();
  return sum;
}

/// Of each group and direction, over the replications.
std::vector<SubscriberTotals> totals_of(const std::vector<Results>& replications) {
  std::vector<SubscriberTotals> sums;
  for (const auto& results : replications)
    for (const auto& totals : results.gateway.subscribers) {
      const auto found = std::find_if(sums.begin(), sums.end(), [&](const SubscriberTotals& s) {
        return s.group == totals.group && s.direction == totals.direction;
      });
      if (found == sums.end())
        sums.push_back(totals);
      else
        *found += totals;
    }
  return sums;
}

/// Rates over all the measured time.
class Summary {
 public:
  Summary(const SubscriberTotals& totals, Duration measured) : measured_{measured}, subscribers_{loaded(totals)} {
    report_.gateway = totals.gateway;
    report_.group = totals.group;
    report_.direction = totals.direction;
    report_.subscribers = static_cast<std::int64_t>(totals.offered_bytes.size());
    report_.loaded = static_cast<std::int64_t>(subscribers_.size());
    report_.fairness = fairness_of(subscribers_);
    if (subscribers_.empty()) return;
    rank_by_share();
    rank_by_rate();
  }
  [[nodiscard]] const SubscriberReport& report() const { return report_; }

 private:
  [[nodiscard]] double rate(std::int64_t bytes) const { return rate_over(Bytes{bytes}, measured_).value_or(0); }
  [[nodiscard]] SubscriberRate rate_of(const LoadedSubscriber& s) const {
    return {s.number, rate(s.offered_bytes), rate(s.arrived_bytes), s.share()};
  }

  void rank_by_share() {
    const auto ends = static_cast<std::ptrdiff_t>(std::min(listed, subscribers_.size()));
    const auto first_by = [&](auto before, std::vector<SubscriberRate>& list) {
      std::partial_sort(subscribers_.begin(), subscribers_.begin() + ends, subscribers_.end(),
                        [&](const auto& a, const auto& b) {
                          const auto order = compare(a, b);
                          return order == 0 ? a.number < b.number : before(order);
                        });
      for (auto s = subscribers_.begin(); s != subscribers_.begin() + ends; ++s) list.push_back(rate_of(*s));
    };
    first_by([](std::strong_ordering order) { return order < 0; }, report_.worst);
    first_by([](std::strong_ordering order) { return order > 0; }, report_.best);
  }

  void rank_by_rate() {
    std::vector<std::int64_t> arrived;
    std::int64_t sum = 0;
    for (const auto& s : subscribers_) {
      arrived.push_back(s.arrived_bytes);
      sum += s.arrived_bytes;
    }
    std::sort(arrived.begin(), arrived.end());
    report_.min_bps = rate(arrived.front());
    report_.mean_bps = rate(sum) / static_cast<double>(arrived.size());
    report_.max_bps = rate(arrived.back());
    for (const int percent : percentages)
      report_.bands.push_back(
          {percent, rate(arrived[nearest_rank(arrived.size(), static_cast<std::size_t>(percent), 100)])});
  }

  Duration measured_;
  std::vector<LoadedSubscriber> subscribers_;
  SubscriberReport report_;
};

}  // namespace

std::vector<TrafficReport> traffic_reports(const std::vector<Results>& replications, const GatewaysSpec& spec) {
  TrafficSums sums;
  for (const auto& results : replications) sums.add(results.gateway);
  std::vector<TrafficReport> reports;
  for (const auto& [subject, sum] : sums.all()) {
    const auto* gateway = find_named(spec.gateways, subject.gateway);
    reports.push_back({subject, gateway == nullptr ? std::nullopt : std::optional{gateway->layer}, {}, sum});
  }
  return reports;
}

std::vector<PlaceReport> place_reports(const std::vector<Results>& replications) {
  std::vector<PlaceReport> reports;
  std::map<std::string, std::size_t> indices;
  for (const auto& results : replications)
    for (const auto& place : results.gateway.places) {
      const auto [index, is_new] = indices.try_emplace(place.name, reports.size());
      if (is_new) reports.push_back({place.name, {}, {}});
      reports[index->second].sent += place.sent;
    }
  return reports;
}

std::vector<SubscriberReport> subscriber_reports(const std::vector<Results>& replications) {
  const Duration measured = measured_in_all(replications);
  std::vector<SubscriberReport> reports;
  for (const auto& totals : totals_of(replications)) {
    const Summary summary{totals, measured};
    if (summary.report().loaded > 0) reports.push_back(summary.report());
  }
  return reports;
}

}  // namespace qoslab
