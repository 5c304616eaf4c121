#include "model/dataplane/sink.h"

namespace qoslab::dataplane {

Sink::Sink(std::int64_t link_delay, std::uint8_t first_foreign, LeafTotals& totals, const Samples& samples,
           bool fingerprinted)
    : link_delay_{link_delay},
      first_foreign_{first_foreign},
      totals_{totals},
      samples_{samples},
      fingerprinted_{fingerprinted},
      delays_(most_streams) {}

const DelayHistogram* Sink::sample_delays(std::size_t number) const {
  return number < sample_delays_.size() ? &sample_delays_[number] : nullptr;
}

void Sink::take(Batch& records, std::int64_t until) {
  constexpr std::size_t ahead = 12;
  std::size_t taken = 0;
  for (; taken < records.size(); ++taken) {
    const auto& record = records[taken];
    const std::int64_t arrival = record.time + link_delay_;
    if (arrival >= until) break;
    if (taken + ahead < records.size()) prefetch(records[taken + ahead].leaf);
    arrive(record, arrival);
  }
  records.drop_front(taken);
}

void Sink::keep_foreign(const Record& record, std::int64_t arrival) {
  foreign.push_back(record);
  foreign.back().time = arrival;
}

void Sink::add_sample(std::size_t number, Duration delay) {
  if (number >= sample_delays_.size()) sample_delays_.resize(number + 1);
  sample_delays_[number].add(delay);
}

}  // namespace qoslab::dataplane
