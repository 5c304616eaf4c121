#include "analysis/gateway_metrics.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "analysis/distribution.h"
#include "analysis/rates.h"
#include "analysis/subscribers.h"
#include "analysis/traffic.h"

namespace qoslab {
namespace {

using Value = std::optional<double>;

/// What the formulas below see of one subject.
struct Observed {
  const StreamResults& stream;
  std::vector<LoadedSubscriber> subscribers;  ///< of classes and samples none
  Duration measured;
};
using O = const Observed&;

Value if_offered(O o, Value value) { return o.stream.offered.packets > 0 ? value : std::nullopt; }

/// What arrives without an offer was offered before the measured time.
Value if_seen(O o, Value value) {
  return o.stream.offered.packets + o.stream.arrived.packets > 0 ? value : std::nullopt;
}

std::int64_t lost(O o) {
  std::int64_t sum = 0;
  for (const auto& [reason, count] : o.stream.lost) sum += count.packets;
  return sum;
}

/// A packet counts where its end falls: of what was offered in the measured time some ends later, and what is dropped
/// in it may have been offered before.
Value loss(O o) { return percent_of(lost(o), lost(o) + o.stream.arrived.packets); }

Value seconds(std::optional<Duration> delay) { return delay ? Value{delay->to_seconds()} : std::nullopt; }

Value mean_delay(O o) {
  const auto& delays = o.stream.delays;
  if (delays.count() == 0) return std::nullopt;
  return static_cast<double>(delays.sum_ps()) / static_cast<double>(delays.count()) / 1e12;
}

bool got_less(const LoadedSubscriber& a, const LoadedSubscriber& b) { return a.arrived_bytes < b.arrived_bytes; }

Value least_of_subscribers(O o) {
  if (o.subscribers.empty()) return std::nullopt;
  const auto least = std::min_element(o.subscribers.begin(), o.subscribers.end(), got_less);
  return rate_over(Bytes{least->arrived_bytes}, o.measured);
}

Value most_of_subscribers(O o) {
  if (o.subscribers.empty()) return std::nullopt;
  const auto most = std::max_element(o.subscribers.begin(), o.subscribers.end(), got_less);
  return rate_over(Bytes{most->arrived_bytes}, o.measured);
}

Value mean_of_subscribers(O o) {
  Bytes sum;
  for (const auto& subscriber : o.subscribers) sum += Bytes{subscriber.arrived_bytes};
  const auto rate = rate_over(sum, o.measured);
  if (o.subscribers.empty() || !rate) return std::nullopt;
  return *rate / static_cast<double>(o.subscribers.size());
}

Value waited_for(O o, Waited reason) {
  const auto& waited = o.stream.waited;
  return percent_of(waited[static_cast<std::size_t>(reason)],
                    std::accumulate(waited.begin(), waited.end(), std::int64_t{0}));
}

/// What so many percent of the loaded subscribers do not exceed: the nearest rank.
Value percentile_of_subscribers(O o, std::size_t percent) {
  if (o.subscribers.empty()) return std::nullopt;
  std::vector<std::int64_t> arrived;
  for (const auto& subscriber : o.subscribers) arrived.push_back(subscriber.arrived_bytes);
  const auto rank = arrived.begin() + static_cast<std::ptrdiff_t>(nearest_rank(arrived.size(), percent, 100));
  std::nth_element(arrived.begin(), rank, arrived.end());
  return rate_over(Bytes{*rank}, o.measured);
}

struct Formula {
  std::string_view metric;
  Value (*value)(O);
};

constexpr std::array formulas = std::to_array<Formula>({
    {"packets", [](O o) { return if_seen(o, packet_rate_over(o.stream.arrived.packets, o.measured)); }},
    {"throughput", [](O o) { return if_seen(o, rate_over(o.stream.arrived.bytes, o.measured)); }},
    {"throughput.line", [](O o) { return if_seen(o, rate_over(o.stream.arrived_line, o.measured)); }},
    {"offered.packets", [](O o) { return if_offered(o, packet_rate_over(o.stream.offered.packets, o.measured)); }},
    {"offered", [](O o) { return if_offered(o, rate_over(o.stream.offered.bytes, o.measured)); }},
    {"offered.line", [](O o) { return if_offered(o, rate_over(o.stream.offered_line, o.measured)); }},
    {"loss", loss},
    {"delay.min", [](O o) { return seconds(o.stream.delays.least()); }},
    {"delay.mean", mean_delay},
    {"delay.p50", [](O o) { return seconds(o.stream.delays.quantile(0.5)); }},
    {"delay.p99", [](O o) { return seconds(o.stream.delays.quantile(0.99)); }},
    {"delay.p999", [](O o) { return seconds(o.stream.delays.quantile(0.999)); }},
    {"delay.max", [](O o) { return seconds(o.stream.delays.most()); }},
    {"subscriber.min", least_of_subscribers},
    {"subscriber.p1", [](O o) { return percentile_of_subscribers(o, 1); }},
    {"subscriber.p5", [](O o) { return percentile_of_subscribers(o, 5); }},
    {"subscriber.mean", mean_of_subscribers},
    {"subscriber.max", most_of_subscribers},
    {"fairness", [](O o) { return fairness_of(o.subscribers); }},
    {"waited.own_shaper", [](O o) { return waited_for(o, Waited::own_shaper); }},
    {"waited.parent", [](O o) { return waited_for(o, Waited::parent); }},
    {"waited.port", [](O o) { return waited_for(o, Waited::port); }},
    {"sent.packets", [](O o) { return if_offered(o, static_cast<double>(o.stream.offered.packets)); }},
    {"lost.packets", [](O o) { return if_seen(o, static_cast<double>(lost(o))); }},
});

std::vector<LoadedSubscriber> subscribers_of(const TrafficSubject& subject, const GatewayResults& gateway) {
  if (subject.is_stream() || subject.subscriber) return {};
  std::vector<const SubscriberTotals*> parts;
  for (const auto& totals : gateway.subscribers)
    if (totals.gateway == subject.gateway && (subject.group.empty() || totals.group == subject.group) &&
        (!subject.direction || totals.direction == *subject.direction))
      parts.push_back(&totals);
  return loaded_together(parts);
}

}  // namespace

GatewayMeasures::GatewayMeasures(const GatewayResults& gateway, Duration measured) {
  TrafficSums sums;
  sums.add(gateway);
  for (const auto& [subject, stream] : sums.all()) {
    const Observed observed{stream, subscribers_of(subject, gateway), measured};
    auto& values = traffic_[name_of(subject)];
    for (const auto& formula : formulas)
      if (const auto value = formula.value(observed)) values.emplace(formula.metric, *value);
  }
  for (const auto& place : gateway.places) {
    auto& values = places_[place.name];
    const auto put = [&](std::string_view metric, Value value) {
      if (value) values.emplace(metric, *value);
    };
    put("rate", rate_over(place.sent.bytes, measured));
    put("packets", packet_rate_over(place.sent.packets, measured));
    // A level without a rate of its own cannot say how busy it is.
    if (place.busy > 0 || place.sent.packets == 0) put("busy", 100 * place.busy);
    if (place.most_waiting.packets > 0) put("most_waiting", static_cast<double>(place.most_waiting.packets));
  }
}

std::optional<MetricSubject> GatewayMeasures::kind_of(std::string_view subject) const {
  if (traffic_.contains(subject)) return MetricSubject::traffic;
  if (places_.contains(subject)) return MetricSubject::place;
  return std::nullopt;
}

std::optional<double> GatewayMeasures::value(const MetricName& name) const {
  for (const auto* all : {&traffic_, &places_})
    if (const auto subject = all->find(name.subject); subject != all->end()) {
      const auto found = subject->second.find(name.metric);
      return found == subject->second.end() ? std::nullopt : Value{found->second};
    }
  return std::nullopt;
}

}  // namespace qoslab
