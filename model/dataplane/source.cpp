#include "model/dataplane/source.h"

namespace qoslab::dataplane {

Source::Source(const SourceSpec& spec, std::uint64_t seed) : delay_{spec.delay.ps()}, cores_{spec.cores} {
  for (const auto& e : spec.emitters) {
    auto made = emitter(e, spec.line, seed);
    if (!made) continue;
    auto& lane = lanes_.emplace_back();
    lane.emitter = std::move(made);
    lane.kinds = lane.emitter->kinds();
    lane.sent.resize(lane.kinds.size());
    lane.emitter->next(lane.block);
    due_.push_back(lane.block[0].due);
  }
}

Count Source::sent(std::uint8_t stream) const {
  Count total;
  for (const auto& lane : lanes_)
    for (std::size_t i = 0; i < lane.sent.size(); ++i)
      if (const auto& kind = lane.kinds[i]; kind.stream == stream)
        total += Count{lane.sent[i], Bytes{kind.frame} * lane.sent[i]};
  return total;
}

Duration Source::busy() const {
  Duration total;
  for (const auto& lane : lanes_)
    for (std::size_t i = 0; i < lane.sent.size(); ++i)
      total += Duration::picoseconds(lane.kinds[i].line_ps) * lane.sent[i];
  return total;
}

}  // namespace qoslab::dataplane
