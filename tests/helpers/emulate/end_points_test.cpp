#include "helpers/emulate/end_points.h"

#include <gtest/gtest.h>

#include "tests/helpers/emulate/relayed.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

/// A packet of 200 bytes of IP each millisecond, from the first on.
class EachMillisecond final : public OpenLoopSource {
 public:
  Emission next() override { return {Instant{} + 1_ms * number_++, Bytes{200}}; }

 private:
  std::int64_t number_ = 0;
};

/// Two ports; the story plays the device under test between them.
class EndPointsTest : public testing::Test {
 protected:
  EndPoints ends_with(std::size_t flows, Duration stop = 10_ms) {
    std::vector<EndPoints::Flow> all;
    for (std::size_t i = 0; i < flows; ++i) {
      FiveTuple tuple{IpAddress::v4(0x0a000001), IpAddress::v4(0x0a000002), 20'000, 5'000, ip_protocol::udp};
      if (i == 1) std::swap(tuple.source, tuple.destination);
      all.push_back({"flow" + std::to_string(i), "BE", i, tuple, Dscp{10}, std::make_unique<EachMillisecond>(),
                     Bytes{28}, Instant{}, Instant{} + stop});
    }
    return EndPoints{
        {{&left, {2, 0, 0, 0, 0, 1}, {2, 0, 0, 0, 0, 2}}, {&right, {2, 0, 0, 0, 0, 2}, {2, 0, 0, 0, 0, 1}}},
        std::move(all),
        clock,
        42};
  }
  void turn_at(EndPoints& ends, Duration time) {
    clock.move_to(Instant{} + time);
    ends.turn();
  }
  StoryClock clock;
  StoryPort left{"left", clock};
  StoryPort right{"right", clock};
};

TEST_F(EndPointsTest, FlowsBeginWithTheFirstTurnWheneverThatIs) {
  auto ends = ends_with(1);
  turn_at(ends, 500_ms);
  ASSERT_EQ(left.sent.size(), 1U);
  EXPECT_EQ(left.sent[0].due, Instant{} + 500_ms);
  turn_at(ends, 501_ms);
  EXPECT_EQ(left.sent.size(), 2U);
  EXPECT_EQ(ends.turn(), Instant{} + 502_ms);
}

TEST_F(EndPointsTest, WhatComesBackIsMeasuredFromWhenItLeft) {
  auto ends = ends_with(1);
  turn_at(ends, 0_ms);
  turn_at(ends, 1_ms + 300_us);  // the second one is late
  right.comes(Instant{} + 2_ms, left.sent[0].bytes);
  right.comes(Instant{} + 2_ms, left.sent[1].bytes);
  turn_at(ends, 2_ms);
  const auto results = ends.flows().at(0);
  EXPECT_EQ(results.delivered.packets, 2);
  EXPECT_EQ(results.delays.at(0).delay, 2_ms);
  EXPECT_EQ(results.delays.at(1).delay, 700_us);
  EXPECT_EQ(ends.host().host.lateness.most(), 300_us);
  EXPECT_EQ(ends.host().host.most_per_second, 3);
}

TEST_F(EndPointsTest, BothWaysAndOnlyWhatIsOurs) {
  auto ends = ends_with(2);
  turn_at(ends, 0_ms);
  ASSERT_EQ(right.sent.size(), 1U);
  right.comes(Instant{} + 1_us, left.sent[0].bytes);
  left.comes(Instant{} + 1_us, right.sent[0].bytes);
  left.comes(Instant{} + 1_us, left.sent[0].bytes);  // thrown back
  left.comes(Instant{} + 1_us, of(UdpFrame{}));
  turn_at(ends, 100_us);
  EXPECT_EQ(ends.flows().at(0).delivered.packets, 1);
  EXPECT_EQ(ends.flows().at(1).delivered.packets, 1);
  EXPECT_EQ(ends.notes(), std::vector<std::string>{"2 frames came in that are not of this run"});
}

TEST_F(EndPointsTest, DuplicatesAndReorderingAreNoted) {
  auto ends = ends_with(1);
  turn_at(ends, 0_ms);
  turn_at(ends, 1_ms);
  for (const auto i : {1U, 0U, 0U}) right.comes(Instant{} + 1_ms, left.sent[i].bytes);
  turn_at(ends, 1_ms + 1_us);
  EXPECT_EQ(ends.notes(), (std::vector<std::string>{"flow flow0: 1 packets came again",
                                                    "flow flow0: 1 packets came after later ones"}));
}

TEST_F(EndPointsTest, WhatTheHostCouldNotSendIsNotLostOutside) {
  auto ends = ends_with(1);
  left.refused_late = {1};
  turn_at(ends, 0_ms);
  turn_at(ends, 2_ms);  // two, of which the second is refused
  ASSERT_EQ(left.sent.size(), 3U);
  left.refused_late = {};
  turn_at(ends, 3_ms);
  for (const auto i : {0U, 1U, 3U}) right.comes(Instant{} + 3_ms, left.sent[i].bytes);
  turn_at(ends, 3_ms + 1_us);
  const auto results = ends.flows().at(0);
  EXPECT_EQ(results.sent.packets, 3);
  EXPECT_EQ(results.offered.packets, 3);
  EXPECT_EQ(results.delivered.packets, 3);
  EXPECT_TRUE(results.drops.empty());
  EXPECT_EQ(ends.host().host.lateness.count(), 3);
  EXPECT_EQ(ends.notes(),
            std::vector<std::string>{"1 packets were not sent, since this host could not; they are in no book"});
}

TEST_F(EndPointsTest, WhatAPortDoesNotTakeLeavesNoGapInTheNumbers) {
  StoryPort full{"full", clock, {.transmit = 1}};
  std::vector<EndPoints::Flow> flows;
  flows.push_back({"flow",
                   "BE",
                   0,
                   {IpAddress::v4(0x0a000001), IpAddress::v4(0x0a000002), 1, 2, ip_protocol::udp},
                   Dscp{},
                   std::make_unique<EachMillisecond>(),
                   Bytes{28},
                   Instant{},
                   Instant{} + 10_ms});
  EndPoints ends{{{&full, {}, {}}, {&right, {}, {}}}, std::move(flows), clock, 42};
  turn_at(ends, 0_ms);
  turn_at(ends, 2_ms);
  turn_at(ends, 3_ms);
  ASSERT_EQ(full.sent.size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(read_probe(full.sent[i].bytes)->number, i);
  EXPECT_EQ(ends.flows().at(0).sent.packets, 3);
}

TEST_F(EndPointsTest, StopsAtTheFlowsEnd) {
  auto ends = ends_with(1, 3_ms);
  for (int i = 0; i < 10; ++i) turn_at(ends, i * 1_ms);
  EXPECT_EQ(left.sent.size(), 3U);
  EXPECT_EQ(ends.turn(), Instant::never());
  EXPECT_EQ(ends.flows().at(0).drops.at("outside: lost").packets, 3);
}

}  // namespace
}  // namespace qoslab::emulation
