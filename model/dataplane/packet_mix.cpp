#include "model/dataplane/packet_mix.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/packet/layers.h"

namespace qoslab::dataplane {
namespace {

constexpr std::int64_t ps_per_second = 1'000'000'000'000;

}  // namespace

Bytes size_on_link(const EmitterSpec& spec, Bytes frame, Layer layer) {
  const Bytes inside = frame - header::mac - header::fcs - spec.tags;
  return layer == Layer::ip ? inside - spec.carried_tags : size_at(layer, inside);
}

PacketKind packet_kind(const EmitterSpec& spec, const EmitterSpec::Class& c, Bytes frame, bool ipv6, Rate line) {
  PacketKind kind;
  kind.line_ps = time_to_send(size_on_link(spec, frame, Layer::line), line).ps();
  kind.counted_bits = count_of_frame(spec.rate.layer, frame, spec.tags + spec.carried_tags).bits();
  if (const std::int64_t bps = spec.rate.rate.bps(); bps > 0) {
    kind.gap_ps = kind.counted_bits * ps_per_second / bps + 1;
    kind.gap_rest = kind.counted_bits * ps_per_second % bps - bps;
  }
  kind.frame = static_cast<std::uint16_t>(frame.count());
  kind.stream = ipv6 ? c.stream_ipv6 : c.stream;
  kind.offset = c.offset;
  kind.ipv6 = ipv6;
  return kind;
}

PacketMix::PacketMix(const EmitterSpec& spec, Rate line) : PacketMix{list(spec, line), spec.rate.rate} {}

PacketMix::PacketMix(Weighted weighted, Rate rate) : kinds_{std::move(weighted.kinds)}, table_{weighted.weights} {
  const double total = std::accumulate(weighted.weights.begin(), weighted.weights.end(), 0.0);
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    mean_bits_ += weighted.weights[i] / total * static_cast<double>(kinds_[i].counted_bits);
  mean_gap_ps_ = mean_bits_ * 1e12 / static_cast<double>(rate.bps());
}

PacketMix::Weighted PacketMix::list(const EmitterSpec& spec, Rate line) {
  Weighted result;
  for (const bool ipv6 : {false, true}) {
    const auto& sizes = ipv6 ? spec.ipv6 : spec.ipv4;
    std::int64_t total = 0;
    for (const auto& size : sizes) total += size.weight;
    for (const auto& size : sizes)
      for (const auto& c : spec.classes) {
        const double weight = c.share * static_cast<double>(size.weight) / static_cast<double>(total);
        if (!(weight > 0)) continue;
        result.kinds.push_back(packet_kind(spec, c, size.frame, ipv6, line));
        result.weights.push_back(weight);
      }
  }
  return result;
}

bool sends_anything(const EmitterSpec& spec) {
  const auto weighs = [](const SizeMix::Entry& size) { return size.weight > 0; };
  return spec.rate.rate > Rate{} && !spec.first_leaves.empty() &&
         std::ranges::any_of(spec.classes, [](const auto& c) { return c.share > 0; }) &&
         (std::ranges::any_of(spec.ipv4, weighs) || std::ranges::any_of(spec.ipv6, weighs));
}

}  // namespace qoslab::dataplane
