#include "helpers/results/json.h"

#include <algorithm>

#include "helpers/recorded/results.h"
#include "helpers/results/gateway_json.h"
#include "helpers/results/json_layout.h"
#include "helpers/results/json_parts.h"
#include "helpers/results/names.h"
#include "model/results/metric_names.h"

namespace qoslab {
namespace {

constexpr double milli = 1000;

/// The metrics `group`.* of a flow, named by what follows the dot.
Json group(const Estimates& metrics, const std::string& name, double factor) {
  Json object = Json::object();
  for (const auto& info : metric_table) {
    if (info.subject != MetricSubject::flow || !info.name.starts_with(name + ".")) continue;
    const bool is_time = info.unit == "s";
    put(object, std::string{info.name.substr(name.size() + 1)}, metrics, info.name, is_time ? factor : 1);
  }
  return object;
}

Json reservation(const Estimates& metrics) {
  Json object = Json::object();
  put(object, "admitted", metrics, "reservation.admitted");
  put(object, "set_up_s", metrics, "reservation.set_up");
  put(object, "bound_ms", metrics, "reservation.bound", milli);
  put(object, "worst_queueing_ms", metrics, "reservation.worst_queueing", milli);
  return object;
}

Json to_json(const FlowReport& flow, const SweepPoint& point) {
  Json object{{"name", flow.name}, {"class", flow.label}, {"point", point}};
  put(object, "offered_bps", flow.metrics, "offered.ip");
  put(object, "carried_bps", flow.metrics, "throughput.ip");
  put(object, "goodput_bps", flow.metrics, "goodput");
  object["sent"] = flow.books.sent.packets;
  object["delivered"] = flow.books.delivered.packets;
  object["lost"] = flow.books.dropped.packets;
  object["queued"] = flow.books.queued.packets;
  object["in_flight"] = flow.books.in_flight.packets;
  put(object, "loss_percent", flow.metrics, "loss");
  put(object, "loss_bytes_percent", flow.metrics, "loss.bytes");
  object["drops"] = packets_by_reason(flow.drops);
  object["drops_bytes"] = bytes_by_reason(flow.drops);
  object["measured"] = {{"offered", to_json(flow.offered)}, {"carried", to_json(flow.carried)}};
  object["books"] = to_json(flow.books);
  put_unless_empty(object, "throughput_bps", group(flow.metrics, "throughput", 1));
  put_unless_empty(object, "delay_ms", group(flow.metrics, "delay", milli));
  put_unless_empty(object, "pdv_ms", group(flow.metrics, "pdv", milli));
  put_unless_empty(object, "jitter_ms", group(flow.metrics, "jitter", milli));
  put_unless_empty(object, "response_ms", group(flow.metrics, "response", milli));
  put_unless_empty(object, "reservation", reservation(flow.metrics));
  return object;
}

/// `prefix`: empty of delays.
void put_histogram(Json& object, const std::string& prefix, const Histogram& histogram, std::size_t most) {
  const auto [bins, joined] = shortened(histogram, most);
  if (bins.empty()) return;
  object[prefix + "histogram_ns"] = qoslab::histogram(bins);
  if (joined > 1) object[prefix + "histogram_joined"] = joined;
}

/// Histograms get shorter when there are many.
Json flows(const Report& report) {
  constexpr std::size_t most_in_all = 131'072;
  std::size_t count = 0;
  for (const auto& point : report.points) count += point.flows.size();
  const auto most = std::max<std::size_t>(32, most_in_all / std::max<std::size_t>(1, count));
  Json array = Json::array();
  for (const auto& point : report.points)
    for (const auto& flow : point.flows) {
      auto& object = array.emplace_back(to_json(flow, point.point));
      put_histogram(object, "", flow.histograms.delays, most);
      put_histogram(object, "jitter_", flow.histograms.jitter, most);
    }
  return array;
}

Json to_json(const ClassReport& port_class, const SweepPoint& point) {
  Json object{{"port", port_class.port}, {"class", port_class.class_name}, {"point", point}};
  object["arrived"] = to_json(port_class.arrived);
  object["sent"] = to_json(port_class.sent);
  object["drops"] = packets_by_reason(port_class.drops);
  object["drops_bytes"] = bytes_by_reason(port_class.drops);
  put(object, "rate_bps", port_class.metrics, "rate");
  put(object, "loss_percent", port_class.metrics, "loss");
  put(object, "most_waiting", port_class.metrics, "most_waiting");
  put(object, "suspensions", port_class.metrics, "suspensions");
  put(object, "suspended_s", port_class.metrics, "suspended");
  return object;
}

Json to_json(const FairnessReport& fairness, const SweepPoint& point) {
  Json object{{"class", fairness.label}, {"point", point}, {"flows", fairness.flows}};
  put(object, "index", fairness.index);
  return object;
}

void put_simulated(Json& object, const std::optional<Estimate>& simulated) {
  object["simulated"] = nullptr;
  if (simulated) put(object, "simulated", *simulated);
  object["replications"] = simulated ? simulated->count : 0;
}

Json to_json(const ReferenceReport& report, const SweepPoint& point) {
  const Reference& reference = report.reference;
  Json object{{"id", reference.id},
              {"point", point},
              {"metric", name_of(reference.metric)},
              {"unit", reference.unit},
              {"documented", reference.documented}};
  put_simulated(object, report.simulated);
  object["deviation_percent"] = or_null(report.deviation_percent);
  object["tolerance"] = or_null(reference.tolerance);
  if (reference.at_least) object["at_least"] = *reference.at_least;
  if (reference.at_most) object["at_most"] = *reference.at_most;
  object["kind"] = name_of(reference.kind);
  if (!reference.parameter.empty()) object["parameter"] = reference.parameter;
  if (!reference.printed.empty()) object["printed"] = reference.printed;
  object["within"] = or_null(report.within);
  return object;
}

Json to_json(const ExpectationReport& report, const SweepPoint& point) {
  const Expectation& expectation = report.expectation;
  Json object{{"metric", name_of(expectation.metric)}, {"point", point}, {"unit", expectation.unit}};
  if (expectation.at_least) object["at_least"] = *expectation.at_least;
  if (expectation.at_most) object["at_most"] = *expectation.at_most;
  put_simulated(object, report.simulated);
  object["holds"] = report.holds;
  return object;
}

Json to_json(const Parameter& parameter) {
  return {{"name", parameter.name},
          {"value", parameter.value},
          {"kind", name_of(parameter.kind)},
          {"source", parameter.source},
          {"set_for", parameter.set_for}};
}

/// One flat list of what every point has, each entry with its point.
template <typename T>
Json all_points(const Report& report, std::vector<T> PointReport::*list) {
  Json array = Json::array();
  for (const auto& point : report.points)
    for (const auto& entry : point.*list) array.push_back(to_json(entry, point.point));
  return array;
}

Json measured(const PointReport& point) {
  Json array = Json::array();
  for (const auto& reach : point.reached) array.push_back(reach.measured.to_seconds());
  return array;
}

Json points(const Report& report) {
  Json array = Json::array();
  for (const auto& point : report.points)
    array.push_back({{"point", point.point},
                     {"replications", point.replications},
                     {"wanted", point.wanted},
                     {"measured_s", measured(point)}});
  return array;
}

Json balance(const Report& report) {
  Books sum;
  Json broken = Json::array();
  for (const auto& point : report.points) {
    for (const auto& flow : point.flows) sum += flow.books;
    for (const auto& violation : point.violations) {
      Json entry{{"flow", violation.what.flow}, {"point", point.point}, {"replication", violation.replication}};
      entry["books"] = to_json(violation.what.books);
      broken.push_back(std::move(entry));
    }
  }
  Json object{{"ok", report.balanced()}};
  object.update(to_json(sum));
  if (const auto streams = books_of_streams(report)) object["traffic"] = to_json(*streams);
  object["violations"] = std::move(broken);
  return object;
}

Json provenance(const Report& report) {
  return {{"version", report.provenance.version},
          {"seed", report.runs.seed},
          {"command", report.provenance.command},
          {"file", report.provenance.file},
          {"started", report.provenance.started}};
}

Json performance(const Report& report) {
  Json object{{"wall_s", report.performance.wall_s}, {"busy_s", report.busy_s}, {"packets", report.packets}};
  object["ns_per_packet"] =
      report.packets > 0 ? Json(report.busy_s * 1e9 / static_cast<double>(report.packets)) : Json(nullptr);
  object["peak_rss_bytes"] = report.performance.peak_rss_bytes;
  object["threads"] = report.performance.threads;
  return object;
}

Json honesty(const Honesty& honesty) {
  return {{"calibrated_parameters", honesty.calibrated_parameters},
          {"references", honesty.references},
          {"predicted", honesty.predicted}};
}

}  // namespace

std::string to_json(const Report& report) {
  Json parameters = Json::array();
  for (const auto& parameter : report.parameters) parameters.push_back(to_json(parameter));
  Json document{{"format", recorded::results_format},
                {"scenario", report.scenario},
                {"question", report.question},
                {"lesson", report.lesson},
                {"status", status_of(report)},
                {"complete", report.complete()},
                {"provenance", provenance(report)},
                {"duration_s", report.reached().measured.to_seconds()},
                {"planned_duration_s", report.runs.duration.to_seconds()},
                {"warmup_s", report.runs.warmup.to_seconds()},
                {"record_s", report.runs.record.to_seconds()},
                {"replications", report.runs.replications},
                {"points", points(report)},
                {"parameters", std::move(parameters)},
                {"flows", flows(report)},
                {"classes", all_points(report, &PointReport::classes)},
                {"traffic", all_points(report, &PointReport::traffic)},
                {"subscribers", all_points(report, &PointReport::subscribers)},
                {"places", all_points(report, &PointReport::places)},
                {"aggregates", all_points(report, &PointReport::aggregates)},
                {"fairness", all_points(report, &PointReport::fairness)},
                {"references", all_points(report, &PointReport::references)},
                {"expectations", all_points(report, &PointReport::expectations)},
                {"honesty", honesty(report.honesty)},
                {"notes", notes_of(report)},
                {"warnings", report.warnings},
                {"performance", performance(report)},
                {"balance", balance(report)}};
  return laid_out(document) + "\n";
}

}  // namespace qoslab
