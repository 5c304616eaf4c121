#include "model/qos/queue/red.h"

#include <cmath>

namespace qoslab {

double RedCurve::probability(double average) const {
  if (average < min) return 0;
  if (average < max) return max_probability * (average - min) / (max - min);
  if (gentle && average < 2 * max) return max_probability + (1 - max_probability) * (average - max) / max;
  return 1;
}

void AveragedQueue::sample(std::int64_t packets, Instant now) {
  if (packets > 0) {
    average_ += parameters_.weight * (static_cast<double>(packets) - average_);
    return;
  }
  const double could_have_sent =
      static_cast<double>((now - idle_since_).ps()) / static_cast<double>(parameters_.mean_packet_time.ps());
  average_ *= std::pow(1 - parameters_.weight, could_have_sent);
  idle_since_ = now;  // if this packet does not join, the queue stays idle: the time before is paid for
}

bool SpacedDropper::drop(double average, std::mt19937_64& random) {
  const double probability = curve_.probability(average);
  if (probability <= 0) {
    spared_ = 0;
    return false;
  }
  const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;  // [0, 1)
  const double rest = 1 - static_cast<double>(spared_) * probability;
  if (uniform * rest < probability) {
    spared_ = 0;
    return true;
  }
  ++spared_;
  return false;
}

Red::Red(RedParameters parameters, RedCurve curve, std::uint64_t seed)
    : queue_{parameters}, dropper_{curve}, random_{seed} {}

std::optional<DropReason> Red::arrive(const Packet& /*packet*/, Backlog before, Instant now) {
  queue_.sample(before.packets, now);
  if (dropper_.drop(queue_.average(), random_)) return DropReason::early;
  return std::nullopt;
}

void Red::emptied(Instant now) { queue_.emptied(now); }

ColoredRed::ColoredRed(Averages averages, RedParameters parameters, std::array<RedCurve, 3> curves, std::uint64_t seed)
    : averages_{averages},
      queues_{AveragedQueue{parameters}, AveragedQueue{parameters}, AveragedQueue{parameters}},
      droppers_{SpacedDropper{curves[0]}, SpacedDropper{curves[1]}, SpacedDropper{curves[2]}},
      random_{seed} {}

std::size_t ColoredRed::lowest(Color color) const {
  return averages_ == Averages::shared ? 0 : static_cast<std::size_t>(color);
}

std::optional<DropReason> ColoredRed::arrive(const Packet& packet, Backlog /*before*/, Instant now) {
  const std::size_t judge = lowest(packet.color);
  for (std::size_t i = judge; i < queues_.size(); ++i) queues_[i].sample(packets_[i], now);
  if (droppers_[static_cast<std::size_t>(packet.color)].drop(queues_[judge].average(), random_)) {
    return DropReason::early;
  }
  return std::nullopt;
}

void ColoredRed::joined(const Packet& packet) {
  for (std::size_t i = lowest(packet.color); i < queues_.size(); ++i) ++packets_[i];
}

void ColoredRed::left(const Packet& packet, Instant now) {
  for (std::size_t i = lowest(packet.color); i < queues_.size(); ++i) {
    if (--packets_[i] == 0) queues_[i].emptied(now);
  }
}

}  // namespace qoslab
