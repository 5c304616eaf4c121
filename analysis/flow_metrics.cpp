#include "analysis/flow_metrics.h"

#include <array>

#include "analysis/rates.h"

namespace qoslab {
namespace {

using Value = std::optional<double>;

Value ratio(Value part, Value whole) {
  if (!part || !whole || *whole == 0) return std::nullopt;
  return *part / *whole;
}

Value seconds(const std::optional<Distribution>& d, Duration Distribution::*which) {
  if (!d) return std::nullopt;
  return ((*d).*which).to_seconds();
}

Value mean(const std::optional<Distribution>& d) { return d ? Value{d->mean_s} : std::nullopt; }

/// RFC 5481 section 4.2: how far a percentile of the delay lies above the smallest delay.
Value variation(const FlowMeasures& m, Duration Distribution::*which) {
  if (!m.delay()) return std::nullopt;
  return (((*m.delay()).*which) - m.delay()->min).to_seconds();
}

Value fact(const FlowMeasures& m, const char* name) {
  const auto found = m.flow().facts.find(name);
  return found == m.flow().facts.end() ? std::nullopt : Value{found->second};
}

Value goodput(const FlowMeasures& m) {
  if (m.flow().offered.packets == 0 && m.flow().payload == Bytes{}) return std::nullopt;
  return rate_over(m.flow().payload, m.measured());
}

Value throughput(const FlowMeasures& m, Layer layer) {
  if (m.flow().offered.packets == 0) return std::nullopt;
  return rate_over(arrived_at(layer, m.flow()), m.measured());
}

Value loss(const FlowMeasures& m) {
  const auto ended = m.flow().offered - m.flow().open;
  return percent_of(ended.packets - m.flow().carried.packets, ended.packets);
}

Value loss_of_bytes(const FlowMeasures& m) {
  const auto ended = m.flow().offered - m.flow().open;
  return percent_of((ended.bytes - m.flow().carried.bytes).count(), ended.bytes.count());
}

Value offered(const FlowMeasures& m) {
  return m.flow().offered.packets == 0 ? std::nullopt : rate_over(m.flow().offered.bytes, m.measured());
}

/// Of the packets sent while the reservation stood; the smallest possible delay is the runner's if it told one.
Value worst_queueing(const FlowMeasures& m) {
  const auto stood_at = fact(m, "stood_at_s");
  if (fact(m, "admitted").value_or(0) == 0) return std::nullopt;
  Value worst;
  for (const auto& sample : m.flow().delays)
    if (!stood_at || sample.sent.since_start().to_seconds() >= *stood_at)
      worst = std::max(worst.value_or(0), sample.delay.to_seconds());
  if (!worst) return std::nullopt;
  return *worst - fact(m, "least_delay_s").value_or(m.delay()->min.to_seconds());
}

struct Formula {
  std::string_view metric;
  Value (*value)(const FlowMeasures&);
};

using M = const FlowMeasures&;
using D = Distribution;

constexpr std::array formulas = std::to_array<Formula>({
    {"loss", loss},
    {"loss.bytes", loss_of_bytes},
    {"goodput", goodput},
    {"throughput.ip", [](M m) { return throughput(m, Layer::ip); }},
    {"throughput.ethernet", [](M m) { return throughput(m, Layer::ethernet); }},
    {"throughput.frame", [](M m) { return throughput(m, Layer::frame); }},
    {"throughput.line", [](M m) { return throughput(m, Layer::line); }},
    {"offered.ip", offered},
    {"delay.min", [](M m) { return seconds(m.delay(), &D::min); }},
    {"delay.mean", [](M m) { return mean(m.delay()); }},
    {"delay.p50", [](M m) { return seconds(m.delay(), &D::p50); }},
    {"delay.p95", [](M m) { return seconds(m.delay(), &D::p95); }},
    {"delay.p99", [](M m) { return seconds(m.delay(), &D::p99); }},
    {"delay.p999", [](M m) { return seconds(m.delay(), &D::p999); }},
    {"delay.max", [](M m) { return seconds(m.delay(), &D::max); }},
    {"pdv.p50", [](M m) { return variation(m, &D::p50); }},
    {"pdv.p95", [](M m) { return variation(m, &D::p95); }},
    {"pdv.p99", [](M m) { return variation(m, &D::p99); }},
    {"pdv.p999", [](M m) { return variation(m, &D::p999); }},
    {"pdv.max", [](M m) { return variation(m, &D::max); }},
    {"jitter.mean", [](M m) { return m.jitter() ? Value{m.jitter()->mean_s} : std::nullopt; }},
    {"jitter.max", [](M m) { return m.jitter() ? Value{m.jitter()->max_s} : std::nullopt; }},
    {"jitter.max_over_mean", [](M m) { return ratio(m.value("jitter.max"), m.value("jitter.mean")); }},
    {"jitter.record_min", [](M m) { return m.jitter() ? m.jitter()->record_min_s : std::nullopt; }},
    {"jitter.record_max", [](M m) { return m.jitter() ? m.jitter()->record_max_s : std::nullopt; }},
    {"jitter.record_max_over_mean", [](M m) { return ratio(m.value("jitter.record_max"), m.value("jitter.mean")); }},
    {"response.min", [](M m) { return seconds(m.response(), &D::min); }},
    {"response.mean", [](M m) { return mean(m.response()); }},
    {"response.p50", [](M m) { return seconds(m.response(), &D::p50); }},
    {"response.p99", [](M m) { return seconds(m.response(), &D::p99); }},
    {"response.max", [](M m) { return seconds(m.response(), &D::max); }},
    {"response.count",
     [](M m) { return m.response() ? Value{static_cast<double>(m.response()->count)} : std::nullopt; }},
    {"reservation.admitted", [](M m) { return fact(m, "admitted"); }},
    {"reservation.set_up", [](M m) { return fact(m, "set_up_s"); }},
    {"reservation.bound",
     [](M m) { return fact(m, "admitted").value_or(0) == 0 ? std::nullopt : fact(m, "guaranteed_bound_s"); }},
    {"reservation.worst_queueing", worst_queueing},
});

std::vector<Duration> delays_of(const FlowResults& flow) {
  std::vector<Duration> delays;
  delays.reserve(flow.delays.size());
  for (const auto& sample : flow.delays) delays.push_back(sample.delay);
  return delays;
}

std::vector<Duration> responses_of(const FlowResults& flow) {
  std::vector<Duration> responses;
  responses.reserve(flow.exchanges.size());
  for (const auto& sample : flow.exchanges) responses.push_back(sample.took);
  return responses;
}

}  // namespace

FlowMeasures::FlowMeasures(const FlowResults& flow, const Records& records, Duration measured)
    : flow_{&flow},
      measured_{measured},
      delay_{distribution_of(delays_of(flow))},
      response_{distribution_of(responses_of(flow))},
      jitter_{jitter_statistics(jitter_over_time(flow.delays), records)} {}

std::optional<double> FlowMeasures::value(std::string_view metric) const {
  for (const auto& formula : formulas)
    if (formula.metric == metric) return formula.value(*this);
  return std::nullopt;
}

}  // namespace qoslab
