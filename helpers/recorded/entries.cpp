#include "helpers/recorded/entries.h"

#include <algorithm>

namespace qoslab::recorded {
namespace {

Books books_of(const Fields& fields) {
  return {fields.count("sent"), fields.count("delivered"), fields.count("dropped"), fields.count("queued"),
          fields.count("in_flight")};
}

Subscriber subscriber_of(const Fields& fields) {
  return {fields.integer("subscriber"), fields.number("offered_bps").value_or(0),
          fields.number("arrived_bps").value_or(0), fields.number("share").value_or(0)};
}

AggregateTotals totals_of(const Fields& fields) {
  return {fields.text("name"),           fields.number("offered_bps"), fields.number("carried_bps"),
          fields.number("loss_percent"), fields.count("offered"),      fields.count("arrived"),
          fields.integer("lost_packets")};
}

}  // namespace

Delays delays_of(const Fields& fields, double factor) {
  return {fields.measure("min", factor), fields.measure("mean", factor), fields.measure("p50", factor),
          fields.measure("p95", factor), fields.measure("p99", factor),  fields.measure("p999", factor),
          fields.measure("max", factor)};
}

Flow flow_of(const Fields& fields) {
  Flow flow;
  flow.name = fields.text("name");
  flow.label = fields.text("class");
  flow.point = fields.point();
  flow.offered_bps = fields.measure("offered_bps");
  flow.carried_bps = fields.measure("carried_bps");
  flow.goodput_bps = fields.measure("goodput_bps");
  flow.loss_percent = fields.measure("loss_percent");
  const auto throughput = fields.object("throughput_bps");
  for (const auto* layer : {"ip", "ethernet", "frame", "line"})
    if (const auto rate = throughput.measure(layer)) flow.throughput_bps.emplace(layer, *rate);
  const auto measured = fields.object("measured");
  flow.offered = measured.count("offered");
  flow.carried = measured.count("carried");
  flow.books = books_of(fields.object("books"));
  flow.drops = fields.by_reason("drops");
  flow.delay_ms = delays_of(fields.object("delay_ms"));
  flow.pdv_ms = delays_of(fields.object("pdv_ms"));
  const auto response = fields.object("response_ms");
  flow.response_ms = delays_of(response);
  flow.responses = response.measure("count");
  const auto jitter = fields.object("jitter_ms");
  flow.jitter_ms = jitter.measure("mean");
  flow.jitter_max_ms = jitter.measure("max");
  flow.jitter_record_min_ms = jitter.measure("record_min");
  flow.jitter_record_max_ms = jitter.measure("record_max");
  const auto reservation = fields.object("reservation");
  flow.admitted = reservation.measure("admitted");
  flow.set_up_s = reservation.measure("set_up_s");
  flow.bound_ms = reservation.measure("bound_ms");
  flow.worst_queueing_ms = reservation.measure("worst_queueing_ms");
  flow.histogram_ns = fields.bins("histogram_ns");
  flow.jitter_histogram_ns = fields.bins("jitter_histogram_ns");
  flow.histogram_joined = std::max<std::int64_t>(1, fields.integer("histogram_joined"));
  flow.jitter_histogram_joined = std::max<std::int64_t>(1, fields.integer("jitter_histogram_joined"));
  return flow;
}

PortClass class_of(const Fields& fields) {
  PortClass port_class;
  port_class.port = fields.text("port");
  port_class.name = fields.text("class");
  port_class.point = fields.point();
  port_class.arrived = fields.count("arrived");
  port_class.sent = fields.count("sent");
  port_class.drops = fields.by_reason("drops");
  port_class.rate_bps = fields.measure("rate_bps");
  port_class.loss_percent = fields.measure("loss_percent");
  port_class.most_waiting = fields.measure("most_waiting");
  port_class.suspensions = fields.measure("suspensions");
  port_class.suspended_s = fields.measure("suspended_s");
  return port_class;
}

Traffic traffic_of(const Fields& fields) {
  Traffic traffic;
  traffic.subject = fields.text("subject");
  traffic.gateway = fields.text("gateway");
  traffic.group = fields.text("group");
  traffic.direction = fields.text("direction");
  traffic.class_name = fields.text("class");
  if (fields.has("subscriber")) traffic.subscriber = fields.integer("subscriber");
  traffic.layer = fields.text("layer");
  traffic.point = fields.point();
  traffic.offered_bps = fields.measure("offered_bps");
  traffic.carried_bps = fields.measure("carried_bps");
  traffic.offered_line_bps = fields.measure("offered_line_bps");
  traffic.carried_line_bps = fields.measure("carried_line_bps");
  traffic.offered_packets_per_s = fields.measure("offered_packets_per_s");
  traffic.carried_packets_per_s = fields.measure("carried_packets_per_s");
  traffic.loss_percent = fields.measure("loss_percent");
  traffic.fairness = fields.measure("fairness");
  const auto rates = fields.object("subscriber_bps");
  traffic.subscriber_min_bps = rates.measure("min");
  traffic.subscriber_mean_bps = rates.measure("mean");
  traffic.subscriber_max_bps = rates.measure("max");
  traffic.delay_ms = delays_of(fields.object("delay_ms"));
  const auto percent = fields.object("waited_percent");
  traffic.waited_own_shaper_percent = percent.measure("own_shaper");
  traffic.waited_parent_percent = percent.measure("parent");
  traffic.waited_port_percent = percent.measure("port");
  const auto waited = fields.object("waited");
  traffic.waited = {waited.integer("no"), waited.integer("own_shaper"), waited.integer("parent"),
                    waited.integer("port")};
  const auto measured = fields.object("measured");
  traffic.offered = measured.count("offered");
  traffic.arrived = measured.count("arrived");
  traffic.measured_drops = measured.by_reason("drops");
  traffic.drops = fields.by_reason("drops");
  traffic.books = books_of(fields.object("books"));
  const auto marked = fields.object("marked");
  traffic.green = marked.integer("green");
  traffic.yellow = marked.integer("yellow");
  traffic.red = marked.integer("red");
  traffic.histogram_ns = fields.bins("histogram_ns");
  return traffic;
}

Subscribers subscribers_of(const Fields& fields) {
  Subscribers all;
  all.gateway = fields.text("gateway");
  all.group = fields.text("group");
  all.direction = fields.text("direction");
  all.point = fields.point();
  all.subscribers = fields.integer("subscribers");
  all.loaded = fields.integer("loaded");
  all.min_bps = fields.number("min_bps");
  all.mean_bps = fields.number("mean_bps");
  all.max_bps = fields.number("max_bps");
  all.fairness = fields.number("fairness");
  const auto bands = fields.object("bands_bps");
  for (int percent = 1; percent < 100; ++percent)
    if (const auto bps = bands.number(("p" + std::to_string(percent)).c_str())) all.bands_bps[percent] = *bps;
  all.worst = fields.list("worst", subscriber_of);
  all.best = fields.list("best", subscriber_of);
  return all;
}

Place place_of(const Fields& fields) {
  return {fields.text("name"),
          fields.point(),
          fields.count("sent"),
          fields.measure("rate_bps"),
          fields.measure("packets_per_s"),
          fields.measure("busy"),
          fields.measure("most_waiting")};
}

AggregateLevel aggregates_of(const Fields& fields) {
  AggregateLevel level;
  level.gateway = fields.text("gateway");
  level.level = fields.text("level");
  level.direction = fields.text("direction");
  level.point = fields.point();
  level.number = fields.integer("number");
  level.all = totals_of(fields.object("all"));
  if (fields.has("worst")) level.worst = totals_of(fields.object("worst"));
  if (fields.has("best")) level.best = totals_of(fields.object("best"));
  return level;
}

Reference reference_of(const Fields& fields) {
  Reference reference;
  reference.id = fields.text("id");
  reference.metric = fields.text("metric");
  reference.unit = fields.text("unit");
  reference.kind = fields.text("kind");
  reference.parameter = fields.text("parameter");
  reference.printed = fields.text("printed");
  reference.point = fields.point();
  reference.documented = fields.number("documented").value_or(0);
  reference.simulated = fields.measure("simulated");
  reference.replications = fields.integer("replications");
  reference.deviation_percent = fields.number("deviation_percent");
  reference.tolerance = fields.number("tolerance");
  reference.at_least = fields.number("at_least");
  reference.at_most = fields.number("at_most");
  reference.within = fields.boolean("within");
  return reference;
}

Expectation expectation_of(const Fields& fields) {
  Expectation expectation;
  expectation.metric = fields.text("metric");
  expectation.unit = fields.text("unit");
  expectation.point = fields.point();
  expectation.at_least = fields.number("at_least");
  expectation.at_most = fields.number("at_most");
  expectation.simulated = fields.measure("simulated");
  expectation.replications = fields.integer("replications");
  expectation.holds = fields.boolean("holds").value_or(false);
  return expectation;
}

Balance balance_of(const Fields& fields) {
  Balance balance;
  balance.ok = fields.boolean("ok").value_or(true);
  balance.flows = books_of(fields);
  if (fields.has("traffic")) balance.traffic = books_of(fields.object("traffic"));
  balance.violations = fields.list("violations", [](const Fields& of) {
    return Violation{of.text("flow"), of.point(), of.integer("replication"), books_of(of.object("books"))};
  });
  return balance;
}

}  // namespace qoslab::recorded
