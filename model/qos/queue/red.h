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
};

struct RedParameters {
  double weight = 0.002;                                   ///< of the newest sample in the moving average, (0, 1]
  Duration mean_packet_time = Duration::milliseconds(12);  ///< ages the average while the queue is empty
};

/// RED with one curve (colour is ignored).
class Red final : public DropPolicy {
 public:
  Red(RedParameters parameters, RedCurve curve, std::uint64_t seed);
  std::optional<DropReason> arrive(const Packet& packet, Backlog before, Instant now) override;
  void emptied(Instant now) override;
  [[nodiscard]] double average() const;

 private:
  struct State;  // the averaged queue and the count since the last drop: see red.cpp
  RedParameters parameters_;
  RedCurve curve_;
  std::mt19937_64 random_;
  double average_ = 0;
  std::int64_t since_drop_ = -1;
  std::optional<Instant> idle_since_ = Instant{};
};

/// WRED: one average of the whole queue, a curve per drop precedence (green, yellow, red).
/// RIO (Clark and Fang, ToN 6(4) 1998, extended to three precedences): each precedence has an average of its own,
/// counting the packets of that precedence and all better ones.
class ColoredRed final : public DropPolicy {
 public:
  enum class Averages : std::uint8_t { shared /* WRED */, nested /* RIO */ };
  ColoredRed(Averages averages, RedParameters parameters, std::array<RedCurve, 3> curves, std::uint64_t seed);
  std::optional<DropReason> arrive(const Packet& packet, Backlog before, Instant now) override;
  void emptied(Instant now) override;
};

}  // namespace qoslab
