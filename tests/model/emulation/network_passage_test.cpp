#include "model/emulation/network_passage.h"

#include <gtest/gtest.h>

#include "tests/model/ns3/small_network.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

/// 982 bytes of IP: 1020 B on the line, 0.816 ms at 10 Mbit/s, 8.16 ms at 1 Mbit/s.
FrameFacts frame(std::uint8_t dscp = 0) {
  FrameFacts facts;
  facts.ip = true;
  facts.packet.ip_size = Bytes{982};
  facts.packet.dscp = Dscp{dscp};
  return facts;
}

std::vector<Departure> all(NetworkPassage& passage) {
  std::vector<Departure> out;
  passage.run(Instant{} + Duration::seconds(100), out);
  EXPECT_EQ(passage.next(), Instant::never());
  return out;
}

TEST(NetworkPassage, TakesTheTimeOfEveryLineAndDelay) {
  NetworkPassage passage{small_network(), {"a", "b"}, 1};
  passage.arrive({Instant{} + 5_ms, 7, 0}, frame());
  const auto out = all(passage);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].at, Instant{} + 5_ms + 816_us + 1_ms + 8160_us + 2_ms);
  EXPECT_EQ(out[0].frame, 7U);
  EXPECT_EQ(out[0].port, 1);
  EXPECT_FALSE(out[0].dscp);
}

TEST(NetworkPassage, BothWaysAtOnce) {
  NetworkPassage passage{small_network(), {"a", "b"}, 1};
  passage.arrive({Instant{}, 1, 0}, frame());
  passage.arrive({Instant{}, 2, 1}, frame());
  const auto out = all(passage);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].at, out[1].at) << "neither disturbs the other";
  EXPECT_EQ(out[0].port + out[1].port, 1);
  EXPECT_EQ(passage.accounts(), (std::vector<std::string>{"a-b.dscp0", "b-a.dscp0"}));
}

TEST(NetworkPassage, TagsTakeTheirTimeOnTheLine) {
  NetworkPassage passage{small_network(), {"a", "b"}, 1};
  auto tagged = frame();
  tagged.tags = Bytes{8};
  passage.arrive({Instant{}, 1, 0}, tagged);
  EXPECT_EQ(all(passage)[0].at, Instant{} + 1_ms + 2_ms + Duration::nanoseconds(822'400 + 8'224'000));
}

TEST(NetworkPassage, AFullQueueDropsAndSaysWhere) {
  auto scenario = small_network();
  scenario.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 2)})};
  NetworkPassage passage{scenario, {"a", "b"}, 1};
  for (std::uint32_t i = 0; i < 10; ++i) passage.arrive({Instant{}, i, 0}, frame());
  std::int64_t left = 0;
  std::int64_t lost = 0;
  for (const auto& d : all(passage)) {
    ++(d.reason ? lost : left);
    if (!d.reason) continue;
    EXPECT_EQ(passage.reason(*d.reason), "r.second: queue_full");
  }
  EXPECT_EQ(left, 3) << "one on the line, two that wait";
  EXPECT_EQ(lost, 7);
}

TEST(NetworkPassage, ANewMarkIsToldOnce) {
  auto scenario = small_network();
  auto port = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{})});
  port.node = "r";
  port.link = "first";
  ConditionerRule rule;
  rule.actions[0].mark = Dscp{10};
  port.ingress = {rule};
  scenario.ports = {port};
  NetworkPassage passage{scenario, {"a", "b"}, 1};
  passage.arrive({Instant{}, 1, 0}, frame(46));
  passage.arrive({Instant{}, 2, 0}, frame(10));
  const auto out = all(passage);
  EXPECT_EQ(out[0].dscp, Dscp{10});
  EXPECT_FALSE(out[1].dscp);
}

TEST(NetworkPassage, AConditionerDropsWithItsPlace) {
  auto scenario = small_network();
  auto port = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{})});
  port.link = "first";
  ConditionerRule rule;
  rule.actions[0].drop = true;
  port.ingress = {rule};
  scenario.ports = {port};
  NetworkPassage passage{scenario, {"a", "b"}, 1};
  passage.arrive({Instant{}, 1, 0}, frame());
  const auto out = all(passage);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(passage.reason(out[0].reason.value()), "r.first: conditioner");
}

TEST(NetworkPassage, TheRouterTakesItsTime) {
  auto scenario = small_network();
  scenario.nodes[1].latency = 3_ms;
  NetworkPassage passage{scenario, {"a", "b"}, 1};
  passage.arrive({Instant{}, 1, 0}, frame());
  EXPECT_EQ(all(passage)[0].at, Instant{} + 816_us + 1_ms + 3_ms + 8160_us + 2_ms);
}

TEST(NetworkPassage, WhatIsNotIpHasItsOwnAccount) {
  NetworkPassage passage{small_network(), {"a", "b"}, 1};
  auto arp = frame();
  arp.ip = false;
  EXPECT_EQ(passage.accounts().at(passage.arrive({Instant{}, 1, 0}, arp)), "a-b.not_ip");
}

TEST(NetworkPassage, NeedsAWay) {
  auto scenario = small_network();
  scenario.links.pop_back();
  EXPECT_THROW((NetworkPassage{scenario, {"a", "b"}, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace qoslab::emulation
