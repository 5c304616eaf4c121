#include "tests/model/dataplane/fluid_shares.h"

#include <algorithm>
#include <limits>

namespace qoslab::dataplane {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

double rate_of(const std::optional<Shaper>& shaper) {
  return shaper ? static_cast<double>(shaper->rate.bps()) : endless;
}

class Pouring {
 public:
  Pouring(const TreeSpec& spec, double line) : spec_{spec}, children_(spec.nodes.size()) {
    shares_.queues.resize(spec.queues.size());
    shares_.nodes.resize(spec.nodes.size());
    for (std::size_t i = 1; i < spec.nodes.size(); ++i) children_[spec.nodes[i].parent].push_back({false, i});
    for (std::size_t i = 0; i < spec.queues.size(); ++i) children_[spec.queues[i].parent].push_back({true, i});
    for (pass_ = 0; pass_ < passes; ++pass_) {
      double amount = std::min(line - shares_.nodes[0], capacity({false, 0}));
      if (pass_ != orphan_pass) {
        auto& level = shares_.levels[level_index(pass_)];
        amount = std::max(0.0, std::min(amount, rate_of(spec.levels[level_index(pass_)]) - level));
        level += amount;
      }
      pour({false, 0}, std::max(0.0, amount));
    }
  }
  FluidShares shares() { return shares_; }

 private:
  struct Child {
    bool queue;
    std::size_t number;
  };
  /// How much more it can take in this pass.
  [[nodiscard]] double capacity(Child c) const {
    if (c.queue) {
      const auto& p = spec_.profiles[spec_.queues[c.number].profile];
      const double has = shares_.queues[c.number];
      const double left = rate_of(p.pir) - has;
      if (p.has_within() && pass_ == within_cir(p.cir_level))
        return std::max(0.0, std::min(left, rate_of(p.cir) - has));
      return pass_ == p.pass_above() ? std::max(0.0, left) : 0;
    }
    double below = 0;
    for (const auto& child : children_[c.number]) below += capacity(child);
    return std::max(0.0, std::min(below, rate_of(spec_.nodes[c.number].shaper) - shares_.nodes[c.number]));
  }
  [[nodiscard]] double weight(Child c) const {
    if (!c.queue) return static_cast<double>(spec_.nodes[c.number].weight);
    const auto& p = spec_.profiles[spec_.queues[c.number].profile];
    return static_cast<double>(pass_ < 8 ? p.cir_weight : p.weight_above());
  }
  void pour(Child into, double amount) {
    if (into.queue) {
      shares_.queues[into.number] += amount;
      return;
    }
    shares_.nodes[into.number] += amount;
    struct Open {
      Child child;
      double most, weight;
    };
    std::vector<Open> open;
    for (const auto& c : children_[into.number])
      if (const double most = capacity(c); most > 0) open.push_back({c, most, weight(c)});
    std::sort(open.begin(), open.end(),
              [](const Open& a, const Open& b) { return a.most / a.weight < b.most / b.weight; });
    double weights = 0;
    for (const auto& o : open) weights += o.weight;
    for (const auto& o : open) {
      const double gets = std::min(o.most, amount * o.weight / weights);
      amount -= gets;
      weights -= o.weight;
      pour(o.child, gets);
    }
  }

  const TreeSpec& spec_;
  std::vector<std::vector<Child>> children_;
  FluidShares shares_;
  Pass pass_ = 0;
};

}  // namespace

FluidShares fluid_shares(const TreeSpec& spec, double line) { return Pouring{spec, line}.shares(); }

}  // namespace qoslab::dataplane
