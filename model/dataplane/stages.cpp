#include "model/dataplane/stages.h"

#include <algorithm>
#include <utility>

namespace qoslab::dataplane {

SourceStage::SourceStage(const SourceSpec& spec, std::uint64_t seed, LeafTotals& offered)
    : source{spec, seed}, to_core(std::max<std::uint32_t>(1, spec.cores)), offered_{offered} {}

void SourceStage::run(std::int64_t until) {
  sent_.clear();
  source.run(until, sent_);
  for (const auto& record : sent_) to_core[record.way].push_back(record);
  if (!measuring_) return;
  for (const auto& record : sent_) offered_[record.leaf].add(record);
}

CoreStage::CoreStage(std::vector<Batch*> inputs, std::optional<Core> c, const AccessCosts& access, std::int64_t latency,
                     const Route& route)
    : core{std::move(c)},
      out(2 * route.leaf_ends.size()),
      merge_{std::move(inputs)},
      access_{access},
      latency_{latency},
      route_{route} {}

void CoreStage::run(std::int64_t until) {
  const auto& arrivals = merge_.take(until);
  if (core) {
    forwarded_.clear();
    core->run(until, arrivals, forwarded_);
    for (const auto& record : forwarded_) out[route_(record)].push_back(record);
  } else {
    forward(arrivals);
  }
}

void CoreStage::forward(const Batch& arrivals) {
  for (const auto& record : arrivals) {
    if (!access_.of(record).permit) {
      denied.add(record);
      continue;
    }
    auto& way = out[route_(record)];
    way.push_back(record);
    way.back().time += latency_;
  }
}

PoliceStage::PoliceStage(std::vector<Batch*> inputs, PolicerTree p, std::uint32_t first_leaf, std::vector<Leaf> leaves,
                         const std::array<std::int16_t, most_streams>& count_offset, std::size_t network_links)
    : policers{std::move(p)},
      out(network_links),
      merge_{std::move(inputs)},
      first_leaf_{first_leaf},
      leaves_{std::move(leaves)},
      count_offset_{count_offset} {}

void PoliceStage::run(std::int64_t until) {
  constexpr std::size_t near = 8;
  constexpr std::size_t far = 16;
  const auto& arrivals = merge_.take(until);
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    if (i + far < arrivals.size()) __builtin_prefetch(&leaves_[arrivals[i + far].leaf - first_leaf_]);
    if (i + near < arrivals.size()) policers.prefetch(leaves_[arrivals[i + near].leaf - first_leaf_].subscriber);
    const auto& record = arrivals[i];
    const auto& leaf = leaves_[record.leaf - first_leaf_];
    const auto verdict =
        policers.police(leaf.subscriber, leaf.class_index, record.time, record.frame + count_offset_[record.stream]);
    ++colors[record.stream][static_cast<std::size_t>(verdict.color)];
    if (verdict.why == PolicerVerdict::Why::passed)
      out[leaf.network_link].push_back(record);
    else
      dropped[static_cast<std::size_t>(verdict.why)].add(record);
  }
}

LineStage::LineStage(std::vector<Batch*> inputs, Rate line, Bytes buffer,
                     const std::array<std::uint8_t, most_streams>& tags, std::unique_ptr<Sink> s)
    : sink{std::move(s)},
      merge_{std::move(inputs)},
      line_{line},
      longest_wait_{time_to_send(buffer, line).ps()},
      tags_{tags} {}

void LineStage::run(std::int64_t until) {
  constexpr std::int64_t smallest = 64;
  for (auto& record : merge_.take(until)) {
    const std::int64_t start = std::max(record.time, free_at_);
    const std::int64_t takes =
        line_(std::max(smallest, std::int64_t{record.frame} - tags_[record.stream]) + line_overhead);
    if (start - record.time + takes > longest_wait_) {
      overflown.add(record);
      continue;
    }
    free_at_ = start + takes;
    busy += takes;
    sent.add(record);
    record.time = free_at_;
    out.push_back(record);
  }
  sink->take(out, until);
}

TreeStage::TreeStage(std::vector<Batch*> inputs, const TreeSpec& spec, std::unique_ptr<Sink> s)
    : tree{spec}, sink{std::move(s)}, merge_{std::move(inputs)} {}

void TreeStage::run(std::int64_t until) {
  tree.run(until, merge_.take(until), out);
  sink->take(out, until);
}

}  // namespace qoslab::dataplane
