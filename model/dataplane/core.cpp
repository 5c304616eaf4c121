#include "model/dataplane/core.h"

#include <algorithm>
#include <bit>

namespace qoslab::dataplane {

Stalls::Stalls(const StallSpec& spec, std::uint64_t seed, std::string_view purpose)
    : spec_{spec}, random_{seed, purpose}, from_{0}, until_{0} {
  draw();
}

void Stalls::draw() {
  const auto gap = random_.exponential(static_cast<double>(spec_.every.ps()));
  const auto length = static_cast<double>(spec_.longest.ps()) * (spec_.fixed ? 1.0 : random_.uniform());
  from_ = std::max(from_ + static_cast<std::int64_t>(gap), until_);
  until_ = from_ + static_cast<std::int64_t>(length);
}

std::int64_t Stalls::running_from(std::int64_t time) {
  while (until_ <= time) draw();
  return from_ <= time ? until_ : time;
}

std::int64_t Stalls::finish(std::int64_t start, std::int64_t work) {
  while (until_ <= start) draw();
  std::int64_t end = start + work;
  while (from_ < end) {
    end += until_ - from_;
    draw();
  }
  return end;
}

Core::Core(const ProcessorSpec& spec, const AccessCosts& access, std::int64_t latency, Stalls stalls)
    : cycles_per_packet_{spec.cycles_per_packet},
      cycles_per_vector_{spec.cycles_per_vector},
      vector_{static_cast<std::size_t>(spec.vector)},
      most_{static_cast<std::size_t>(spec.ring)},
      access_{access},
      latency_{latency},
      cycles_{SendTime::of_cycles(spec.hertz)},
      stalls_{std::move(stalls)},
      ring_(std::bit_ceil(most_)),
      mask_{ring_.size() - 1} {}

[[gnu::flatten]] void Core::run(std::int64_t until, std::span<const Record> arrivals, Batch& out) {
  for (const auto& record : arrivals) {
    while (waiting_ > 0 && vector_before(record.time, out)) {}
    if (waiting_ == 0 && take_at_once(record, out)) continue;
    if (waiting_ == most_) {
      overflown.add(record);
      continue;
    }
    ring_[(first_ + waiting_++) & mask_] = record;
    most_waiting_ = std::max(most_waiting_, waiting_);
  }
  while (waiting_ > 0 && vector_before(until, out)) {}
}

/// If the core is idle and runs.
inline bool Core::take_at_once(const Record& record, Batch& out) {
  if (free_at_ > record.time || stalls_.running_from(record.time) > record.time) return false;
  const auto outcome = access_.of(record);
  const auto work = cycles_(cycles_per_vector_ + cycles_per_packet_ + outcome.cycles);
  free_at_ = stalls_.finish(record.time, work);
  busy_ += work;
  if (outcome.permit) {
    forwarded_.add(record);
    out.push_back(record);
    out.back().time = free_at_ + latency_;
  } else {
    denied.add(record);
  }
  return true;
}

/// One vector of what waits, if it can begin before `until`: all that waits by then has arrived.
bool Core::vector_before(std::int64_t until, Batch& out) {
  const std::int64_t start = stalls_.running_from(std::max(free_at_, ring_[first_].time));
  if (start >= until) return false;
  const auto begin = out.size();
  std::int64_t cycles = cycles_per_vector_;
  std::size_t taken = 0;
  for (; taken < std::min(waiting_, vector_); ++taken) {
    const auto& record = ring_[(first_ + taken) & mask_];
    if (record.time > start) break;
    const auto outcome = access_.of(record);
    cycles += cycles_per_packet_ + outcome.cycles;
    if (outcome.permit)
      out.push_back(record);
    else
      denied.add(record);
  }
  first_ = (first_ + taken) & mask_;
  waiting_ -= taken;
  const auto work = cycles_(cycles);
  free_at_ = stalls_.finish(start, work);
  busy_ += work;
  for (auto i = begin; i < out.size(); ++i) {
    out[i].time = free_at_ + latency_;
    forwarded_.add(out[i]);
  }
  return true;
}

}  // namespace qoslab::dataplane
