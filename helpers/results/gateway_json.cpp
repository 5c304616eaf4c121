#include "helpers/results/gateway_json.h"

#include "analysis/rates.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

constexpr double milli = 1000;

void put_subject(Json& object, const TrafficReport& report) {
  const auto& subject = report.subject;
  object["gateway"] = subject.gateway;
  if (!subject.group.empty()) object["group"] = subject.group;
  if (subject.direction) object["direction"] = name_of(*subject.direction);
  if (subject.is_stream()) object["class"] = subject.class_name;
  if (subject.subscriber) object["subscriber"] = *subject.subscriber;
  if (report.layer) object["layer"] = to_string(*report.layer);
}

Json delays(const Estimates& metrics) {
  Json object = Json::object();
  for (const auto* key : {"min", "mean", "p50", "p99", "p999", "max"})
    put(object, key, metrics, std::string{"delay."} + key, milli);
  return object;
}

Json waited(const TrafficReport& report) {
  Json object = Json::object();
  for (const auto* key : {"own_shaper", "parent", "port"})
    put(object, key, report.metrics, std::string{"waited."} + key);
  return object;
}

Json rates_of_subscribers(const Estimates& metrics) {
  Json object = Json::object();
  for (const auto* key : {"min", "mean", "max"}) put(object, key, metrics, std::string{"subscriber."} + key);
  return object;
}

Json measured(const StreamResults& sum) {
  return {{"offered", to_json(sum.offered)},
          {"arrived", to_json(sum.arrived)},
          {"drops", packets_by_reason(sum.lost)},
          {"drops_bytes", bytes_by_reason(sum.lost)}};
}

Json to_json(const std::vector<SubscriberRate>& subscribers) {
  Json array = Json::array();
  for (const auto& s : subscribers)
    array.push_back(
        {{"subscriber", s.number}, {"offered_bps", s.offered_bps}, {"arrived_bps", s.arrived_bps}, {"share", s.share}});
  return array;
}

}  // namespace

Json to_json(const TrafficReport& report, const SweepPoint& point) {
  const auto& [subject, layer, metrics, sum] = report;
  Json object{{"subject", name_of(subject)}, {"point", point}};
  put_subject(object, report);
  put(object, "offered_bps", metrics, "offered");
  put(object, "carried_bps", metrics, "throughput");
  put(object, "offered_line_bps", metrics, "offered.line");
  put(object, "carried_line_bps", metrics, "throughput.line");
  put(object, "offered_packets_per_s", metrics, "offered.packets");
  put(object, "carried_packets_per_s", metrics, "packets");
  put(object, "loss_percent", metrics, "loss");
  put_unless_empty(object, "delay_ms", delays(metrics));
  put_unless_empty(object, "waited_percent", waited(report));
  put_unless_empty(object, "subscriber_bps", rates_of_subscribers(metrics));
  put(object, "fairness", metrics, "fairness");
  object["measured"] = measured(sum);
  if (!subject.subscriber) {
    object["drops"] = packets_by_reason(sum.drops);
    object["drops_bytes"] = bytes_by_reason(sum.drops);
    object["books"] = to_json(books_of(sum));
  }
  object["waited"] = {
      {"no", sum.waited[0]}, {"own_shaper", sum.waited[1]}, {"parent", sum.waited[2]}, {"port", sum.waited[3]}};
  object["marked"] = {{"green", sum.marked[0]}, {"yellow", sum.marked[1]}, {"red", sum.marked[2]}};
  if (subject.is_stream()) object["histogram_ns"] = histogram(sum.delays);
  return object;
}

Json to_json(const SubscriberReport& report, const SweepPoint& point) {
  Json object{{"gateway", report.gateway}, {"group", report.group}, {"direction", name_of(report.direction)}};
  object["point"] = point;
  object["subscribers"] = report.subscribers;
  object["loaded"] = report.loaded;
  object["min_bps"] = report.min_bps;
  object["mean_bps"] = report.mean_bps;
  object["max_bps"] = report.max_bps;
  for (const auto& [percent, bps] : report.bands) object["bands_bps"]["p" + std::to_string(percent)] = bps;
  if (report.fairness) object["fairness"] = *report.fairness;
  object["worst"] = to_json(report.worst);
  object["best"] = to_json(report.best);
  return object;
}

Json to_json(const AggregateLevelReport& report, const SweepPoint& point) {
  const auto totals = [&](const AggregateTotals& of) {
    Json object = Json::object();
    if (!of.name.empty()) object["name"] = of.name;
    if (const auto rate = rate_over(of.offered.bytes, report.measured)) object["offered_bps"] = *rate;
    if (const auto rate = rate_over(of.arrived.bytes, report.measured)) object["carried_bps"] = *rate;
    object["offered"] = to_json(of.offered);
    object["arrived"] = to_json(of.arrived);
    object["lost_packets"] = of.lost_packets;
    if (const auto loss = of.loss()) object["loss_percent"] = *loss;
    return object;
  };
  Json object{{"gateway", report.gateway}, {"level", report.level}, {"direction", name_of(report.direction)}};
  object["point"] = point;
  object["number"] = report.number;
  object["all"] = totals(report.sum);
  if (report.worst.loss()) object["worst"] = totals(report.worst);
  if (report.best.loss()) object["best"] = totals(report.best);
  return object;
}

Json to_json(const PlaceReport& report, const SweepPoint& point) {
  Json object{{"name", report.name}, {"point", point}, {"sent", to_json(report.sent)}};
  put(object, "rate_bps", report.metrics, "rate");
  put(object, "packets_per_s", report.metrics, "packets");
  put(object, "busy", report.metrics, "busy", 0.01);
  put(object, "most_waiting", report.metrics, "most_waiting");
  return object;
}

std::optional<Books> books_of_streams(const Report& report) {
  std::optional<Books> sum;
  for (const auto& point : report.points)
    for (const auto& [subject, layer, metrics, stream] : point.traffic) {
      if (!subject.group.empty() || subject.direction) continue;
      if (!sum) sum.emplace();
      *sum += books_of(stream);
    }
  return sum;
}

}  // namespace qoslab
