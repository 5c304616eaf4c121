#include "model/qos/queue/red.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/model/qos/queue/packets.h"

namespace qoslab::test {
namespace {

using namespace literals;

const Packet any = packet(1, Bytes{1000});

TEST(RedCurve, RisesFromMinToMaxAndThenJumps) {
  const RedCurve curve{.min = 10, .max = 30, .max_probability = 0.2, .gentle = false};
  EXPECT_EQ(curve.probability(9.999), 0);
  EXPECT_EQ(curve.probability(10), 0);
  EXPECT_DOUBLE_EQ(curve.probability(20), 0.1);
  EXPECT_NEAR(curve.probability(29.999), 0.2, 1e-4);
  EXPECT_EQ(curve.probability(30), 1);
}

TEST(RedCurve, GentleGoesOnToTwiceMax) {
  const RedCurve curve{.min = 10, .max = 30, .max_probability = 0.2, .gentle = true};
  EXPECT_DOUBLE_EQ(curve.probability(30), 0.2);
  EXPECT_DOUBLE_EQ(curve.probability(45), 0.6);
  EXPECT_EQ(curve.probability(60), 1);
}

TEST(RedCurve, MinEqualToMaxIsAStep) {
  const RedCurve curve{.min = 10, .max = 10, .max_probability = 0.2, .gentle = false};
  EXPECT_EQ(curve.probability(9.9), 0);
  EXPECT_EQ(curve.probability(10), 1);
}

TEST(AveragedQueue, ApproachesAConstantQueueGeometrically) {
  AveragedQueue queue{{.weight = 0.002, .mean_packet_time = 1_ms}};
  for (int n = 1; n <= 1000; ++n) {
    queue.sample(20, {});
    ASSERT_NEAR(queue.average(), 20 * (1 - std::pow(0.998, n)), 1e-9);
  }
}

TEST(AveragedQueue, AgesByThePacketsThatCouldHaveBeenSent) {
  AveragedQueue queue{{.weight = 0.1, .mean_packet_time = 12_ms}};
  queue.sample(100, {});
  EXPECT_DOUBLE_EQ(queue.average(), 10);
  queue.emptied(Instant::at(100_ms));
  queue.sample(0, Instant::at(160_ms));  // five packet times
  EXPECT_DOUBLE_EQ(queue.average(), 10 * std::pow(0.9, 5));
  // That arrival may have been dropped: the time before it must not count twice.
  queue.sample(0, Instant::at(172_ms));
  EXPECT_DOUBLE_EQ(queue.average(), 10 * std::pow(0.9, 6));
}

TEST(AveragedQueue, AnArrivalAtTheInstantOfEmptyingChangesNothing) {
  AveragedQueue queue{{.weight = 0.1, .mean_packet_time = 12_ms}};
  queue.sample(100, {});
  queue.emptied(Instant::at(1_ms));
  queue.sample(0, Instant::at(1_ms));
  EXPECT_DOUBLE_EQ(queue.average(), 10);
}

/// Packets from one drop to the next, at a constant average.
std::vector<std::int64_t> gaps(RedCurve curve, double average, int drops) {
  SpacedDropper dropper{curve};
  std::mt19937_64 random{42};
  std::vector<std::int64_t> result;
  for (std::int64_t gap = 1; static_cast<int>(result.size()) < drops; ++gap) {
    if (!dropper.drop(average, random)) continue;
    result.push_back(gap);
    gap = 0;
  }
  return result;
}

TEST(SpacedDropper, GapsAreUniformUpToTheInverseOfP) {
  // p = 0.05: gaps 1..20, each with probability 1/20.
  const int drops = 40'000;
  const auto found = gaps({.min = 0, .max = 20, .max_probability = 0.1, .gentle = false}, 10, drops);
  std::vector<double> times(21, 0);
  for (const auto gap : found) {
    ASSERT_LE(gap, 20);
    ++times[static_cast<std::size_t>(gap)];
  }
  double chi_square = 0;
  for (std::size_t gap = 1; gap <= 20; ++gap) chi_square += std::pow(times[gap] - drops / 20.0, 2) / (drops / 20.0);
  EXPECT_LT(chi_square, 43.8);  // 19 degrees of freedom, 0.1 %
}

TEST(SpacedDropper, DropsEverythingAboveMax) {
  for (const auto gap : gaps({.min = 5, .max = 15, .max_probability = 0.1, .gentle = false}, 15, 100))
    EXPECT_EQ(gap, 1);
}

TEST(SpacedDropper, StartsCountingWhenTheAverageComesAboveMin) {
  // Ten packets at p = 1/11 that were spared would make the next drop certain; below min they are forgotten.
  const RedCurve curve{.min = 5, .max = 16, .max_probability = 1, .gentle = false};
  int dropped = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SpacedDropper dropper{curve};
    std::mt19937_64 random{seed};
    int spared = 0;
    while (spared < 10 && !dropper.drop(6, random)) ++spared;
    if (spared < 10) continue;
    EXPECT_FALSE(dropper.drop(4, random));
    dropped += dropper.drop(6, random) ? 1 : 0;
  }
  EXPECT_LT(dropped, 10);  // about 1/11 of the 1/11 that came so far
}

TEST(Red, IsQuietUnderMin) {
  Red red{{.weight = 1, .mean_packet_time = 1_ms}, {.min = 5, .max = 15, .max_probability = 1, .gentle = false}, 1};
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(red.arrive(any, {4, Bytes{4000}}, {}), std::nullopt);
}

TEST(Red, LosesOneMeanPInTheLongRun) {
  // Uniform gaps on 1..1/p have mean (1/p + 1) / 2.
  Red red{{.weight = 1, .mean_packet_time = 1_ms}, {.min = 0, .max = 100, .max_probability = 0.2, .gentle = false}, 9};
  int dropped = 0;
  for (int i = 0; i < 105'000; ++i) dropped += red.arrive(any, {50, Bytes{50'000}}, {}) ? 1 : 0;
  EXPECT_NEAR(dropped, 105'000 / 5.5, 200);  // p = 0.1
}

TEST(Red, EqualSeedsDropEqually) {
  const RedCurve curve{.min = 0, .max = 100, .max_probability = 0.2, .gentle = false};
  Red a{{.weight = 1, .mean_packet_time = 1_ms}, curve, 3};
  Red b{{.weight = 1, .mean_packet_time = 1_ms}, curve, 3};
  Red c{{.weight = 1, .mean_packet_time = 1_ms}, curve, 4};
  int different = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto verdict = a.arrive(any, {50, Bytes{}}, {});
    EXPECT_EQ(verdict, b.arrive(any, {50, Bytes{}}, {}));
    different += verdict == c.arrive(any, {50, Bytes{}}, {}) ? 0 : 1;
  }
  EXPECT_GT(different, 0);
}

constexpr std::array<RedCurve, 3> staircase = {RedCurve{.min = 20, .max = 30, .max_probability = 0.1, .gentle = false},
                                               RedCurve{.min = 10, .max = 20, .max_probability = 0.1, .gentle = false},
                                               RedCurve{.min = 5, .max = 10, .max_probability = 0.1, .gentle = false}};
constexpr RedParameters instant{.weight = 1, .mean_packet_time = 1_ms};  // the average is the queue

/// Whether a packet of each colour is dropped for certain (d), never (.), or sometimes (s) when so many of each wait.
std::string verdicts(ColoredRed::Averages averages, std::array<int, 3> waiting) {
  std::string result;
  for (const Color color : {Color::green, Color::yellow, Color::red}) {
    ColoredRed red{averages, instant, staircase, 5};
    std::int64_t sum = 0;
    for (const Color other : {Color::green, Color::yellow, Color::red}) {
      for (int i = 0; i < waiting.at(static_cast<std::size_t>(other)); ++i, ++sum) {
        red.joined(packet(1, Bytes{100}, {}, other));
      }
    }
    int dropped = 0;
    for (int i = 0; i < 200; ++i) {
      dropped += red.arrive(packet(2, Bytes{100}, {}, color), {sum, Bytes{sum * 100}}, {}) ? 1 : 0;
    }
    result += dropped == 0 ? '.' : dropped == 200 ? 'd' : 's';
  }
  return result;
}

TEST(Wred, JudgesEachColourByItsOwnCurveOverTheWholeQueue) {
  using enum ColoredRed::Averages;
  EXPECT_EQ(verdicts(shared, {0, 0, 4}), "...");
  EXPECT_EQ(verdicts(shared, {8, 0, 0}), "..s");
  EXPECT_EQ(verdicts(shared, {0, 0, 15}), ".sd");
  EXPECT_EQ(verdicts(shared, {5, 10, 10}), "sdd");
  EXPECT_EQ(verdicts(shared, {0, 0, 30}), "ddd");
}

TEST(Rio, JudgesEachColourByThePacketsOfItsOwnAndBetterColours) {
  using enum ColoredRed::Averages;
  EXPECT_EQ(verdicts(nested, {0, 0, 30}), "..d");
  EXPECT_EQ(verdicts(nested, {0, 15, 0}), ".sd");
  EXPECT_EQ(verdicts(nested, {15, 0, 0}), ".sd");
  EXPECT_EQ(verdicts(nested, {25, 0, 0}), "sdd");
  EXPECT_EQ(verdicts(nested, {7, 7, 7}), ".sd");
}

// A referee that counts the colours in a plain list and ages each average by hand.
TEST(Rio, AveragesAreThoseOfNestedQueues) {
  const RedParameters parameters{.weight = 0.05, .mean_packet_time = 100_us};
  const RedCurve never{.min = 1e9, .max = 2e9, .max_probability = 1, .gentle = false};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random{seed};
    auto owned = std::make_unique<ColoredRed>(ColoredRed::Averages::nested, parameters,
                                              std::array<RedCurve, 3>{never, never, never}, 1);
    const ColoredRed& red = *owned;
    Queue queue{
        {.packets = 12, .bytes = {}}, seed % 2 == 0 ? OverflowDrop::head : OverflowDrop::tail, std::move(owned), {}};
    Book book;
    std::deque<Color> waiting;
    std::array<double, 3> averages{};
    std::array<Instant, 3> idle_since{};
    const auto count = [&waiting](std::size_t level) {
      return std::ranges::count_if(waiting, [level](Color c) { return static_cast<std::size_t>(c) <= level; });
    };
    const auto take = [&](Instant now) {
      const auto first = static_cast<std::size_t>(waiting.front());
      waiting.pop_front();
      for (std::size_t level = first; level < 3; ++level) {
        if (count(level) == 0) idle_since[level] = now;
      }
    };
    Instant now;
    for (int step = 0; step < 2000; ++step) {
      now += Duration::microseconds(static_cast<std::int64_t>(random() % 200));
      if (random() % 2 == 0) {
        if (queue.pop(now, book)) take(now);
      } else {
        const auto color = static_cast<Color>(random() % 3);
        queue.push(packet(1, Bytes{100}, now, color), now, book);
        for (auto level = static_cast<std::size_t>(color); level < 3; ++level) {
          if (count(level) > 0) {
            averages[level] = 0.95 * averages[level] + 0.05 * double(count(level));
          } else {
            averages[level] *= std::pow(0.95, (now - idle_since[level]).to_seconds() / 100e-6);
            idle_since[level] = now;
          }
        }
        if (waiting.size() == 12 && seed % 2 == 0) take(now);
        if (waiting.size() < 12) waiting.push_back(color);
      }
      for (const Color c : {Color::green, Color::yellow, Color::red}) {
        ASSERT_NEAR(red.average(c), averages[static_cast<std::size_t>(c)], 1e-9) << "seed " << seed;
      }
    }
  }
}

TEST(Wred, ThereIsOneAverage) {
  ColoredRed red{ColoredRed::Averages::shared, instant, staircase, 5};
  red.joined(packet(1, Bytes{100}, {}, Color::red));
  red.arrive(packet(2, Bytes{100}, {}, Color::green), {1, Bytes{100}}, {});
  for (const Color c : {Color::green, Color::yellow, Color::red}) EXPECT_EQ(red.average(c), 1);
}

TEST(Red, HoldsAQueueNearItsThresholds) {
  // Twice the line's rate is offered for long: the queue must stay well below its limit, by early drops only.
  Queue queue{{.packets = 100, .bytes = {}},
              OverflowDrop::tail,
              std::make_unique<Red>(RedParameters{.weight = 0.02, .mean_packet_time = 1_ms},
                                    RedCurve{.min = 10, .max = 30, .max_probability = 0.5, .gentle = true}, 1),
              {}};
  Book book;
  std::int64_t most = 0;
  for (int step = 0; step < 20'000; ++step) {
    const Instant now = Instant::at(Duration::microseconds(500 * step));
    queue.push(packet(1, Bytes{1000}, now), now, book);
    if (step % 2 == 1) queue.pop(now, book);
    most = std::max(most, queue.backlog().packets);
  }
  EXPECT_LT(most, 60);
  EXPECT_TRUE(std::ranges::all_of(book.drops, [](const Drop& d) { return d.reason == DropReason::early; }));
  EXPECT_NEAR(double(book.drops.size()), 10'000, 100);
}

}  // namespace
}  // namespace qoslab::test
