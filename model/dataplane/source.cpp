#include "model/dataplane/source.h"

namespace qoslab::dataplane {

Source::Source(const SourceSpec& spec, std::uint64_t seed) : delay_{spec.delay.ps()} {
  for (const auto& e : spec.emitters)
    if (auto made = emitter(e, spec.line, spec.cores, seed)) lanes_.emplace_back(std::move(made));
}

/// The lane whose next packet is due first; of several, the first one.
Source::Turn Source::turn() {
  Turn result{&lanes_.front(), INT64_MAX};
  for (auto& lane : std::span{lanes_}.subspan(1)) {
    if (lane.next()->due < result.lane->next()->due)
      result = {&lane, result.lane->next()->due};
    else
      result.until = std::min(result.until, lane.next()->due + 1);
  }
  return result;
}

Count Source::sent(std::uint8_t stream) const {
  Count total;
  for (const auto& lane : lanes_) total += lane.sent(stream);
  return total;
}

Duration Source::busy() const {
  Duration total;
  for (const auto& lane : lanes_) total += lane.line_time();
  return total;
}

Count Source::Lane::sent(std::uint8_t stream) const {
  Count total = emitter_->kinds().made(stream);
  for (const auto& waiting : waiting())
    if (const auto record = waiting.packet.at(0, 0); record.stream == stream) total -= frame_of(record);
  return total;
}

Duration Source::Lane::line_time() const {
  Duration total = emitter_->kinds().line_time();
  for (const auto& waiting : waiting()) total -= Duration::picoseconds(waiting.line_ps);
  return total;
}

}  // namespace qoslab::dataplane
