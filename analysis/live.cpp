#include "analysis/live.h"

#include <map>
#include <optional>
#include <utility>

#include "analysis/rates.h"
#include "analysis/traffic.h"

namespace qoslab {
namespace {

void put(std::vector<LiveValue>& values, const std::string& subject, const char* metric, std::optional<double> value) {
  if (value) values.push_back({subject, metric, *value});
}

std::optional<double> mean_ms(Int128 sum_ps, std::int64_t count) {
  if (count == 0) return std::nullopt;
  return static_cast<double>(sum_ps) / static_cast<double>(count) / 1e9;
}

void add(std::vector<LiveTraffic>& sums, std::map<std::string, std::size_t>& places, const std::string& subject,
         const LiveTraffic& part) {
  const auto [place, fresh] = places.try_emplace(subject, sums.size());
  if (fresh) {
    sums.push_back(part);
    return;
  }
  auto& sum = sums[place->second];
  sum.offered += part.offered;
  sum.arrived += part.arrived;
  sum.lost += part.lost;
  sum.delays += part.delays;
  sum.delay_sum += part.delay_sum;
}

}  // namespace

std::vector<LiveValue> live_values(const LiveReading& reading) {
  std::vector<LiveValue> values;
  for (const auto& flow : reading.flows) {
    put(values, flow.name, "goodput_bps", rate_over(flow.payload, reading.over));
    put(values, flow.name, "loss_percent", percent_of(flow.lost, flow.ended));
    put(values, flow.name, "delay_mean_ms", mean_ms(flow.delay_sum, flow.delays));
  }
  std::vector<LiveTraffic> sums;
  std::map<std::string, std::size_t> places;
  for (const auto& part : reading.traffic) {
    add(sums, places, name_of(TrafficSubject{part.gateway, "", "", part.direction, {}}), part);
    add(sums, places, name_of(TrafficSubject{part.gateway, part.group, "", part.direction, {}}), part);
  }
  for (const auto& [subject, place] : places) {
    const auto& sum = sums[place];
    put(values, subject, "offered_bps", rate_over(sum.offered.bytes, sum.over));
    put(values, subject, "carried_bps", rate_over(sum.arrived.bytes, sum.over));
    put(values, subject, "loss_percent", percent_of(sum.lost.packets, sum.lost.packets + sum.arrived.packets));
    put(values, subject, "delay_mean_ms", mean_ms(sum.delay_sum, sum.delays));
  }
  return values;
}

}  // namespace qoslab
