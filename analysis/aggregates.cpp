#include "analysis/aggregates.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "analysis/rates.h"
#include "model/bng/subscriber_places.h"

namespace qoslab {
namespace {

AggregateTotals& operator+=(AggregateTotals& sum, const AggregateTotals& other) {
  sum.offered += other.offered;
  sum.arrived += other.arrived;
  sum.lost_packets += other.lost_packets;
  return sum;
}

AggregateTotals subscriber(const SubscriberTotals& totals, std::size_t n) {
  return {"",
          {totals.offered_packets[n], Bytes{totals.offered_bytes[n]}},
          {totals.arrived_packets[n], Bytes{totals.arrived_bytes[n]}},
          totals.lost_packets[n]};
}

/// The aggregates of one gateway, level by level and port by port, in both directions.
class Aggregates {
 public:
  Aggregates(const GatewaysSpec& all, const GatewaySpec& gateway)
      : gateway_{gateway}, parts_{bng::parts_of(all, gateway)}, places_{parts_} {}

  void add(const SubscriberTotals& totals) {
    const auto named = [&](const auto& g) { return g.name == totals.group; };
    const auto group = static_cast<std::size_t>(std::find_if(parts_.groups.begin(), parts_.groups.end(), named) -
                                                parts_.groups.begin());
    for (std::size_t n = 0; n < totals.offered_packets.size(); ++n) {
      const auto number = static_cast<std::int64_t>(n);
      for (std::size_t level = 0; level < gateway_.access.scheduler.aggregates.size(); ++level) {
        auto& port = found_[{totals.direction, level, places_.link_of(number)}];
        const auto at = static_cast<std::size_t>(places_.aggregate_of(group, number, level));
        if (at >= port.size()) port.resize(at + 1);
        port[at] += subscriber(totals, n);
      }
    }
  }

  [[nodiscard]] std::vector<AggregateLevelReport> reports(Duration measured) const {
    std::map<std::pair<Direction, std::size_t>, AggregateLevelReport> levels;
    for (const auto& [key, port] : found_) {
      const auto& [direction, level, link] = key;
      const auto& name = gateway_.access.scheduler.aggregates[level].name;
      auto& report = levels[{direction, level}];
      report.gateway = gateway_.name;
      report.level = name;
      report.direction = direction;
      report.measured = measured;
      for (std::size_t i = 0; i < port.size(); ++i) {
        auto one = port[i];
        one.name = gateway_.name + ".access." + std::to_string(link) + "/" + name + "." + std::to_string(i);
        add(report, one);
      }
    }
    std::vector<AggregateLevelReport> all;
    for (auto& [key, report] : levels)
      if (report.number > 0) all.push_back(std::move(report));
    return all;
  }

 private:
  static void add(AggregateLevelReport& report, const AggregateTotals& one) {
    if (one.offered.packets + one.arrived.packets + one.lost_packets == 0) return;
    ++report.number;
    report.sum += one;
    if (!one.loss()) return;  // nothing had its end
    if (!report.worst.loss() || *one.loss() > *report.worst.loss()) report.worst = one;
    if (!report.best.loss() || *one.loss() < *report.best.loss()) report.best = one;
  }

  using Port = std::tuple<Direction, std::size_t, std::int64_t>;  ///< with a level and the number of the link
  const GatewaySpec& gateway_;
  bng::GatewayParts parts_;
  bng::SubscriberPlaces places_;
  std::map<Port, std::vector<AggregateTotals>> found_;
};

}  // namespace

std::optional<double> AggregateTotals::loss() const { return percent_of(lost_packets, lost_packets + arrived.packets); }

std::vector<AggregateLevelReport> aggregate_reports(const std::vector<Results>& replications,
                                                    const GatewaysSpec& spec) {
  Duration measured;
  for (const auto& results : replications) measured += results.measured();
  std::vector<AggregateLevelReport> all;
  for (const auto& gateway : spec.gateways) {
    if (gateway.access.scheduler.aggregates.empty()) continue;
    Aggregates aggregates{spec, gateway};
    for (const auto& results : replications)
      for (const auto& totals : results.gateway.subscribers)
        if (totals.gateway == gateway.name) aggregates.add(totals);
    for (auto& report : aggregates.reports(measured)) all.push_back(std::move(report));
  }
  return all;
}

}  // namespace qoslab
