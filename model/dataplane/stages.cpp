#include "model/dataplane/stages.h"

#include <algorithm>
#include <utility>

namespace qoslab::dataplane {
namespace {

/// How long the line takes for a full buffer; at most 53 days, which is more than any run lasts.
std::int64_t time_in(Bytes buffer, Rate line) {
  constexpr std::int64_t most = 1LL << 62;
  const Int128 exact = Int128{buffer.bits()} * 1'000'000'000'000 / line.bps();
  return exact > most ? most : static_cast<std::int64_t>(exact);
}

}  // namespace

SourceStage::SourceStage(const SourceSpec& spec, std::uint64_t seed, LeafTotals& offered)
    : source{spec, seed}, to_core(std::max<std::uint32_t>(1, spec.cores)), offered_{offered} {}

void SourceStage::run(std::int64_t until) {
  Batch* const cores = to_core.data();
  if (!measuring_) return source.run(until, [cores](const Record& record) { cores[record.way].push_back(record); });
  Count* const offered = offered_.data();
  source.run(until, [cores, offered](const Record& record) {
    cores[record.way].push_back(record);
    offered[record.leaf] += frame_of(record);
  });
}

CoreStage::CoreStage(std::vector<Batch*> inputs, std::optional<Core> c, const AccessCosts& access, std::int64_t latency,
                     const Route& route)
    : core{std::move(c)},
      out(route.ways),
      merge_{std::move(inputs)},
      access_{access},
      latency_{latency},
      route_{route} {}

void CoreStage::run(std::int64_t until) {
  auto& records = merge_.take(until);
  Batch* const ways = out.data();
  const auto pass_on = [this, ways](const Record& record, std::int64_t leaves) {
    ways[route_(record)].push_back(record, leaves);
  };
  if (core) return core->run(until, records, pass_on);
  for (const Record& record : records) {
    if (access_.of(record).permit)
      pass_on(record, record.time + latency_);
    else
      denied.add(record);
  }
  records.clear();
}

UplinkStage::UplinkStage(std::vector<Batch*> inputs, PolicerTree p, const std::vector<Policed>& leaves,
                         const Spec& spec, std::unique_ptr<Sink> s)
    : policers{std::move(p)},
      sink{std::move(s)},
      merge_{std::move(inputs)},
      leaves_{leaves},
      spec_{spec},
      line_{spec.line},
      longest_wait_{time_in(spec.buffer, spec.line)} {}

void UplinkStage::run(std::int64_t until) {
  constexpr std::size_t near = 8;
  constexpr std::size_t far = 16;
  sink->take(out, until);
  auto& arrivals = merge_.take(until);
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    if (i + far < arrivals.size()) __builtin_prefetch(&leaves_[arrivals[i + far].leaf]);
    if (i + near < arrivals.size()) {
      policers.prefetch(leaves_[arrivals[i + near].leaf].subscriber);
      sink->prefetch(arrivals[i + near].leaf);
    }
    const auto& record = arrivals[i];
    const auto& leaf = leaves_[record.leaf];
    const auto verdict = policers.police(leaf.subscriber, leaf.class_index, record.time,
                                         record.frame + spec_.count_offset[record.stream]);
    ++colors[record.stream][static_cast<std::size_t>(verdict.color)];
    if (verdict.why == PolicerVerdict::Why::passed)
      send(record, until);
    else
      dropped[static_cast<std::size_t>(verdict.why)].add(record);
  }
  arrivals.clear();
}

inline std::int64_t UplinkStage::time_on_line(const Record& record) const {
  const Bytes frame = without_tags(Bytes{record.frame}, Bytes{spec_.tags[record.stream]});
  return line_(frame.count() + line_overhead);
}

bool UplinkStage::waits(const Record& record, std::int64_t now) const {
  return record.time - time_on_line(record) >= now;
}

/// Into the queue, if it has room; all that waits is known by the time until which the line is busy.
inline void UplinkStage::send(const Record& record, std::int64_t until) {
  const std::int64_t start = std::max(record.time, free_at_);
  const std::int64_t takes = time_on_line(record);
  if (start - record.time + takes > longest_wait_) return overflown.add(record);
  free_at_ = start + takes;
  busy += takes;
  sent[record.stream] += frame_of(record);
  sink->take(record, free_at_, until, out);
}

TreeStage::TreeStage(std::vector<Batch*> inputs, const TreeSpec& spec, std::unique_ptr<Sink> s)
    : tree{spec}, sink{std::move(s)}, merge_{std::move(inputs)} {}

void TreeStage::run(std::int64_t until) {
  auto& arrivals = merge_.take(until);
  tree.run(until, arrivals, out);
  arrivals.clear();
  sink->take(out, until);
}

}  // namespace qoslab::dataplane
