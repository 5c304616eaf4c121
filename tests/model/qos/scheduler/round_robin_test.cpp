#include "model/qos/scheduler/round_robin.h"

#include <list>
#include <utility>

#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {
namespace {

using namespace literals;

constexpr Rate line_rate = Rate::gbps(1);

/// Runs both over the same random arrivals and expects the same departures.
void expect_same(Scheduler& scheduler, Scheduler& referee, int children, std::mt19937_64& random,
                 const std::vector<Bytes>& sizes) {
  const double load = 0.5 + 0.1 * static_cast<double>(random() % 8);
  const auto arrivals = random_arrivals(random, children, 250, load, line_rate, sizes);
  Line line{scheduler, children, line_rate};
  Line referee_line{referee, children, line_rate};
  const auto out = line.run(arrivals, {}, Instant::at(1_s));
  ASSERT_EQ(out, referee_line.run(arrivals, {}, Instant::at(1_s)));
  expect_work_conserving(arrivals, out);
}

/// What the two referees below share: a list of whose turns come.
class Listed : public Scheduler {
 public:
  void wake(int child, Bytes head, Instant /*now*/) override {
    heads_[std::size_t(child)] = head;
    list_.push_back(child);
  }
  [[nodiscard]] Instant ready(Instant now) const override { return list_.empty() ? Instant::never() : now; }

 protected:
  explicit Listed(std::size_t children) : heads_(children) {}
  void to_the_back() { list_.splice(list_.end(), list_, list_.begin()); }
  std::vector<Bytes> heads_;
  std::list<int> list_;
};

class ListedWrr final : public Listed {
 public:
  explicit ListedWrr(std::vector<std::int64_t> weights) : Listed{weights.size()}, weights_{std::move(weights)} {}
  std::optional<int> choose(Instant /*now*/) override {
    return list_.empty() ? std::nullopt : std::optional{list_.front()};
  }
  void sent(int child, Bytes /*size*/, std::optional<Bytes> next, Instant /*now*/) override {
    ++served_;
    if (!next) {
      list_.pop_front();
      served_ = 0;
    } else if (served_ == weights_[std::size_t(child)]) {
      to_the_back();
      served_ = 0;
    }
  }

 private:
  std::vector<std::int64_t> weights_;
  std::int64_t served_ = 0;
};

/// The paper's algorithm to the letter: walk the list, add a quantum at every visit.
class ListedDrr final : public Listed {
 public:
  explicit ListedDrr(std::vector<Bytes> quanta)
      : Listed{quanta.size()}, quanta_{std::move(quanta)}, deficits_(quanta_.size()) {}
  std::optional<int> choose(Instant /*now*/) override {
    while (!list_.empty()) {
      const auto i = std::size_t(list_.front());
      if (!std::exchange(visited_, true)) deficits_[i] += quanta_[i];
      if (heads_[i] <= deficits_[i]) return list_.front();
      visited_ = false;
      to_the_back();
    }
    return std::nullopt;
  }
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant /*now*/) override {
    const auto i = std::size_t(child);
    deficits_[i] -= size;
    if (next && *next <= deficits_[i]) {
      heads_[i] = *next;
      return;
    }
    visited_ = false;
    if (next) {
      heads_[i] = *next;
      to_the_back();
    } else {
      deficits_[i] = {};
      list_.pop_front();
    }
  }

 private:
  std::vector<Bytes> quanta_;
  std::vector<Bytes> deficits_;
  bool visited_ = false;
};

/// DRR with every round walked: all who waited at its beginning earn their quantum, and who then can send does, in the
/// order in which their last turns ended.
class WalkedDrr final : public Scheduler {
 public:
  explicit WalkedDrr(std::vector<Bytes> quanta) : quanta_{std::move(quanta)}, children_(quanta_.size()) {}
  void wake(int child, Bytes head, Instant /*now*/) override { children_[std::size_t(child)] = {head, {}, ++turns_}; }
  std::optional<int> choose(Instant /*now*/) override {
    if (ready({}) == Instant::never()) return std::nullopt;
    while (round_.empty()) begin_round();
    return round_.front();
  }
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant /*now*/) override {
    Child& c = children_[std::size_t(child)];
    c.head = next;
    c.deficit -= size;
    if (next && *next <= c.deficit) return;
    c.last_turn = ++turns_;
    round_.pop_front();
  }
  [[nodiscard]] Instant ready(Instant now) const override {
    return std::ranges::any_of(children_, [](const Child& c) { return c.head.has_value(); }) ? now : Instant::never();
  }

 private:
  struct Child {
    std::optional<Bytes> head;
    Bytes deficit;
    std::int64_t last_turn = 0;
  };
  void begin_round() {
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (!children_[i].head) continue;
      children_[i].deficit += quanta_[i];
      if (*children_[i].head <= children_[i].deficit) round_.push_back(static_cast<int>(i));
    }
    round_.sort(
        [this](int a, int b) { return children_[std::size_t(a)].last_turn < children_[std::size_t(b)].last_turn; });
  }
  std::vector<Bytes> quanta_;
  std::vector<Child> children_;
  std::list<int> round_;
  std::int64_t turns_ = 0;
};

TEST(Wrr, CountsPacketsNotBytes) {
  Wrr scheduler{{3, 1}};
  Line line{scheduler, 2, line_rate};
  line.keep_full(0, Bytes{125});
  line.keep_full(1, Bytes{1250});
  const auto out = line.run({}, {}, Instant::at(130_us));
  EXPECT_EQ(bytes_by_child(out, 2), (std::vector<std::int64_t>{30 * 125, 10 * 1250}));
}

TEST(Wrr, ATurnEndsWhenTheChildRunsEmpty) {
  Wrr scheduler{{3, 1}};
  Line line{scheduler, 2, line_rate};
  line.keep_full(1, Bytes{125});
  const auto out = line.run({{{}, 0, Bytes{125}}, {{}, 0, Bytes{125}}, {Instant::at(2500_ns), 0, Bytes{125}}}, {},
                            Instant::at(6_us));
  std::vector<int> order;
  for (const Departure& d : out) order.push_back(d.child);
  EXPECT_EQ(order, (std::vector{0, 0, 1, 1, 0, 1}));
}

TEST(Wrr, APacketThatWasNotThereIsNotCounted) {
  Wrr scheduler{{2, 2}};
  scheduler.wake(0, Bytes{100}, {});
  scheduler.wake(1, Bytes{100}, {});
  const std::vector<std::pair<int, Bytes>> expected = {{0, Bytes{100}}, {0, Bytes{}},    {0, Bytes{100}},
                                                       {1, Bytes{100}}, {1, Bytes{100}}, {0, Bytes{100}}};
  for (const auto& [child, size] : expected) {
    ASSERT_EQ(scheduler.choose({}), child);
    scheduler.sent(child, size, Bytes{100}, {});
  }
}

TEST(Wrr, ChoosesAsAListDoes) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random{seed};
    std::vector<std::int64_t> weights(1 + random() % 9);
    for (auto& weight : weights) weight = 1 + static_cast<std::int64_t>(random() % 5);
    Wrr scheduler{weights};
    ListedWrr referee{weights};
    expect_same(scheduler, referee, static_cast<int>(weights.size()), random, {Bytes{64}, Bytes{700}, Bytes{1500}});
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
  }
}

std::vector<Bytes> random_quanta(std::mt19937_64& random, std::int64_t least, std::int64_t most) {
  std::vector<Bytes> quanta(1 + random() % 9);
  for (auto& quantum : quanta)
    quantum = Bytes{least + static_cast<std::int64_t>(random() % std::uint64_t(most - least))};
  return quanta;
}

TEST(Drr, WithQuantaOfAWholePacketIsThePapersList) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random{seed};
    const auto quanta = random_quanta(random, 1500, 6000);
    Drr scheduler{quanta};
    ListedDrr referee{quanta};
    expect_same(scheduler, referee, static_cast<int>(quanta.size()), random, {Bytes{40}, Bytes{577}, Bytes{1500}});
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
  }
}

TEST(Drr, WithAnyQuantaIsTheWalkOfAllRounds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    std::mt19937_64 random{seed};
    const auto quanta = random_quanta(random, 1, seed % 3 == 0 ? 20 : 3000);
    Drr scheduler{quanta};
    WalkedDrr referee{quanta};
    expect_same(scheduler, referee, static_cast<int>(quanta.size()), random, {Bytes{40}, Bytes{577}, Bytes{1500}});
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
  }
}

// After any time, two saturated children's bytes per quantum differ by less than a round and a packet each.
TEST(Drr, SharesBytesExactlyWhateverQuantaAndPackets) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random{seed};
    const auto quanta = random_quanta(random, 1, seed % 2 == 0 ? 50 : 4000);
    const auto children = static_cast<int>(quanta.size());
    Drr scheduler{quanta};
    Line line{scheduler, children, line_rate};
    for (int child = 0; child < children; ++child) {
      line.keep_full(child, [&random] { return Bytes{40 + static_cast<std::int64_t>(random() % 8961)}; });
    }
    const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(10_ms)), children);
    for (std::size_t i = 0; i < quanta.size(); ++i) {
      for (std::size_t j = 0; j < quanta.size(); ++j) {
        const double rounds_i = (double(bytes[i]) - 9000) / double(quanta[i].count());
        const double rounds_j = (double(bytes[j]) + 9000) / double(quanta[j].count());
        ASSERT_LE(rounds_i, rounds_j + 1) << "seed " << seed << ": " << i << " is ahead of " << j;
      }
    }
  }
}

TEST(Drr, AQuantumOfOneByteNeitherAbortsNorDistorts) {
  Drr scheduler{{Bytes{1}, Bytes{2}}};
  Line line{scheduler, 2, line_rate};
  line.keep_full(0, Bytes{1500});
  line.keep_full(1, Bytes{9000});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(240_ms)), 2);  // 30 MB
  EXPECT_NEAR(double(bytes[0]), 10e6, 9000);
  EXPECT_NEAR(double(bytes[1]), 20e6, 9000);
}

TEST(Drr, CreditDoesNotOutliveTheQueue) {
  Drr scheduler{{Bytes{10'000}, Bytes{10'000}}};
  Line line{scheduler, 2, line_rate};
  std::vector<Arrival> arrivals;
  for (int i = 0; i < 100; ++i) arrivals.push_back({Instant::at(Duration::microseconds(20 * i)), 0, Bytes{100}});
  arrivals.resize(120, {Instant::at(5_ms), 0, Bytes{1000}});
  arrivals.resize(140, {Instant::at(5_ms), 1, Bytes{1000}});
  const auto out = line.run(arrivals, {}, Instant::at(10_ms));
  for (std::size_t i = 100; i < 140; ++i) EXPECT_EQ(out.at(i).child, i / 10 % 2 == 0 ? 0 : 1) << i;
}

TEST(Drr, ChargesWhatWasSentNotWhatWasAnnounced) {
  Drr scheduler{{Bytes{600}, Bytes{600}}};
  std::vector<std::int64_t> sent(2, 0);
  scheduler.wake(0, Bytes{40}, {});  // its queue drops at the head: small packets announced, large ones sent
  scheduler.wake(1, Bytes{700}, {});
  for (int i = 0; i < 10'000; ++i) {
    const int child = scheduler.choose({}).value();
    const Bytes size{child == 0 ? 1500 : 700};
    sent[std::size_t(child)] += size.count();
    scheduler.sent(child, size, Bytes{child == 0 ? 40 : 700}, {});
  }
  EXPECT_NEAR(double(sent[0]), double(sent[1]), 1500 + 700);
}

TEST(Drr, APacketThatWasNotThereCostsNothing) {
  Drr scheduler{{Bytes{1500}, Bytes{1500}}};
  scheduler.wake(0, Bytes{1500}, {});
  scheduler.wake(1, Bytes{1500}, {});
  ASSERT_EQ(scheduler.choose({}), 0);
  scheduler.sent(0, Bytes{}, std::nullopt, {});
  EXPECT_EQ(scheduler.choose({}), 1);
  scheduler.sent(1, Bytes{1500}, std::nullopt, {});
  EXPECT_EQ(scheduler.choose({}), std::nullopt);
  EXPECT_EQ(scheduler.ready(Instant::at(1_ms)), Instant::never());
}

}  // namespace
}  // namespace qoslab::test
