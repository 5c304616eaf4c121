#include "helpers/results/subscribers_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "analysis/rates.h"
#include "analysis/traffic.h"
#include "model/bng/subscriber_places.h"

namespace qoslab {
namespace {

constexpr const char* columns =
    "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets,link,place,rate_bps,"
    "offered_bps,arrived_bps,share_percent,lost_packets";

/// What a profile lets its subscriber have: downstream its rate, upstream that of its root arbiter.
std::optional<Rate> rate_of(const ProfileSpec& profile, Direction direction) {
  if (direction == Direction::downstream) return profile.rate;
  return profile.arbiters.empty() ? std::nullopt : std::optional{profile.arbiters.front().rate};
}

/// Empty where there is none.
std::string field(std::optional<double> value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : "";
}

/// The lines of one gateway's groups.
class Lines {
 public:
  Lines(const GatewaysSpec& all, const GatewaySpec& gateway) : parts_{bng::parts_of(all, gateway)}, places_{parts_} {}

  void append(std::string& csv, const SubscriberTotals& totals, Duration measured, const std::string& ending) const {
    const auto group = static_cast<std::size_t>(std::find_if(parts_.groups.begin(), parts_.groups.end(),
                                                             [&](const auto& g) { return g.name == totals.group; }) -
                                                parts_.groups.begin());
    const auto rate = rate_of(parts_.profiles[parts_.profile_of[group]], totals.direction);
    const auto beginning = csv_field(totals.group) + "," + name_of(totals.direction);
    for (std::size_t i = 0; i < totals.offered_bytes.size(); ++i) {
      const auto number = static_cast<std::int64_t>(i);
      const auto offered = rate_over(Bytes{totals.offered_bytes[i]}, measured);
      const auto arrived = rate_over(Bytes{totals.arrived_bytes[i]}, measured);
      std::optional<double> share;
      if (offered && arrived && *offered > 0)
        share = 100 * *arrived / (rate ? std::min(*offered, static_cast<double>(rate->bps())) : *offered);
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{},{},{},{},{},{}{}", beginning, i,
                     totals.offered_bytes[i], totals.arrived_bytes[i], totals.offered_packets[i],
                     totals.arrived_packets[i], places_.link_of(number), csv_field(places_.path_of(group, number)),
                     rate ? std::to_string(rate->bps()) : "", field(offered, 0), field(arrived, 0), field(share, 2),
                     totals.lost_packets[i], ending);
    }
  }

 private:
  bng::GatewayParts parts_;
  bng::SubscriberPlaces places_;
};

}  // namespace

std::string subscribers_csv(const std::vector<Scenario>& points,
                            const std::vector<std::vector<Results>>& replications_by_point, Replications which) {
  const auto append = [](std::string& csv, const Scenario& point, const Results& results, const std::string& ending) {
    for (const auto& gateway : point.gateways.gateways) {
      const Lines lines{point.gateways, gateway};
      for (const auto& totals : results.gateway.subscribers)
        if (totals.gateway == gateway.name) lines.append(csv, totals, results.measured(), ending);
    }
  };
  return csv_of(columns, points, replications_by_point, which, append);
}

}  // namespace qoslab
