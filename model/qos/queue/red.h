// RED and its relatives with drop precedence: WRED and RIO.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "model/qos/queue/drop_policy.h"

namespace qoslab {

/// One drop curve: nothing below `min`, rising to `max_probability` at `max`, everything above (or, when `gentle`,
/// rising on to 1 at 2 × max). Thresholds count packets of the averaged queue.
/// Source: Floyd and Jacobson, Random Early Detection Gateways, ToN 1(4) 1993; "gentle" from Floyd's note of 2000.
struct RedCurve {
  double min = 5;
  double max = 15;
  double max_probability = 0.1;
  bool gentle = false;

  /// Of one packet, before the drops are spaced.
  [[nodiscard]] double probability(double average) const;
};

struct RedParameters {
  double weight = 0.002;                                   ///< of the newest sample in the moving average, (0, 1]
  Duration mean_packet_time = Duration::milliseconds(12);  ///< ages the average while the queue is empty
};

/// The moving average of a queue's length in packets, as arrivals see it. An arrival at an empty queue ages it as if
/// the packets that could have been sent meanwhile had found the queue empty (section 4 of the paper).
class AveragedQueue {
 public:
  explicit AveragedQueue(RedParameters parameters) : parameters_{parameters} {}
  void sample(std::int64_t packets, Instant now);
  void emptied(Instant now) { idle_since_ = now; }
  [[nodiscard]] double average() const { return average_; }

 private:
  RedParameters parameters_;
  double average_ = 0;
  Instant idle_since_;
};

/// Drops along a curve, evenly spaced (section 7 of the paper, method 2): at a constant p the number of packets from
/// one drop to the next is uniform on 1..1/p, where independent draws would make it geometric.
class SpacedDropper {
 public:
  explicit SpacedDropper(RedCurve curve) : curve_{curve} {}
  bool drop(double average, std::mt19937_64& random);

 private:
  RedCurve curve_;
  std::int64_t spared_ = 0;  ///< packets since the last drop, or since the average came above min
};

/// RED with one curve (colour is ignored).
class Red final : public DropPolicy {
 public:
  Red(RedParameters parameters, RedCurve curve, std::uint64_t seed);
  std::optional<DropReason> arrive(const Packet& packet, Backlog before, Instant now) override;
  void emptied(Instant now) override;
  [[nodiscard]] double average() const { return queue_.average(); }

 private:
  AveragedQueue queue_;
  SpacedDropper dropper_;
  std::mt19937_64 random_;
};

/// WRED: one average of the whole queue, a curve per drop precedence (green, yellow, red).
/// RIO (Clark and Fang, ToN 6(4) 1998, extended to three precedences): each precedence has an average of its own,
/// counting the packets of that precedence and all better ones.
class ColoredRed final : public DropPolicy {
 public:
  enum class Averages : std::uint8_t { shared /* WRED */, nested /* RIO */ };
  ColoredRed(Averages averages, RedParameters parameters, std::array<RedCurve, 3> curves, std::uint64_t seed);
  std::optional<DropReason> arrive(const Packet& packet, Backlog before, Instant now) override;
  void joined(const Packet& packet) override;
  void left(const Packet& packet, Instant now) override;
  /// What packets of this colour are judged by.
  [[nodiscard]] double average(Color color) const { return queues_[lowest(color)].average(); }

 private:
  /// The best precedence whose average counts packets of this colour.
  [[nodiscard]] std::size_t lowest(Color color) const;

  Averages averages_;
  std::array<AveragedQueue, 3> queues_;
  std::array<std::int64_t, 3> packets_{};  ///< in each of them
  std::array<SpacedDropper, 3> droppers_;
  std::mt19937_64 random_;
};

}  // namespace qoslab
