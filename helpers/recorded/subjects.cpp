#include "helpers/recorded/subjects.h"

#include <algorithm>

namespace qoslab::recorded {
namespace {

using Better = Metric::Better;

void put(Subject& subject, std::string_view id, const Measured& measured) {
  if (measured) subject.metrics.emplace(metric_of(id)->id, *measured);
}

void put(Subject& subject, std::string_view id, const std::optional<double>& number) {
  if (number) put(subject, id, Measured{Measure{*number}});
}

void put(Subject& subject, const Delays& delay_ms) {
  put(subject, "delay_min_ms", delay_ms.min);
  put(subject, "delay_mean_ms", delay_ms.mean);
  put(subject, "delay_p50_ms", delay_ms.p50);
  put(subject, "delay_p95_ms", delay_ms.p95);
  put(subject, "delay_p99_ms", delay_ms.p99);
  put(subject, "delay_p999_ms", delay_ms.p999);
  put(subject, "delay_max_ms", delay_ms.max);
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> all{
      {"goodput_bps", "goodput", "bit/s", Better::more},
      {"offered_bps", "offered", "bit/s", Better::neither},
      {"carried_bps", "carried", "bit/s", Better::more},
      {"carried_frames_bps", "carried, with frame headers", "bit/s", Better::more},
      {"carried_packets_per_s", "carried packets", "packet/s", Better::more},
      {"loss_percent", "loss", "%", Better::less},
      {"delay_min_ms", "smallest delay", "ms", Better::less},
      {"delay_mean_ms", "mean delay", "ms", Better::less},
      {"delay_p50_ms", "median delay", "ms", Better::less},
      {"delay_p95_ms", "95 % of delays are below", "ms", Better::less},
      {"delay_p99_ms", "99 % of delays are below", "ms", Better::less},
      {"delay_p999_ms", "99.9 % of delays are below", "ms", Better::less},
      {"delay_max_ms", "largest delay", "ms", Better::less},
      {"jitter_ms", "jitter", "ms", Better::less},
      {"jitter_max_ms", "largest jitter", "ms", Better::less},
      {"response_mean_ms", "mean response time", "ms", Better::less},
      {"response_p99_ms", "99 % of response times are below", "ms", Better::less},
      {"fairness", "fairness", "", Better::more},
      {"busy", "busy", "", Better::neither},
      {"most_waiting", "most packets waiting", "packets", Better::less},
  };
  return all;
}

const Metric* metric_of(std::string_view id) {
  const auto found = std::find_if(metrics().begin(), metrics().end(), [&](const Metric& m) { return m.id == id; });
  return found == metrics().end() ? nullptr : &*found;
}

Subject subject_of(const Flow& flow) {
  Subject subject{Subject::Kind::flow, flow.name, flow.point, {}, {flow.name}};
  put(subject, "goodput_bps", flow.goodput_bps);
  put(subject, "offered_bps", flow.offered_bps);
  put(subject, "carried_bps", flow.carried_bps);
  if (const auto frames = flow.throughput_bps.find("frame"); frames != flow.throughput_bps.end())
    put(subject, "carried_frames_bps", frames->second);
  put(subject, "loss_percent", flow.loss_percent);
  put(subject, flow.delay_ms);
  put(subject, "jitter_ms", flow.jitter_ms);
  put(subject, "jitter_max_ms", flow.jitter_max_ms);
  put(subject, "response_mean_ms", flow.response_ms.mean);
  put(subject, "response_p99_ms", flow.response_ms.p99);
  return subject;
}

Subject subject_of(const Traffic& traffic) {
  std::string name = traffic.gateway;
  if (!traffic.direction.empty()) name += " " + traffic.direction;
  if (!traffic.group.empty()) name += " " + traffic.group;
  if (!traffic.class_name.empty()) name += "/" + traffic.class_name;
  if (traffic.subscriber) name += "[" + std::to_string(*traffic.subscriber) + "]";
  Subject subject{Subject::Kind::traffic, name, traffic.point, {}};
  put(subject, "offered_bps", traffic.offered_bps);
  put(subject, "carried_bps", traffic.carried_bps);
  put(subject, "carried_packets_per_s", traffic.carried_packets_per_s);
  put(subject, "loss_percent", traffic.loss_percent);
  put(subject, traffic.delay_ms);
  put(subject, "fairness", traffic.fairness);
  return subject;
}

Subject subject_of(const Account& account) {
  Subject subject{Subject::Kind::account, account.name, {}, {}, account.flows};
  put(subject, "carried_frames_bps", account.rate_bps);
  put(subject, "loss_percent", account.lost_percent);
  put(subject, account.delay_ms);
  return subject;
}

Subject subject_of(const PortClass& of) {
  Subject subject{Subject::Kind::port_class, of.port + " " + of.name, of.point, {}};
  put(subject, "carried_bps", of.rate_bps);
  put(subject, "loss_percent", of.loss_percent);
  put(subject, "most_waiting", of.most_waiting);
  return subject;
}

Subject subject_of(const Place& place) {
  Subject subject{Subject::Kind::place, place.name, place.point, {}};
  put(subject, "carried_bps", place.rate_bps);
  put(subject, "carried_packets_per_s", place.packets_per_s);
  put(subject, "busy", place.busy);
  put(subject, "most_waiting", place.most_waiting);
  return subject;
}

std::vector<Subject> subjects_of(const Results& results) {
  std::vector<Subject> all;
  const auto append = [&](const auto& entries) {
    for (const auto& entry : entries) all.push_back(subject_of(entry));
  };
  append(results.flows);
  append(results.traffic);
  append(results.accounts);
  append(results.classes);
  append(results.places);
  return all;
}

}  // namespace qoslab::recorded
