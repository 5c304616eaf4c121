#include "analysis/series.h"

#include <algorithm>

#include "analysis/class_metrics.h"
#include "analysis/distribution.h"
#include "analysis/jitter.h"
#include "analysis/rates.h"
#include "analysis/traffic.h"

namespace qoslab {
namespace {

/// The series of one flow, appended to those of the others.
class FlowSeries {
 public:
  FlowSeries(const FlowResults& flow, const Records& records, std::vector<SeriesValue>& out)
      : flow_{flow}, records_{records}, out_{out}, delays_(records.count()) {
    for (const auto& sample : flow.delays)
      if (const auto record = records.record_of(sample.sent)) delays_[*record].push_back(sample.delay);
    jitter_ = jitter_by_record(jitter_over_time(flow.delays), records);
  }

  void append(std::size_t record) {
    if (record < flow_.records.size()) {
      const auto& [offered, carried, payload, open] = flow_.records[record];
      const auto ended = offered.packets - open.packets;
      append(record, "goodput_bps", rate_over(payload, records_.length()));
      append(record, "loss_percent", percent_of(ended - carried.packets, ended));
    }
    if (const auto delay = distribution_of(std::move(delays_[record]))) {
      append(record, "delay_mean_ms", delay->mean_s * 1000);
      append(record, "delay_max_ms", delay->max.to_milliseconds());
    }
    if (jitter_[record]) append(record, "jitter_mean_ms", *jitter_[record] * 1000);
  }

 private:
  void append(std::size_t record, const char* metric, std::optional<double> value) {
    if (value) out_.push_back({records_.begin_of(record), flow_.name, metric, *value});
  }

  const FlowResults& flow_;
  const Records& records_;
  std::vector<SeriesValue>& out_;
  std::vector<std::vector<Duration>> delays_;
  std::vector<std::optional<double>> jitter_;
};

void append(std::vector<SeriesValue>& out, const TrafficSubject& subject, const StreamResults& stream,
            const Records& records) {
  const auto name = name_of(subject);
  for (std::size_t i = 0; i < std::min(records.count(), stream.records.size()); ++i) {
    const auto& [offered, arrived, lost, inside] = stream.records[i];
    const auto put = [&](const char* metric, std::optional<double> value) {
      if (value) out.push_back({records.begin_of(i), name, metric, *value});
    };
    put("offered_bps", rate_over(offered.bytes, records.length()));
    put("carried_bps", rate_over(arrived.bytes, records.length()));
    put("lost_packets", static_cast<double>(lost.packets));
    put("loss_percent", percent_of(lost.packets, lost.packets + arrived.packets));
    put("backlog_packets", static_cast<double>(inside.packets));
  }
}

/// Of what saw a packet.
void append(std::vector<SeriesValue>& out, const PortClassResults& port_class, const Records& records) {
  if (port_class.arrived.packets == 0) return;
  const auto name = subject_of(port_class.port, port_class.class_name);
  for (std::size_t i = 0; i < std::min(records.count(), port_class.records.size()); ++i) {
    const auto& [sent, lost, most_waiting] = port_class.records[i];
    const auto put = [&](const char* metric, std::optional<double> value) {
      if (value) out.push_back({records.begin_of(i), name, metric, *value});
    };
    put("rate_bps", rate_over(sent.bytes, records.length()));
    put("lost_packets", static_cast<double>(lost.packets));
    put("loss_percent", percent_of(lost.packets, lost.packets + sent.packets));
    put("waiting_packets", static_cast<double>(most_waiting.packets));
  }
}

/// Of what saw a packet.
void append_gateways(std::vector<SeriesValue>& out, const GatewayResults& gateway, const Records& records) {
  TrafficSums sums;
  sums.add(gateway);
  for (const auto& [subject, stream] : sums.all())
    if (subject.direction && stream.sent.packets > 0) append(out, subject, stream, records);
  for (const auto& place : gateway.places)
    for (std::size_t i = 0; i < std::min(records.count(), place.records.size()) && place.sent.packets > 0; ++i)
      if (const auto rate = rate_over(place.records[i].bytes, records.length()))
        out.push_back({records.begin_of(i), place.name, "rate_bps", *rate});
}

}  // namespace

std::vector<SeriesValue> series(const Results& results, const RunSpec& runs) {
  const Records records{results, runs};
  std::vector<SeriesValue> values;
  for (const auto& flow : results.flows) {
    FlowSeries flow_series{flow, records, values};
    for (std::size_t record = 0; record < records.count(); ++record) flow_series.append(record);
  }
  for (const auto& port_class : results.classes) append(values, port_class, records);
  append_gateways(values, results.gateway, records);
  return values;
}

}  // namespace qoslab
