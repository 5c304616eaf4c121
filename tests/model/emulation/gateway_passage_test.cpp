#include "model/emulation/gateway_passage.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/model/bng/gateways.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

/// 40 subscribers behind 2 + 2 links of 1 Gbit/s, nobody of whom sends; forwarding takes 20 us.
GatewaysSpec quiet() {
  auto spec = bng::imix_gateway(40, 0, 1'000);
  spec.groups[0].traffic.clear();
  spec.gateways[0].processor.reset();
  spec.gateways[0].access.links = spec.gateways[0].network.links = 2;
  spec.gateways[0].access.delay = 3_us;
  spec.gateways[0].network.delay = 5_us;
  spec.groups[0].outer.reset();
  return spec;
}

/// 500 B of IP, 518 B as a frame, 538 B on the line: 4.304 us at 1 Gbit/s.
FrameFacts frame_of(std::uint32_t subscriber, Direction direction, std::uint8_t dscp = 0) {
  FrameFacts facts;
  facts.ip = true;
  facts.type = ether_type::ipv4;
  auto& tuple = facts.packet.tuple;
  (direction == Direction::upstream ? tuple.source : tuple.destination) = IpAddress::v4(0x0a000000 + subscriber);
  facts.packet.dscp = Dscp{dscp};
  facts.packet.ip_size = Bytes{500};
  facts.frame = Bytes{518};
  return facts;
}

TEST(GatewayPassage, BothWaysThroughAnIdleGateway) {
  const auto spec = quiet();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  passage.arrive({Instant{} + 10_us, 1, 0}, frame_of(3, Direction::upstream));
  passage.arrive({Instant{} + 10_us, 2, 1}, frame_of(3, Direction::downstream));
  std::vector<Departure> out;
  passage.run(Instant{} + 1_ms, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].frame, 2U);
  EXPECT_EQ(out[0].port, 0);
  EXPECT_EQ(out[0].at, Instant{} + 10_us + 20_us + 4304_ns + 3_us);
  EXPECT_EQ(out[1].port, 1);
  EXPECT_EQ(out[1].at, Instant{} + 10_us + 20_us + 4304_ns + 5_us);
  EXPECT_EQ(passage.next(), Instant::never());
}

TEST(GatewayPassage, AccountsTellClassesApart) {
  const auto spec = quiet();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  const auto name = [&](const FrameFacts& facts, std::uint8_t port) {
    return passage.accounts().at(passage.arrive({Instant{}, 1, port}, facts));
  };
  EXPECT_EQ(name(frame_of(1, Direction::upstream, 46), 0), "access-network.homes/ef");
  EXPECT_EQ(name(frame_of(1, Direction::downstream, 34), 1), "network-access.homes/af");
  EXPECT_EQ(name(frame_of(1, Direction::downstream, 1), 1), "network-access.homes/be");
  EXPECT_EQ(name(frame_of(77, Direction::downstream), 1), "network-access.nobody");
}

TEST(GatewayPassage, NobodysFramesPassBesideIt) {
  const auto spec = quiet();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  FrameFacts arp;
  arp.type = ether_type::arp;
  passage.arrive({Instant{} + 1_us, 1, 0}, arp);
  passage.arrive({Instant{} + 1_us, 2, 1}, arp);
  EXPECT_EQ(passage.next(), Instant{} + 1_us + 20_us + 3_us);
  std::vector<Departure> out;
  passage.run(Instant{} + 1_ms, out);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].at, Instant{} + 1_us + 20_us + 3_us);
  EXPECT_EQ(out[1].at, Instant{} + 1_us + 20_us + 5_us);
}

TEST(GatewayPassage, PolicersDropWithTheirPlace) {
  const auto spec = quiet();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  for (std::uint32_t i = 0; i < 500; ++i)
    passage.arrive({Instant{} + Duration::nanoseconds(i), i, 0}, frame_of(1, Direction::upstream, 46));
  std::vector<Departure> out;
  passage.run(Instant{} + 1_ms, out);
  ASSERT_EQ(out.size(), 500U);
  std::map<std::string, int> reasons;
  for (const auto& d : out)
    if (d.reason) ++reasons[passage.reason(*d.reason)];
  EXPECT_GT(reasons["bng: arbiter_full"] + reasons["bng: arbiter_unfair"], 0) << "their root is fuller than its burst";
}

TEST(GatewayPassage, WantsToKeepUpWithItsTester) {
  const auto spec = bng::imix_gateway(40, 0.5, 1'000);
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  std::vector<Departure> out;
  passage.run(Instant{} + 5_ms, out);
  EXPECT_EQ(passage.next(), Instant{} + 6_ms);
}

/// Turns of any length give the same departures, also with processor and background.
TEST(GatewayPassage, TurnsDoNotMatter) {
  auto spec = bng::imix_gateway(40, 0.5, 1'000);
  spec.groups[0].outer.reset();
  const auto run = [&](std::int64_t longest_turn_ns) {
    GatewayPassage passage{spec, spec.gateways[0], 1, 1};
    std::mt19937_64 random{5};
    std::mt19937_64 turns{6};
    std::vector<Departure> out;
    std::vector<std::pair<Instant, std::uint32_t>> frames;
    for (std::uint32_t i = 0; i < 400; ++i)
      frames.emplace_back(Instant{} + Duration::nanoseconds(static_cast<std::int64_t>(random() % 2'000'000)), i);
    std::sort(frames.begin(), frames.end());
    Instant now;
    for (std::size_t next = 0; now < Instant{} + 4_ms;) {
      now +=
          Duration::nanoseconds(1 + static_cast<std::int64_t>(turns() % static_cast<std::uint64_t>(longest_turn_ns)));
      for (; next < frames.size() && frames[next].first < now; ++next) {
        const auto way = static_cast<std::uint8_t>(frames[next].second % 2);
        const auto direction = way == 0 ? Direction::upstream : Direction::downstream;
        passage.arrive({frames[next].first, frames[next].second, way}, frame_of(frames[next].second % 40, direction));
      }
      passage.run(now, out);
    }
    std::map<std::uint32_t, std::int64_t> left;
    for (const auto& d : out)
      if (!d.reason) left[d.frame] = d.at.ps();
    return left;
  };
  const auto expected = run(1'000'000);
  EXPECT_GT(expected.size(), 300U);
  EXPECT_EQ(run(3'000), expected);
  EXPECT_EQ(run(50'000), expected);
}

}  // namespace
}  // namespace qoslab::emulation
