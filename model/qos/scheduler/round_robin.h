// Round robin weighted by packets (WRR) and by bytes (DRR).
#pragma once

#include <cstdint>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// WRR: a child of weight w sends w packets a round, whatever their size.
/// Source: Katevenis, Sidiropoulos, Courcoubetis, JSAC 9(8) 1991.
class Wrr final : public Scheduler {
 public:
  explicit Wrr(std::vector<std::int64_t> weights);  ///< each at least 1
  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
};

/// DRR: a child earns its quantum of bytes a round and keeps what it could not use.
/// Source: Shreedhar and Varghese, ToN 4(3) 1996. A quantum below the largest packet is allowed: the rounds in which
/// nobody could send are computed, not walked, so the cost of a packet stays constant.
class Drr final : public Scheduler {
 public:
  explicit Drr(std::vector<Bytes> quanta);  ///< each at least 1 B
  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
};

}  // namespace qoslab
