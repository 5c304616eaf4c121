#include "model/dataplane/on_off_emitter.h"

#include "model/units/random.h"

namespace qoslab::dataplane {
OnOffEmitter::OnOffEmitter(const EmitterSpec& spec, Rate line, std::uint32_t cores, std::uint64_t seed)
    : random_{RandomStream::mix(seed, spec.purpose)},
      mix_{spec, line},
      kinds_{mix_.kinds(), cores},
      first_leaves_{spec.first_leaves},
      mean_on_{static_cast<double>(spec.mean_on.ps())},
      mean_off_{static_cast<double>(spec.mean_off.ps())},
      ps_per_bit_{1e12 * static_cast<double>(first_leaves_.size()) / static_cast<double>(spec.rate.rate.bps()) *
                  (mean_on_ / (mean_on_ + mean_off_))},
      stop_{end_of(spec)},
      calendar_{first_leaves_.size(), whole_ps(mix_.mean_gap_ps()), spec.start.ps()} {
  for (std::uint32_t i = 0; i < first_leaves_.size(); ++i) {
    const bool on = random_.uniform() * (mean_on_ + mean_off_) <= mean_on_;
    const std::int64_t begin = spec.start.ps() + (on ? 0 : whole_ps(random_.exponential(mean_off_)));
    period_ends_.push_back(begin + whole_ps(random_.exponential(mean_on_)));
    schedule(i, begin + whole_ps(random_.uniform() * mix_.mean_bits() * ps_per_bit_));
  }
}

void OnOffEmitter::next(std::span<Upcoming> block) {
  for (auto& packet : block) {
    const auto [due, subscriber] = calendar_.pop();
    const std::size_t kind = mix_.draw(random_);
    packet = kinds_.make(kind, first_leaves_[subscriber], due < stop_ ? due : never);
    const auto bits = static_cast<double>(kinds_[kind].counted_bits);
    schedule(subscriber, due + whole_ps(bits * ps_per_bit_));
  }
}

/// `due` counts as if the subscriber stayed on.
void OnOffEmitter::schedule(std::uint32_t subscriber, std::int64_t due) {
  auto& end = period_ends_[subscriber];
  while (due >= end && due < stop_) {
    const std::int64_t off = whole_ps(random_.exponential(mean_off_));
    due += off;
    end += off + whole_ps(random_.exponential(mean_on_));
  }
  calendar_.push({due, subscriber});
}

}  // namespace qoslab::dataplane
