#include "model/emulation/flow_meter.h"

#include <algorithm>
#include <utility>

#include "model/packet/layers.h"

namespace qoslab::emulation {

FlowMeter::FlowMeter(std::string name, std::string label, Bytes overhead, Instant from)
    : overhead_{overhead}, from_{from} {
  results_.name = std::move(name);
  results_.label = std::move(label);
}

void FlowMeter::sent(Instant due, Bytes ip_size) {
  sent_.push_back({due, static_cast<std::uint32_t>(ip_size.count()), false});
  results_.sent += {1, ip_size};
  if (due >= from_) results_.offered += {1, ip_size};
}

void FlowMeter::not_sent(std::uint64_t number) {
  const auto& packet = sent_[number];
  const Bytes ip_size{packet.ip_size};
  results_.sent -= {1, ip_size};
  if (packet.due >= from_) results_.offered -= {1, ip_size};
}

void FlowMeter::arrived(const Probe& probe, Instant at) {
  if (probe.number >= sent_.size()) return;
  auto& packet = sent_[probe.number];
  if (packet.came) {
    ++duplicates_;
    return;
  }
  packet.came = true;
  if (probe.number < highest_) ++reordered_;
  highest_ = std::max(highest_, probe.number + 1);
  const Bytes ip_size{packet.ip_size};
  results_.delivered += {1, ip_size};
  if (packet.due < from_) return;
  results_.carried += {1, ip_size};
  results_.arrived += {1, ip_size};
  results_.arrived_frames += size_at(Layer::frame, ip_size);
  results_.payload += std::max(Bytes{}, ip_size - overhead_);
  const auto left = Instant::at(Duration::picoseconds(static_cast<std::int64_t>(probe.sent_ps)));
  results_.delays.push_back({packet.due, std::max(Duration{}, at - left), ip_size});
}

FlowResults FlowMeter::results() const {
  FlowResults results = results_;
  if (const Count lost = results.sent - results.delivered; lost.packets > 0) results.drops["outside: lost"] = lost;
  return results;
}

}  // namespace qoslab::emulation
