// The tree that people have in mind when they write HTB classes.
#pragma once

#include "model/qos/scheduler/htb.h"

namespace qoslab {

/// Every class's ceil holds for all that passes through it; assured rates are served first (scaled down in proportion
/// where they do not fit into an ancestor's ceil), what is left is shared by priority, then by quantum.
class IdealTree final : public Scheduler, public RateAdjustable {
 public:
  explicit IdealTree(std::vector<TokenTreeClass> classes);
  ~IdealTree() override;

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
  void set_rate(int child, Rate rate, Instant now) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
