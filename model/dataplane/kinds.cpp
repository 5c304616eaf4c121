#include "model/dataplane/kinds.h"

#include <algorithm>

namespace qoslab::dataplane {

Kinds::Kinds(const std::vector<PacketKind>& kinds, std::uint32_t cores) : cores_{cores} {
  for (const auto& kind : kinds) {
    const std::size_t flow = std::size_t{kind.offset} * 2 + (kind.ipv6 ? 1 : 0);
    entries_.push_back({kind, {kind.offset, kind.frame, kind.stream}, flow});
    flows_ = std::max(flows_, flow + 1);
  }
}

Count Kinds::made(std::uint8_t stream) const {
  Count total;
  for (const auto& [kind, packet, flow, made] : entries_)
    if (kind.stream == stream) total += Count{made, Bytes{kind.frame} * made};
  return total;
}

Duration Kinds::line_time() const {
  Duration total;
  for (const auto& [kind, packet, flow, made] : entries_) total += Duration::picoseconds(kind.line_ps) * made;
  return total;
}

}  // namespace qoslab::dataplane
