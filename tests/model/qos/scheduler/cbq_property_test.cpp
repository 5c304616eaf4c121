// CBQ with random parameters and arrivals, against the rules as the documentation words them.
#include <random>

#include "model/qos/scheduler/cbq.h"
#include "model/qos/scheduler/idle_estimator.h"
#include "tests/model/qos/scheduler/cbq_classes.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

// Also one that the timer woke before its penalty's end and whose turn had not come: here its debt in the round robin
// lets the other go first.
TEST(CbqProperty, AClassThatWasWokenSendsBeforeItIsSuspendedAgain) {
  std::mt19937_64 random{13};
  std::uniform_int_distribution<std::int64_t> size{40, 200};
  Cbq cbq{{.rate = megabit, .mtu = Bytes{200}},
          {{},
           leaf(0, Rate::kbps(100), {.maxburst = 1, .minburst = 1, .average_packet = Bytes{200}}),
           leaf(1, Rate::kbps(900), {.borrow = true})}};
  std::int64_t before = 0;
  Line line{cbq, 2, megabit};
  line.keep_full(0, [&] {
    before = cbq.suspensions(0).count;
    return Bytes{200};
  });
  line.keep_full(1, [&] {
    EXPECT_LE(cbq.suspensions(0).count - before, 1);
    return Bytes{size(random)};
  });
  line.run({}, {}, second(100));
  EXPECT_GT(before, 1000);
}

/// The rules as the documentation words them, for a class that is alone and always full: what it and its parents have
/// saved, whom it borrows from, and when the timer fires.
class LoneClass {
 public:
  LoneClass(Cbq::Link link, const std::vector<Cbq::Class>& from_leaf_up) : link_{link} {
    for (const Cbq::Class& c : from_leaf_up) {
      chain_.push_back(IdleEstimator{{c.rate, link.rate, c.average_packet, link.mtu, c.maxburst, c.minburst}});
      borrows_.push_back(c.borrow);
    }
  }

  void sent(Bytes size, Instant now) {
    const Duration largest = time_to_send(link_.mtu, link_.rate);
    const Duration ahead = largest > 10_ms ? 4 * largest : 16 * largest;
    free_ = std::min(std::max(free_, now) + time_to_send(size, link_.rate), now + ahead);
    for (IdleEstimator& e : chain_) e.sent(size, free_, now);
  }

  [[nodiscard]] Instant next(Instant now) const {
    std::size_t payer = 0;
    while (chain_[payer].over_limit(now) && borrows_[payer]) ++payer;
    if (!chain_[payer].over_limit(now)) return now;
    const bool own = payer == 0 || chain_[payer].at_floor();
    const Duration offtime = chain_[own ? 0 : payer].offtime();
    const Instant until = chain_[0].within_limit_from() + chain_[0].pause_beyond_last_packet(offtime);
    std::int64_t ticks = 2;
    if (until - now > 2 * link_.tick) {
      ticks = 1 + ((until - now).ps() + link_.tick.ps() - 1) / link_.tick.ps();
    }
    return Instant::at(link_.tick * (now.since_start() / link_.tick + ticks));
  }

 private:
  Cbq::Link link_;
  std::vector<IdleEstimator> chain_;
  std::vector<bool> borrows_;
  Instant free_;
};

TEST(CbqProperty, ALoneClassLeavesExactlyWhenTheRulesSay) {
  std::mt19937_64 random{77};
  std::uniform_int_distribution<std::int64_t> rate{20, 900};
  std::uniform_int_distribution<int> packets{1, 20};
  for (int round = 0; round < 60; ++round) {
    // Some packets are above the MTU, and some lines faster than the link: both bring estimators to their floor.
    std::uniform_int_distribution<std::int64_t> size{40, round % 3 == 0 ? 4000 : 1500};
    const Cbq::Link link{
        .rate = megabit, .mtu = Bytes{round % 4 == 0 ? 1000 : 1500}, .tick = round % 2 == 0 ? 10_ms : 1_ms};
    const Cbq::Class root{.parent = -1, .leaf = {}, .rate = megabit, .maxburst = {}};
    const Cbq::Class parent = inner(Rate::kbps(rate(random)), {.borrow = round % 5 == 0});
    const Cbq::Class child = leaf(0, Rate::kbps(rate(random)),
                                  {.parent = 1,
                                   .borrow = round % 3 != 1,
                                   .maxburst = packets(random),
                                   .minburst = packets(random),
                                   .average_packet = Bytes{size(random)}});
    Cbq cbq{link, {root, parent, child}};
    LoneClass rules{link, {child, parent, root}};
    Line line{cbq, 1, round % 7 == 0 ? Rate::mbps(3) : megabit};
    line.keep_full(0, [&] { return Bytes{size(random)}; });
    Instant expected;
    for (const Departure& d : line.run({}, {}, second(40))) {
      ASSERT_EQ(d.time, expected) << "round " << round;
      rules.sent(d.size, d.time);
      expected = rules.next(d.end);
    }
  }
}

std::vector<Arrival> random_arrivals(std::mt19937_64& random, int children, int packets, Duration mean_gap) {
  std::uniform_int_distribution<int> child{0, children - 1};
  std::uniform_int_distribution<std::int64_t> size{40, 1500};
  std::exponential_distribution<double> gap{1 / mean_gap.to_seconds()};
  std::vector<Arrival> arrivals;
  Instant t;
  for (int i = 0; i < packets; ++i) {
    t += Duration::from_seconds(gap(random));
    arrivals.push_back({t, child(random), Bytes{size(random)}});
  }
  return arrivals;
}

TEST(CbqProperty, NeverIdlesIfEverybodyMayBorrowFromTheRoot) {
  std::mt19937_64 random{17};
  for (int round = 0; round < 20; ++round) {
    Cbq cbq{{.rate = megabit},
            {{},
             inner(Rate::kbps(300), {.borrow = true}),
             leaf(0, Rate::kbps(10), {.parent = 1, .priority = 3, .borrow = true}),
             leaf(1, Rate::kbps(90), {.parent = 1, .priority = 1, .borrow = true}),
             leaf(2, Rate::kbps(500), {.priority = 1, .borrow = true}),
             leaf(3, Rate::kbps(1), {.priority = 7, .borrow = true})}};
    const auto arrivals = random_arrivals(random, 4, 2000, 6500_us);
    Line line{cbq, 4, megabit};
    expect_work_conserving(arrivals, line.run(arrivals, {}, second(1000)));
  }
}

TEST(CbqProperty, EverythingLeavesInTheEndAndInOrder) {
  std::mt19937_64 random{23};
  for (int round = 0; round < 20; ++round) {
    Cbq cbq{{.rate = megabit},
            {{},
             inner(Rate::kbps(300)),
             leaf(0, Rate::kbps(10), {.parent = 1, .borrow = true}),
             leaf(1, Rate::kbps(90), {.parent = 1, .priority = 4}),
             leaf(2, Rate::kbps(500), {.maxburst = 1, .minburst = 1})}};
    const auto arrivals = random_arrivals(random, 3, 600, 7_ms);
    Line line{cbq, 3, megabit};
    const auto out = line.run(arrivals, {}, second(4000));
    ASSERT_EQ(out.size(), arrivals.size());
    for (int child : {0, 1, 2}) {
      std::vector<Bytes> came;
      std::vector<Bytes> left;
      for (const Arrival& a : arrivals) {
        if (a.child == child) came.push_back(a.size);
      }
      for (const Departure& d : out) {
        if (d.child == child) left.push_back(d.size);
      }
      ASSERT_EQ(came, left) << "child " << child;
    }
  }
}

// Over any long time a class that may not borrow gets its rate plus its burst at most, within the rounding of pauses to
// the timer, which always lasts at least as long as the penalty when the tick is short.
TEST(CbqProperty, NoClassWithoutBorrowExceedsItsRateForLong) {
  std::mt19937_64 random{31};
  std::uniform_int_distribution<std::int64_t> rate{20, 700};
  std::uniform_int_distribution<std::int64_t> size{40, 1500};
  std::uniform_int_distribution<int> burst{1, 20};
  for (int round = 0; round < 40; ++round) {
    const Rate r = Rate::kbps(rate(random));
    Cbq cbq{{.rate = megabit, .tick = 100_us}, {{}, leaf(0, r, {.maxburst = burst(random), .minburst = 1})}};
    Line line{cbq, 1, megabit};
    line.keep_full(0, [&] { return Bytes{size(random)}; });
    line.run({}, {}, second(20));
    const double kbps = rates(line.run({}, second(20), second(120)), 1, 100_s)[0];
    EXPECT_LE(kbps, double(r.bps()) / 1000 * 1.03) << r.bps();
    EXPECT_GE(kbps, double(r.bps()) / 1000 * 0.90) << r.bps();
  }
}

}  // namespace
}  // namespace qoslab::test
