#include "model/qos/queue/codel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <random>
#include <vector>

#include "tests/model/qos/queue/packets.h"

namespace qoslab::test {
namespace {

using namespace literals;

constexpr CoDel::Parameters standard{};

/// Asks every millisecond about a packet that waited too long, with plenty behind it.
std::vector<std::int64_t> drops_in_overload(CoDel& codel, std::int64_t from_ms, std::int64_t until_ms) {
  std::vector<std::int64_t> drops;
  for (std::int64_t ms = from_ms; ms < until_ms; ++ms) {
    while (codel.drop(50_ms, Bytes{100'000}, Instant::at(Duration::milliseconds(ms)))) drops.push_back(ms);
  }
  return drops;
}

TEST(CoDel, DropsAfterAnIntervalAboveTargetThenEverFaster) {
  CoDel codel{standard};
  // The n-th of the later drops comes 100/sqrt(n) ms after the one before; asked once a millisecond.
  std::vector<std::int64_t> expected = {100};
  double next = 200;
  for (int count = 2; next < 1000; ++count) {
    expected.push_back(static_cast<std::int64_t>(std::ceil(next)));
    next += 100 / std::sqrt(count);
  }
  EXPECT_EQ(drops_in_overload(codel, 0, 1000), expected);
}

TEST(CoDel, TheControlLawIsExactToThePicosecond) {
  CoDel codel{standard};
  const auto too_long = [&codel](Instant now) { return codel.drop(50_ms, Bytes{100'000}, now); };
  EXPECT_FALSE(too_long({}));
  EXPECT_FALSE(too_long(Instant::at(100_ms - 1_ps)));
  EXPECT_TRUE(too_long(Instant::at(100_ms)));
  // 100 ms / sqrt(n) in ps, rounded down: n = 1, 2, 3, 4.
  Instant next = Instant::at(100_ms);
  for (const auto ps : {100'000'000'000LL, 70'710'678'118LL, 57'735'026'918LL, 50'000'000'000LL}) {
    next += Duration::picoseconds(ps);
    EXPECT_FALSE(too_long(next - 1_ps)) << ps;
    EXPECT_TRUE(too_long(next)) << ps;
  }
}

TEST(CoDel, TheControlLawRoundsDownNextToAWholeRoot) {
  // 54,608,393^2 / 2 is half less than 38,613,965^2.
  const Duration interval = 54'608'393_ps;
  CoDel codel{{.target = 5_ms, .interval = interval, .mtu = Bytes{1500}}};
  const auto too_long = [&codel](Instant now) { return codel.drop(50_ms, Bytes{100'000}, now); };
  const Instant start = Instant::at(1_s);
  EXPECT_FALSE(too_long(start));
  EXPECT_TRUE(too_long(start + interval));
  EXPECT_TRUE(too_long(start + 2 * interval));
  EXPECT_FALSE(too_long(start + 2 * interval + 38'613'963_ps));
  EXPECT_TRUE(too_long(start + 2 * interval + 38'613'964_ps));
}

TEST(CoDel, OneGoodPacketStartsTheIntervalAgain) {
  CoDel codel{standard};
  EXPECT_TRUE(drops_in_overload(codel, 0, 100).empty());
  EXPECT_FALSE(codel.drop(5_ms - 1_ps, Bytes{100'000}, Instant::at(100_ms)));
  EXPECT_EQ(drops_in_overload(codel, 101, 202), (std::vector<std::int64_t>{201}));
}

TEST(CoDel, AQueueOfOnePacketIsNeverTooLong) {
  CoDel codel{standard};
  for (int ms = 0; ms < 1000; ++ms) {
    EXPECT_FALSE(codel.drop(500_ms, Bytes{1500}, Instant::at(Duration::milliseconds(ms))));
  }
  EXPECT_TRUE(drops_in_overload(codel, 1000, 1100).empty());
}

TEST(CoDel, TakesUpItsRateWhenTheOverloadSoonReturns) {
  CoDel codel{standard};
  const auto first = drops_in_overload(codel, 0, 1000).size();
  codel.drop(1_ms, Bytes{100'000}, Instant::at(1000_ms));
  const auto soon = drops_in_overload(codel, 1001, 2001);
  EXPECT_EQ(soon.front(), 1101);
  // It goes on as after `first` drops: the second comes 100/sqrt(first - 1) later, not 100 ms.
  EXPECT_EQ(soon.at(1), 1101 + static_cast<std::int64_t>(std::ceil(100 / std::sqrt(double(first) - 1))));
}

TEST(CoDel, ForgetsItsRateSixteenIntervalsAfterTheNextDropWasDue) {
  for (const bool forgotten : {false, true}) {
    CoDel codel{standard};
    const auto too_long = [&codel](Instant now) { return codel.drop(50_ms, Bytes{100'000}, now); };
    // Three drops, at 100, 200 and 271 ms; the next one's time is set when one more packet was too long.
    EXPECT_EQ(drops_in_overload(codel, 0, 280).size(), 3U);
    const Instant due = Instant::at(200_ms + 70'710'678'118_ps + 57'735'026'918_ps);
    EXPECT_FALSE(codel.drop(1_ms, Bytes{100'000}, Instant::at(280_ms)));
    const Instant again = due + 16 * standard.interval - (forgotten ? 0_ps : 1_ps);
    EXPECT_FALSE(too_long(again - standard.interval));
    EXPECT_TRUE(too_long(again));
    const Duration next = forgotten ? 100_ms : 70'710'678'118_ps;  // as after the first, or after the second drop
    EXPECT_FALSE(too_long(again + next - 1_ps));
    EXPECT_TRUE(too_long(again + next));
  }
}

TEST(CoDel, AnEmptyQueueEndsDropping) {
  CoDel codel{standard};
  EXPECT_EQ(drops_in_overload(codel, 0, 150).size(), 1U);
  codel.emptied();
  EXPECT_EQ(drops_in_overload(codel, 150, 251), (std::vector<std::int64_t>{250}));
}

/// RFC 8289 section 5 as it is written there: around a queue, with a loop at each departure.
class RfcQueue {
 public:
  void push(const Packet& p) { queue_.push_back(p); }

  std::optional<Packet> pop(Instant now, std::vector<std::uint64_t>& dropped) {
    Front r = front(now);
    if (dropping_) {
      if (!r.may_drop) dropping_ = false;
      while (dropping_ && now.ps() >= drop_next_) {
        dropped.push_back(r.packet->id);
        ++count_;
        r = front(now);
        if (r.may_drop) {
          drop_next_ += spacing();
        } else {
          dropping_ = false;
        }
      }
    } else if (r.may_drop) {
      dropped.push_back(r.packet->id);
      r = front(now);
      dropping_ = true;
      const std::int64_t delta = count_ - last_count_;
      count_ = delta > 1 && now.ps() - drop_next_ < 16 * standard.interval.ps() ? delta : 1;
      drop_next_ = now.ps() + spacing();
      last_count_ = count_;
    }
    return r.packet;
  }

 private:
  struct Front {
    std::optional<Packet> packet;
    bool may_drop = false;
  };

  Front front(Instant now) {
    if (queue_.empty()) {
      first_above_ = 0;
      return {};
    }
    Front r{queue_.front(), false};
    queue_.pop_front();
    Bytes left;
    for (const Packet& p : queue_) left += p.ip_size;
    if (now - r.packet->arrived < standard.target || left <= standard.mtu) {
      first_above_ = 0;
    } else if (first_above_ == 0) {
      first_above_ = now.ps() + standard.interval.ps();
    } else {
      r.may_drop = now.ps() >= first_above_;
    }
    return r;
  }

  [[nodiscard]] std::int64_t spacing() const {
    return static_cast<std::int64_t>(static_cast<long double>(standard.interval.ps()) /
                                     std::sqrt(static_cast<long double>(count_)));
  }

  std::deque<Packet> queue_;
  std::int64_t first_above_ = 0;
  std::int64_t drop_next_ = 0;
  std::int64_t count_ = 0;
  std::int64_t last_count_ = 0;
  bool dropping_ = false;
};

TEST(CoDel, DropsWhatTheRfcsLoopDrops) {
  std::size_t drops = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random{seed};
    Queue queue{{}, OverflowDrop::tail, nullptr, CoDel{standard}};
    RfcQueue referee;
    Book book;
    std::vector<std::uint64_t> dropped;
    Instant now = Instant::at(1_ms);
    std::uint64_t id = 0;
    for (int step = 0; step < 6000; ++step) {
      now += Duration::microseconds(static_cast<std::int64_t>(random() % 2000));
      // Loads from idle to twice the line, changing every 500 steps or so.
      const std::uint64_t phase = static_cast<std::uint64_t>(step / 500) * 7 + seed;
      for (std::uint64_t n = random() % (1 + phase % 4); n > 0; --n) {
        const Packet p = packet(++id, Bytes{40 + static_cast<std::int64_t>(random() % 1461)}, now);
        queue.push(p, now, book);
        referee.push(p);
      }
      const auto out = queue.pop(now, book);
      const auto expected = referee.pop(now, dropped);
      ASSERT_EQ(out.has_value(), expected.has_value()) << "seed " << seed;
      ASSERT_EQ(out ? out->id : 0, expected ? expected->id : 0) << "seed " << seed;
      ASSERT_EQ(book.drops.size(), dropped.size()) << "seed " << seed;
    }
    drops += dropped.size();
  }
  EXPECT_GT(drops, 1000U);
}

}  // namespace
}  // namespace qoslab::test
