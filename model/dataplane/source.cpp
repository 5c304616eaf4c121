#include "model/dataplane/source.h"

#include <algorithm>

namespace qoslab::dataplane {

Source::Source(const SourceSpec& spec, std::uint64_t seed) : line_{spec.delay, spec.cores} {
  for (const auto& e : spec.emitters)
    if (auto made = emitter(e, spec.line, seed)) emitters_.push_back(std::move(made));
}

void Source::run(std::int64_t until, Batch& out) {
  if (emitters_.empty()) return;
  for (;;) {
    std::size_t first = 0;
    std::int64_t due = emitters_[0]->due();
    std::int64_t limit = Emitter::never;  // when another emitter's turn comes
    for (std::size_t i = 1; i < emitters_.size(); ++i) {
      const std::int64_t other = emitters_[i]->due();
      if (other < due) {
        limit = due;
        due = other;
        first = i;
      } else {
        limit = std::min(limit, other + 1);
      }
    }
    if (due >= std::min(until, Emitter::never) || !emitters_[first]->run(line_, limit, until, out)) return;
  }
}

Count Source::sent(std::uint8_t stream) const {
  Count total;
  for (const auto& e : emitters_)
    for (const auto& kind : e->kinds())
      if (kind.stream == stream) total += Count{kind.sent, Bytes{kind.frame} * kind.sent};
  return total;
}

Duration Source::busy() const {
  Duration total;
  for (const auto& e : emitters_)
    for (const auto& kind : e->kinds()) total += Duration::picoseconds(kind.line_ps) * kind.sent;
  return total;
}

}  // namespace qoslab::dataplane
