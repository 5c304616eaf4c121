#include "model/dataplane/merge.h"

#include <algorithm>

namespace qoslab::dataplane {
namespace {

bool before(const Record& a, const Record& b) { return a.time < b.time; }

/// Moves each record to its place among the few before it; stable. Long moves are left to a sort.
void put_in_order(Record* batch, std::size_t count) {
  constexpr std::size_t far = 24;
  for (std::size_t i = 1; i < count; ++i) {
    if (batch[i - 1].time <= batch[i].time) continue;
    const Record record = batch[i];
    std::size_t at = i;
    while (at > 0 && i - at < far && batch[at - 1].time > record.time) {
      batch[at] = batch[at - 1];
      --at;
    }
    batch[at] = record;
    if (at == 0 || batch[at - 1].time <= record.time) continue;
    std::stable_sort(batch, batch + i + 1, before);
  }
}

}  // namespace

std::size_t Merge::find_runs(std::int64_t until) {
  runs_.clear();
  std::size_t count = 0;
  for (auto* input : inputs_) {
    const auto end =
        input->empty() || input->back().time < until
            ? input->end()
            : std::partition_point(input->begin(), input->end(), [&](const Record& r) { return r.time < until; });
    const auto taken = static_cast<std::size_t>(end - input->begin());
    if (taken > 0) runs_.push_back({input, taken});
    count += taken;
  }
  return count;
}

/// By time into bins of equal width, keeping the order of the inputs within each.
void Merge::deal(Record* to, std::size_t count) {
  std::int64_t first = INT64_MAX;
  std::int64_t last = INT64_MIN;
  for (const auto& run : runs_) {
    first = std::min(first, run.from->front().time);
    last = std::max(last, (*run.from)[run.count - 1].time);
  }
  const std::size_t bins = 2 * count;  // few share one
  unsigned shift = 0;
  while ((static_cast<std::uint64_t>(last - first) >> shift) >= bins) ++shift;
  ends_.assign(bins + 1, 0);
  const auto bin = [&](const Record& r) { return static_cast<std::size_t>((r.time - first) >> shift); };
  for (const auto& run : runs_)
    for (std::size_t i = 0; i < run.count; ++i) ++ends_[bin((*run.from)[i]) + 1];
  for (std::size_t i = 1; i <= bins; ++i) ends_[i] += ends_[i - 1];
  for (const auto& run : runs_)
    for (std::size_t i = 0; i < run.count; ++i) to[ends_[bin((*run.from)[i])]++] = (*run.from)[i];
}

Batch& Merge::take(std::int64_t until) {
  const auto count = find_runs(until);
  const auto left = merged_.size();
  merged_.resize(left + count);
  Record* const to = merged_.begin() + left;
  if (runs_.size() == 1) {
    std::copy_n(runs_[0].from->begin(), count, to);
  } else if (count > 0) {
    deal(to, count);
    put_in_order(to, count);
  }
  for (const auto& run : runs_) run.from->drop_front(run.count);
  return merged_;
}

}  // namespace qoslab::dataplane
