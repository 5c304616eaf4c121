// The tree that people have in mind when they write HTB classes.
#pragma once

#include "model/qos/scheduler/htb.h"

namespace qoslab {

/// Every class's ceil holds for all that passes through it. Assured rates are served first: those of the leaves, then
/// those of inner classes from the deepest up; where they do not fit into an ancestor's ceil they shrink in proportion.
/// What an inner class is assured beyond its leaves' rates, and in the end what is left within the ceils, goes to the
/// leaves by priority, and within one priority by quantum. Whoever waits under ceils that all have room is served.
///
/// How: token levels say who is within its rate and its ceil; among those who compete for the same (the assured in
/// weights of their rates, the others in those of their quanta) the smallest start tag goes first, as in start-time
/// fair queueing: Goyal, Vin, Cheng, ToN 5(5) 1997. The tags below a class are relative to it: a class that its own
/// ceil holds back neither saves up a claim on the others nor forgets what its children owe each other.
class IdealTree final : public Scheduler, public RateAdjustable {
 public:
  /// Preconditions as for Htb.
  explicit IdealTree(std::vector<TokenTreeClass> classes);
  ~IdealTree() override;

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
  /// A ceil below the new rate counts as equal to it for as long as the rate lasts.
  void set_rate(int child, Rate rate, Instant now) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
