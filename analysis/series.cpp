#include "analysis/series.h"

#include "analysis/distribution.h"
#include "analysis/jitter.h"
#include "analysis/rates.h"

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

}  // namespace

std::vector<SeriesValue> series(const Results& results, const RunSpec& runs) {
  const Records records{results, runs};
  std::vector<SeriesValue> values;
  for (const auto& flow : results.flows) {
    FlowSeries flow_series{flow, records, values};
    for (std::size_t record = 0; record < records.count(); ++record) flow_series.append(record);
  }
  return values;
}

}  // namespace qoslab
