#include "model/qos/scheduler/round_robin.h"

#include <cstddef>
#include <utility>

namespace qoslab {

Wrr::Wrr(std::vector<std::int64_t> weights) : weights_{std::move(weights)}, links_(weights_.size(), -1) {}

void Wrr::wake(int child, Bytes /*head*/, Instant /*now*/) { turns_.push_back(child, links_); }

std::optional<int> Wrr::choose(Instant /*now*/) {
  if (turns_.empty()) return std::nullopt;
  return turns_.front();
}

void Wrr::sent(int child, Bytes size, std::optional<Bytes> next, Instant /*now*/) {
  if (size > Bytes{}) ++used_;
  if (next && used_ < weights_[static_cast<std::size_t>(child)]) return;
  used_ = 0;
  turns_.pop_front(links_);
  if (next) turns_.push_back(child, links_);
}

Instant Wrr::ready(Instant now) const { return turns_.empty() ? Instant::never() : now; }

Drr::Drr(std::vector<Bytes> quanta) : quanta_{std::move(quanta)}, deficits_(quanta_.size()), rounds_{quanta_.size()} {}

void Drr::join(int child, Bytes head) {
  Bytes& deficit = deficits_[static_cast<std::size_t>(child)];
  const Bytes quantum = quanta_[static_cast<std::size_t>(child)];
  const std::int64_t rounds = ((head - deficit).count() + quantum.count() - 1) / quantum.count();
  deficit += quantum * rounds;
  rounds_.push(child, rounds_.round() + rounds);
}

void Drr::wake(int child, Bytes head, Instant /*now*/) {
  deficits_[static_cast<std::size_t>(child)] = {};
  join(child, head);
}

std::optional<int> Drr::choose(Instant /*now*/) {
  if (!turn_ && !rounds_.empty()) turn_ = rounds_.pop();
  return turn_;
}

void Drr::sent(int child, Bytes size, std::optional<Bytes> next, Instant /*now*/) {
  Bytes& deficit = deficits_[static_cast<std::size_t>(child)];
  deficit -= size;
  if (next && *next <= deficit) return;
  turn_.reset();
  if (next) join(child, *next);
}

Instant Drr::ready(Instant now) const { return turn_ || !rounds_.empty() ? now : Instant::never(); }

}  // namespace qoslab
