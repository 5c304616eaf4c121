// Round robin weighted by packets (WRR) and by bytes (DRR).
#pragma once

#include <cstdint>
#include <vector>

#include "model/qos/scheduler/round_queue.h"
#include "model/qos/scheduler/scheduler.h"
#include "model/qos/scheduler/turn_list.h"

namespace qoslab {

/// WRR: a child of weight w sends w packets a round, whatever their size, one after the other.
/// Source: Katevenis, Sidiropoulos, Courcoubetis, JSAC 9(8) 1991. Left out: spreading a child's w packets over the
/// round.
class Wrr final : public Scheduler {
 public:
  explicit Wrr(std::vector<std::int64_t> weights);  ///< each at least 1
  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;

 private:
  std::vector<std::int64_t> weights_;
  std::vector<int> links_;
  TurnList turns_;
  std::int64_t used_ = 0;  ///< packets of the turn that the front child has sent
};

/// DRR: a child earns its quantum of bytes a round and keeps what it could not use; who runs empty keeps nothing.
/// Source: Shreedhar and Varghese, ToN 4(3) 1996. A quantum below the largest packet is allowed: the rounds in which
/// nobody could send are computed, not walked, so the cost of a packet does not depend on the number of children. Who
/// can send in a round goes in the order in which the children's last turns ended, which for quanta of a whole packet
/// is the paper's list.
class Drr final : public Scheduler {
 public:
  explicit Drr(std::vector<Bytes> quanta);  ///< each at least 1 B
  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;

 private:
  void join(int child, Bytes head);  ///< precondition: the deficit is less than the head

  std::vector<Bytes> quanta_;
  std::vector<Bytes> deficits_;  ///< as they will be when the child's turn comes
  RoundQueue rounds_;
  std::optional<int> turn_;  ///< whose it is
};

}  // namespace qoslab
