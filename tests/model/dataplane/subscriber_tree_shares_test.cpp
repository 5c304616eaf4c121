#include <gtest/gtest.h>

#include <random>

#include "model/dataplane/subscriber_tree.h"
#include "tests/model/dataplane/fluid_shares.h"

namespace qoslab::dataplane {
namespace {

constexpr Rate line = Rate::mbps(100);
constexpr std::int64_t second = 1'000'000'000'000;
constexpr std::int64_t window = second / 2000;
constexpr std::uint16_t frame = 980;  ///< 1000 on the line
constexpr double carries = 100e6 * 980 / 1000;

/// What has shapers besides queues and the port.
enum class Shaped { levels, aggregates, both };

/// Trees whose bursts are long enough for no credit to be lost while others send.
class OverloadedTree {
 public:
  OverloadedTree(std::uint64_t number, Shaped shaped) : random_{number} {
    spec.line = line;
    spec.largest = frame;
    for (auto& level : spec.levels)
      if (shaped != Shaped::aggregates && below(6) == 0) level = shaper(2, 20);
    spec.nodes.emplace_back();
    if (below(3) == 0) spec.nodes[0].shaper = shaper(1, 2);
    for (auto n = below(7); n > 0; --n) {
      TreeSpec::Node node{static_cast<std::uint32_t>(below(spec.nodes.size())), weight(), {}};
      if (shaped != Shaped::levels && below(2) == 0) node.shaper = shaper(2, 30);
      spec.nodes.push_back(node);
    }
    for (auto n = 1 + below(6); n > 0; --n) {
      QueueProfile p;
      if (below(3) == 0) p.pir = shaper(4, 60);
      if (below(2) == 0) p.cir = Shaper{shaper(10, 90).rate, Bytes{5'000}};
      p.level = static_cast<int>(below(4));
      p.cir_level = static_cast<int>(1 + below(3));
      p.weight = weight();
      p.cir_weight = weight();
      spec.profiles.push_back(p);
    }
    for (auto n = 1 + below(20); n > 0; --n)
      spec.queues.push_back({static_cast<std::uint32_t>(below(spec.nodes.size())),
                             static_cast<std::uint16_t>(below(spec.profiles.size()))});
  }
  TreeSpec spec;

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::int64_t weight() { return static_cast<std::int64_t>(1 + below(5)); }
  Shaper shaper(std::uint64_t from, std::uint64_t to) {
    const auto parts = static_cast<std::int64_t>(from + below(to - from + 1));
    return {Rate::bps(line.bps() / parts), Bytes{40'000}};
  }
  std::mt19937_64 random_;
};

/// A tree with queues that never run empty, run window by window.
class Overload {
 public:
  explicit Overload(const TreeSpec& spec) : tree{spec}, sent_(spec.queues.size()) {
    for (std::size_t q = 0; q < sent_.size(); ++q)
      for (int i = 0; i < 40; ++i) offer(q);
  }
  /// Everything until the time; visit(record) what departs.
  template <typename Visit>
  void run(std::int64_t until, Visit&& visit) {
    while (now_ < until) {
      tree.run(now_ += window, offered_, out_);
      offered_.clear();
      for (const auto& record : out_) {
        ++sent_[record.leaf];
        offer(record.leaf);
        visit(record);
      }
      out_.clear();
    }
  }
  SubscriberTree tree;
  [[nodiscard]] const std::vector<std::int64_t>& sent() const { return sent_; }

 private:
  void offer(std::size_t queue) {
    Record record;
    record.time = now_;
    record.leaf = static_cast<std::uint32_t>(queue);
    record.frame = frame;
    offered_.push_back(record);
  }
  std::vector<Record> offered_;
  std::vector<std::int64_t> sent_;
  Batch out_;
  std::int64_t now_ = 0;
};

/// Not where levels and aggregates both have shapers: while a level is closed by its own, lower ones use up the credit
/// of an aggregate, which is closed in its turn when the level opens; no work-conserving scheduler can know that it had
/// better keep the credit. There the rates still hold (below), the shares need not.
TEST(SubscriberTreeShares, LongRunRatesAreTheExactFluidSharesAtEveryLevel) {
  constexpr std::int64_t from = 6 * second;
  constexpr std::int64_t until = 16 * second;
  constexpr double time = 10;
  const auto near = [](double got_bytes, double wanted_bps) {
    const double got = got_bytes * 8 / time;
    EXPECT_NEAR(got, wanted_bps, wanted_bps * 0.001 + 3 * 8.0 * frame / time);
  };
  for (std::uint64_t number = 0; number < 30; ++number) {
    SCOPED_TRACE(number);
    const auto spec = OverloadedTree{number, number % 2 == 0 ? Shaped::levels : Shaped::aggregates}.spec;
    const auto wanted = fluid_shares(spec, carries);
    Overload overload{spec};
    overload.run(from, [](const Record&) {});
    const auto sent = overload.sent();
    std::vector<std::int64_t> nodes;
    for (std::size_t i = 0; i < spec.nodes.size(); ++i) nodes.push_back(overload.tree.carried_by_node(i).bytes.count());
    const auto levels = overload.tree.carried_by_level();
    overload.run(until, [](const Record&) {});
    for (std::size_t i = 0; i < sent.size(); ++i) {
      SCOPED_TRACE("queue " + std::to_string(i));
      near(static_cast<double>((overload.sent()[i] - sent[i]) * frame), wanted.queues[i]);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      SCOPED_TRACE("node " + std::to_string(i));
      near(static_cast<double>(overload.tree.carried_by_node(i).bytes.count() - nodes[i]), wanted.nodes[i]);
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
      SCOPED_TRACE("level " + std::to_string(i + 1));
      near(static_cast<double>((overload.tree.carried_by_level()[i].bytes - levels[i].bytes).count()),
           wanted.levels[i]);
    }
  }
}

/// The most that any interval has had above rate × its length, in bits × 10^12.
class Excess {
 public:
  explicit Excess(Rate rate) : rate_{rate} {}
  void sent(std::int64_t at) {
    depth_ = std::max(Int128{0}, depth_ - Int128{rate_.bps()} * (at - last_)) + Int128{frame} * 8 * second;
    last_ = at;
    most_ = std::max(most_, depth_);
  }
  [[nodiscard]] bool within(Bytes burst) const { return most_ <= Int128{burst.bits()} * second; }

 private:
  Rate rate_;
  Int128 depth_ = 0;
  Int128 most_ = 0;
  std::int64_t last_ = 0;
};

TEST(SubscriberTreeShares, NoIntervalSeesMoreThanRateTimesItsLengthAndTheBurst) {
  const auto takes = time_to_send(Bytes{frame + line_overhead}, line).ps();
  for (std::uint64_t number = 0; number < 40; ++number) {
    SCOPED_TRACE(number);
    const auto spec = OverloadedTree{number, Shaped::both}.spec;
    std::vector<std::optional<Excess>> queues;
    std::vector<std::optional<Excess>> nodes;
    for (const auto& q : spec.queues) {
      const auto& pir = spec.profiles[q.profile].pir;
      queues.push_back(pir ? std::optional{Excess{pir->rate}} : std::nullopt);
    }
    for (const auto& n : spec.nodes) nodes.push_back(n.shaper ? std::optional{Excess{n.shaper->rate}} : std::nullopt);
    Overload overload{spec};
    overload.run(second, [&](const Record& record) {
      if (queues[record.leaf]) queues[record.leaf]->sent(record.time - takes);
      for (auto n = spec.queues[record.leaf].parent;; n = spec.nodes[n].parent) {
        if (nodes[n]) nodes[n]->sent(record.time - takes);
        if (n == 0) break;
      }
    });
    for (std::size_t i = 0; i < queues.size(); ++i)
      EXPECT_TRUE(!queues[i] || queues[i]->within(spec.profiles[spec.queues[i].profile].pir->burst)) << "queue " << i;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      EXPECT_TRUE(!nodes[i] || nodes[i]->within(spec.nodes[i].shaper->burst)) << "node " << i;
  }
}

TEST(SubscriberTreeShares, TheLineIsNeverIdleWhileAQueueWithoutLimitsHasPackets) {
  for (std::uint64_t number = 0; number < 40; ++number) {
    SCOPED_TRACE(number);
    auto spec = OverloadedTree{number, Shaped::both}.spec;
    spec.nodes[0].shaper.reset();
    QueueProfile unlimited;
    unlimited.level = 0;
    spec.profiles.push_back(unlimited);
    spec.queues.push_back({0, static_cast<std::uint16_t>(spec.profiles.size() - 1)});
    Overload overload{spec};
    overload.run(second, [](const Record&) {});
    EXPECT_GE(overload.tree.line_busy(), second);
  }
}

}  // namespace
}  // namespace qoslab::dataplane
