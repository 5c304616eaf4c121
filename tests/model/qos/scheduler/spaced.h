// The smallest scheduler that holds packets back.
#pragma once

#include <algorithm>
#include <optional>

#include "model/qos/scheduler/scheduler.h"

namespace qoslab::test {

/// One child. Nothing goes before `first`, and between two packets passes at least `gap`.
class Spaced final : public Scheduler {
 public:
  Spaced(Instant first, Duration gap) : release_{first}, gap_{gap} {}
  void wake(int /*child*/, Bytes /*head*/, Instant /*now*/) override { waiting_ = true; }
  std::optional<int> choose(Instant now) override {
    return waiting_ && now >= release_ ? std::optional{0} : std::nullopt;
  }
  void sent(int /*child*/, Bytes /*size*/, std::optional<Bytes> next, Instant now) override {
    waiting_ = next.has_value();
    release_ = now + gap_;
  }
  [[nodiscard]] Instant ready(Instant now) const override {
    return waiting_ ? std::max(now, release_) : Instant::never();
  }

 private:
  Instant release_;
  Duration gap_;
  bool waiting_ = false;
};

}  // namespace qoslab::test
