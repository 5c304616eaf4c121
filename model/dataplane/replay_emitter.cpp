#include "model/dataplane/replay_emitter.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/packet/layers.h"

namespace qoslab::dataplane {

bool ReplayEmitter::sends_anything(const EmitterSpec& spec) {
  return spec.replay->trace && !spec.replay->trace->packets.empty() && !spec.first_leaves.empty() &&
         !spec.classes.empty();
}

ReplayEmitter::ReplayEmitter(const EmitterSpec& spec, Rate line, std::uint32_t cores)
    : trace_{spec.replay->trace},
      kinds_{sort_into_kinds(spec, line), cores},
      leaf_of_(spec.replay->subscribers, nobody),
      repeat_{spec.replay->repeat},
      stop_{end_of(spec)},
      begin_{spec.start.ps()} {
  for (std::size_t i = 0; i < spec.first_leaves.size(); ++i) leaf_of_[spec.replay->turns[i]] = spec.first_leaves[i];
  measure(spec);
}

void ReplayEmitter::next(std::span<Upcoming> block) {
  for (auto& upcoming : block) {
    while (due() < stop_ && leaf_of_[turn_] == nobody) step();
    const std::int64_t at = due();
    if (at >= stop_) {
      upcoming = kinds_.make(0, 0, never);
      continue;
    }
    upcoming = kinds_.make(kind_of_[packet_], leaf_of_[turn_], at);
    step();
  }
}

std::vector<PacketKind> ReplayEmitter::sort_into_kinds(const EmitterSpec& spec, Rate line) {
  std::vector<PacketKind> kinds;
  std::map<std::tuple<std::uint8_t, std::uint16_t, bool>, std::uint32_t> known;
  kind_of_.reserve(trace_->packets.size());
  for (const auto& packet : trace_->packets) {
    const std::uint8_t c = spec.replay->class_of[packet.dscp.value];
    const auto [kind, is_new] =
        known.try_emplace({c, packet.frame, packet.ipv6}, static_cast<std::uint32_t>(kinds.size()));
    if (is_new) {
      const Bytes frame = std::max(Bytes{packet.frame} + spec.tags + spec.carried_tags, header::smallest_frame);
      kinds.push_back(packet_kind(spec, spec.classes[c], frame, packet.ipv6, line));
    }
    kind_of_.push_back(kind->second);
  }
  return kinds;
}

void ReplayEmitter::measure(const EmitterSpec& spec) {
  const auto count = static_cast<std::int64_t>(trace_->packets.size());
  const std::int64_t span = trace_->packets.back().at.ps();
  captured_ = span + (count > 1 ? span / (count - 1) : 0);
  pass_ = captured_;
  if (spec.rate.rate == Rate{}) return;
  double bits = 0;
  for (const std::uint32_t kind : kind_of_) bits += static_cast<double>(kinds_[kind].counted_bits);
  pass_ = whole_ps(bits * 1e12 / static_cast<double>(spec.rate.rate.bps()));
}

/// Of the next packet of the trace, whoever sends it.
std::int64_t ReplayEmitter::due() const {
  if (packet_ == trace_->packets.size()) return never;
  const std::int64_t at = trace_->packets[packet_].at.ps();
  const auto scaled = captured_ == pass_ || captured_ == 0 ? at : Int128{at} * pass_ / captured_;
  return static_cast<std::int64_t>(std::min<Int128>(begin_ + scaled, never));
}

void ReplayEmitter::step() {
  ++packet_;
  if (++turn_ == leaf_of_.size()) turn_ = 0;
  if (packet_ < trace_->packets.size() || !repeat_ || pass_ == 0) return;
  packet_ = 0;
  begin_ = std::min(begin_ + pass_, never);
}

}  // namespace qoslab::dataplane
