#include "tests/helpers/results/written_parts.h"

namespace qoslab::test {

using namespace recorded;

Json written(const Count& count) {
  const auto& [packets, bytes] = count;
  return {{"packets", packets}, {"bytes", bytes}};
}

Json written(const Books& books) {
  const auto& [sent, delivered, dropped, queued, in_flight] = books;
  return {{"sent", written(sent)},
          {"delivered", written(delivered)},
          {"dropped", written(dropped)},
          {"queued", written(queued)},
          {"in_flight", written(in_flight)}};
}

Json written(const Delays& delays, double factor) {
  const auto& [min, mean, p50, p95, p99, p999, max] = delays;
  Json object = Json::object();
  put(object, "min", min, factor);
  put(object, "mean", mean, factor);
  put(object, "p50", p50, factor);
  put(object, "p95", p95, factor);
  put(object, "p99", p99, factor);
  put(object, "p999", p999, factor);
  put(object, "max", max, factor);
  return object;
}

Json written(const Bin& bin) {
  const auto& [ns, count] = bin;
  return Json::array({ns, count});
}

Json written(const Flow& flow) {
  const auto& [name, label, point, offered_bps, carried_bps, goodput_bps, loss_percent, throughput_bps, offered,
               carried, books, drops, delay_ms, pdv_ms, response_ms, responses, jitter_ms, jitter_max_ms,
               jitter_record_min_ms, jitter_record_max_ms, admitted, set_up_s, bound_ms, worst_queueing_ms,
               histogram_ns, jitter_histogram_ns, histogram_joined, jitter_histogram_joined] = flow;
  Json object{{"name", name}, {"class", label}, {"point", point}, {"books", written(books)}, {"drops", drops}};
  put(object, "offered_bps", offered_bps);
  put(object, "carried_bps", carried_bps);
  put(object, "goodput_bps", goodput_bps);
  put(object, "loss_percent", loss_percent);
  for (const auto& [layer, rate] : throughput_bps) put(object["throughput_bps"], layer, rate);
  object["measured"] = {{"offered", written(offered)}, {"carried", written(carried)}};
  object["delay_ms"] = written(delay_ms);
  object["pdv_ms"] = written(pdv_ms);
  object["response_ms"] = written(response_ms);
  put(object["response_ms"], "count", responses);
  put(object["jitter_ms"], "mean", jitter_ms);
  put(object["jitter_ms"], "max", jitter_max_ms);
  put(object["jitter_ms"], "record_min", jitter_record_min_ms);
  put(object["jitter_ms"], "record_max", jitter_record_max_ms);
  put(object["reservation"], "admitted", admitted);
  put(object["reservation"], "set_up_s", set_up_s);
  put(object["reservation"], "bound_ms", bound_ms);
  put(object["reservation"], "worst_queueing_ms", worst_queueing_ms);
  object["histogram_ns"] = list(histogram_ns);
  object["jitter_histogram_ns"] = list(jitter_histogram_ns);
  object["histogram_joined"] = histogram_joined;
  object["jitter_histogram_joined"] = jitter_histogram_joined;
  return object;
}

Json written(const PortClass& port_class) {
  const auto& [port, name, point, arrived, sent, drops, rate_bps, loss_percent, most_waiting, suspensions,
               suspended_s] = port_class;
  Json object{
      {"port", port}, {"class", name}, {"arrived", written(arrived)}, {"sent", written(sent)}, {"drops", drops}};
  if (!point.empty()) object["point"] = point;
  put(object, "rate_bps", rate_bps);
  put(object, "loss_percent", loss_percent);
  put(object, "most_waiting", most_waiting);
  put(object, "suspensions", suspensions);
  put(object, "suspended_s", suspended_s);
  return object;
}

Json written(const Traffic& traffic) {
  const auto& [subject, gateway, group, direction, class_name, subscriber, layer, point, offered_bps, carried_bps,
               offered_line_bps, carried_line_bps, offered_packets_per_s, carried_packets_per_s, loss_percent, fairness,
               subscriber_min_bps, subscriber_mean_bps, subscriber_max_bps, delay_ms, waited_own_shaper_percent,
               waited_parent_percent, waited_port_percent, waited, offered, arrived, measured_drops, drops, books,
               green, yellow, red, histogram_ns] = traffic;
  Json object{{"subject", subject},  {"gateway", gateway}, {"group", group}, {"direction", direction},
              {"class", class_name}, {"layer", layer},     {"point", point}};
  if (subscriber) object["subscriber"] = *subscriber;
  put(object, "offered_bps", offered_bps);
  put(object, "carried_bps", carried_bps);
  put(object, "offered_line_bps", offered_line_bps);
  put(object, "carried_line_bps", carried_line_bps);
  put(object, "offered_packets_per_s", offered_packets_per_s);
  put(object, "carried_packets_per_s", carried_packets_per_s);
  put(object, "loss_percent", loss_percent);
  put(object, "fairness", fairness);
  put(object["subscriber_bps"], "min", subscriber_min_bps);
  put(object["subscriber_bps"], "mean", subscriber_mean_bps);
  put(object["subscriber_bps"], "max", subscriber_max_bps);
  object["delay_ms"] = written(delay_ms);
  put(object["waited_percent"], "own_shaper", waited_own_shaper_percent);
  put(object["waited_percent"], "parent", waited_parent_percent);
  put(object["waited_percent"], "port", waited_port_percent);
  const auto& [no, own_shaper, parent, port] = waited;
  object["waited"] = {{"no", no}, {"own_shaper", own_shaper}, {"parent", parent}, {"port", port}};
  object["measured"] = {{"offered", written(offered)}, {"arrived", written(arrived)}, {"drops", measured_drops}};
  object["drops"] = drops;
  object["books"] = written(books);
  object["marked"] = {{"green", green}, {"yellow", yellow}, {"red", red}};
  object["histogram_ns"] = list(histogram_ns);
  return object;
}

Json written(const Subscriber& subscriber) {
  const auto& [number, offered_bps, arrived_bps, share] = subscriber;
  return {{"subscriber", number}, {"offered_bps", offered_bps}, {"arrived_bps", arrived_bps}, {"share", share}};
}

Json written(const Subscribers& of) {
  const auto& [gateway, group, direction, point, subscribers, loaded, min_bps, mean_bps, max_bps, fairness, bands_bps,
               worst, best] = of;
  Json object{{"gateway", gateway},         {"group", group},  {"direction", direction}, {"point", point},
              {"subscribers", subscribers}, {"loaded", loaded}};
  put(object, "min_bps", min_bps);
  put(object, "mean_bps", mean_bps);
  put(object, "max_bps", max_bps);
  put(object, "fairness", fairness);
  for (const auto& [percent, bps] : bands_bps) object["bands_bps"]["p" + std::to_string(percent)] = bps;
  object["worst"] = list(worst);
  object["best"] = list(best);
  return object;
}

Json written(const Place& place) {
  const auto& [name, point, sent, rate_bps, packets_per_s, busy, most_waiting] = place;
  Json object{{"name", name}, {"point", point}, {"sent", written(sent)}};
  put(object, "rate_bps", rate_bps);
  put(object, "packets_per_s", packets_per_s);
  put(object, "busy", busy);
  put(object, "most_waiting", most_waiting);
  return object;
}

Json written(const AggregateTotals& totals) {
  const auto& [name, offered_bps, carried_bps, loss_percent, offered, arrived, lost_packets] = totals;
  Json object{{"offered", written(offered)}, {"arrived", written(arrived)}, {"lost_packets", lost_packets}};
  if (!name.empty()) object["name"] = name;
  put(object, "offered_bps", offered_bps);
  put(object, "carried_bps", carried_bps);
  put(object, "loss_percent", loss_percent);
  return object;
}

Json written(const AggregateLevel& of) {
  const auto& [gateway, level, direction, point, number, all, worst, best] = of;
  Json object{{"gateway", gateway}, {"level", level},   {"direction", direction},
              {"point", point},     {"number", number}, {"all", written(all)}};
  if (worst) object["worst"] = written(*worst);
  if (best) object["best"] = written(*best);
  return object;
}

Json written(const Fairness& fairness) {
  const auto& [label, point, flows, index] = fairness;
  Json object{{"class", label}, {"point", point}, {"flows", flows}};
  put(object, "index", index);
  return object;
}

Json written(const Reference& reference) {
  const auto& [id, metric, unit, kind, parameter, printed, point, documented, simulated, replications,
               deviation_percent, tolerance, at_least, at_most, within] = reference;
  Json object{{"id", id}, {"metric", metric}, {"unit", unit}, {"kind", kind}, {"point", point}};
  if (!parameter.empty()) object["parameter"] = parameter;
  if (!printed.empty()) object["printed"] = printed;
  object["documented"] = documented;
  object["simulated"] = nullptr;
  put(object, "simulated", simulated);
  object["replications"] = replications;
  object["deviation_percent"] = or_null(deviation_percent);
  object["tolerance"] = or_null(tolerance);
  put(object, "at_least", at_least);
  put(object, "at_most", at_most);
  object["within"] = or_null(within);
  return object;
}

Json written(const Expectation& expectation) {
  const auto& [metric, unit, point, at_least, at_most, simulated, replications, holds] = expectation;
  Json object{{"metric", metric}, {"unit", unit}, {"point", point}, {"replications", replications}, {"holds", holds}};
  put(object, "at_least", at_least);
  put(object, "at_most", at_most);
  object["simulated"] = nullptr;
  put(object, "simulated", simulated);
  return object;
}

Json written(const Parameter& parameter) {
  const auto& [name, value, kind, source, set_for] = parameter;
  return {{"name", name}, {"value", value}, {"kind", kind}, {"source", source}, {"set_for", set_for}};
}

Json written(const PointReached& reached) {
  const auto& [point, replications, wanted, measured_s] = reached;
  return {{"point", point}, {"replications", replications}, {"wanted", wanted}, {"measured_s", measured_s}};
}

Json written(const Violation& violation) {
  const auto& [flow, point, replication, books] = violation;
  return {{"flow", flow}, {"point", point}, {"replication", replication}, {"books", written(books)}};
}

Json written(const Balance& balance) {
  const auto& [ok, flows, traffic, violations] = balance;
  Json object = written(flows);
  object["ok"] = ok;
  if (traffic) object["traffic"] = written(*traffic);
  object["violations"] = list(violations);
  return object;
}

Json written(const Performance& performance) {
  const auto& [wall_s, busy_s, packets, peak_rss_bytes, threads, ns_per_packet] = performance;
  return {{"wall_s", wall_s},   {"busy_s", busy_s},
          {"packets", packets}, {"peak_rss_bytes", peak_rss_bytes},
          {"threads", threads}, {"ns_per_packet", or_null(ns_per_packet)}};
}

}  // namespace qoslab::test
