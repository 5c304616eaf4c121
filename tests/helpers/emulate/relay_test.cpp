#include "helpers/emulate/relay.h"

#include <gtest/gtest.h>

#include "model/emulation/gateway_passage.h"
#include "tests/helpers/emulate/relay_story.h"
#include "tests/model/bng/gateways.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

/// Everything that a frame may be marked as is 10.
Scenario marking() {
  auto scenario = small_network();
  auto port = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{})});
  port.link = "first";
  ConditionerRule rule;
  rule.actions[0].mark = Dscp{10};
  port.ingress = {rule};
  scenario.ports = {port};
  return scenario;
}

TEST(Relay, LatenessIsFromTheModelsInstantToThePort) {
  Story story{small_network()};
  story.b.flush_takes = 3_us;
  story.a.comes(Instant{} + 1_ms, of({}));
  story.turn_at(1_ms);
  EXPECT_TRUE(story.relay.busy());
  const auto results = story.turn_at(1_ms + way + 5_us);
  ASSERT_EQ(story.b.sent.size(), 1U);
  EXPECT_EQ(story.b.sent[0].due, Instant{} + 1_ms + way);
  EXPECT_EQ(results.host.lateness.most(), 8_us);
  const auto books = account(results, "a-b.dscp0");
  EXPECT_EQ(books.modelled.most(), way);
  EXPECT_EQ(books.measured.most(), way + 8_us);
  EXPECT_EQ(books.delivered, (Count{1, Bytes{1000}})) << "982 B of IP, MAC header and check sequence";
  EXPECT_FALSE(story.relay.busy());
  EXPECT_TRUE(results.host.real_time);
}

TEST(Relay, WhatTheSystemRefusesAfterAllIsLostByTheHostAndNotDelivered) {
  Story story{small_network()};
  story.b.refused_late = {1};
  for (std::uint32_t i = 0; i < 3; ++i) story.a.comes(Instant{} + 1_ms, of({.number = i}));
  story.turn_at(1_ms);
  const auto results = story.turn_at(1_s);
  const auto books = account(results, "a-b.dscp0");
  EXPECT_EQ(books.delivered, (Count{2, Bytes{2000}}));
  EXPECT_EQ(books.lost_by_host, (Count{1, Bytes{1000}}));
  EXPECT_EQ(books.inside.packets, 0);
  EXPECT_EQ(results.host.lateness.count(), 2);
  EXPECT_EQ(results.host.most_per_second, 2);
}

TEST(Relay, SaysWhenItWantsToBeCalledAgain) {
  Story story{small_network()};
  EXPECT_EQ(story.relay.turn(), Instant::never());
  story.a.comes(Instant{}, of({}));
  EXPECT_EQ(story.relay.turn(), Instant{}) << "what came at this instant is not decided yet";
  story.clock.move_to(Instant{} + 1_us);
  EXPECT_EQ(story.relay.turn(), Instant{} + 816_us + 1_ms) << "the frame reaches the router";
}

TEST(Relay, WhatComesLateIntoADecidedTimeComesInNow) {
  Story story{small_network()};
  story.turn_at(5_ms);
  story.a.comes(Instant{} + 3_ms, of({}));
  EXPECT_EQ(story.turn_at(6_ms).host.late_in, 1);
  const auto results = story.turn_at(100_ms);
  EXPECT_EQ(story.b.sent.at(0).due, Instant{} + 5_ms + way);
  EXPECT_EQ(account(results, "a-b.dscp0").modelled.most(), 2_ms + way) << "its delay counts from its stamp";
  EXPECT_EQ(results.host.late_in, 1);
}

TEST(Relay, StampsThatGoBackKeepTheOrderOfThePort) {
  Story story{small_network()};
  story.a.comes(Instant{} + 3_ms, of({.number = 1}));
  story.a.comes(Instant{} + 2_ms, of({.number = 2}));
  story.clock.move_to(Instant{} + 4_ms);
  story.drain();
  ASSERT_EQ(story.b.sent.size(), 2U);
  EXPECT_EQ(story.b.sent[0].bytes, of({.number = 1}));
  EXPECT_EQ(story.relay.results().host.late_in, 0);
}

TEST(Relay, FramesAreWholeWhateverIsInThem) {
  Story story{small_network()};
  const std::vector<Frame> frames{
      of({.tags = {{0x88a8, 0x2064}, {0x8100, 0xe007}}}),
      of({.ip_size = 1500, .tags = {{0x9100, 1}, {0x8100, 2}, {0x8100, 3}}, .ipv6 = true}),
      of({.ip_size = 9000, .number = 5}),
      of({.ip_size = 33}),
      frame({{0x8100, 9}}, ether_type::arp, 46),
      frame({}, 0x88cc, 60),
  };
  for (const auto& bytes : frames) {
    story.a.comes(story.clock.now(), bytes);
    story.b.comes(story.clock.now(), bytes);
  }
  story.drain();
  for (const auto* port : {&story.a, &story.b}) {
    ASSERT_EQ(port->sent.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) EXPECT_EQ(port->sent[i].bytes, frames[i]) << i;
  }
}

TEST(Relay, AMarkIsWrittenIntoTheFrameAndNothingElse) {
  for (const bool ipv6 : {false, true}) {
    Story story{marking()};
    story.a.comes({}, of({.dscp = 46, .tags = {{0x88a8, 100}, {0x8100, 7}}, .ipv6 = ipv6}));
    story.drain();
    ASSERT_EQ(story.b.sent.size(), 1U);
    EXPECT_EQ(story.b.sent[0].bytes, of({.dscp = 10, .tags = {{0x88a8, 100}, {0x8100, 7}}, .ipv6 = ipv6}));
    EXPECT_EQ(account(story.relay.results(), "a-b.dscp46").delivered.packets, 1) << "booked as it came";
  }
}

TEST(Relay, AMarkDoesNotTouchWhatIsNotIp) {
  Story story{marking()};
  const auto arp = frame({}, ether_type::arp, 46);
  const auto shortest = frame({}, 0x88cc, 0);
  story.a.comes({}, arp);
  story.a.comes({}, shortest);
  story.drain();
  ASSERT_EQ(story.b.sent.size(), 2U);
  EXPECT_EQ(story.b.sent[0].bytes, arp);
  EXPECT_EQ(story.b.sent[1].bytes, shortest);
}

TEST(Relay, CarriesWhatIsDamagedAsAWireWould) {
  Story story{marking()};
  auto broken = of({});
  broken[24] ^= 1;
  auto header = of({});
  header[14] = 0x41;
  auto length = of({});
  length.resize(500);
  const auto shorter = of({.ip_size = 60, .tags = {{0x88a8, 5}}, .ipv6 = true});
  auto length_of_ipv6 = shorter;
  length_of_ipv6[18 + 5] = 200;
  const std::vector<Frame> damaged{broken, header, length, length_of_ipv6, frame({{0x8100, 1}}, 0x8100, 0)};
  for (const auto& bytes : damaged) story.a.comes({}, bytes);
  story.drain();
  ASSERT_EQ(story.b.sent.size(), damaged.size());
  for (std::size_t i = 0; i < damaged.size(); ++i) EXPECT_EQ(story.b.sent[i].bytes, damaged[i]) << "and no mark" << i;
  const auto results = story.relay.results();
  EXPECT_EQ(results.ports[0].damaged,
            (std::map<std::string, std::int64_t>{
                {"ip_checksum", 1}, {"ip_header", 1}, {"ip_length", 2}, {"cut_off_in_tags", 1}}));
  EXPECT_TRUE(results.ports[0].refused.empty());
  EXPECT_EQ(account(results, "a-b.not_ip").delivered.packets, 5);
}

TEST(Relay, RefusesWhatCannotBeForwardedAndSaysWhy) {
  Story story{small_network(), {.largest = 1518}};
  for (const auto& bytes : {Frame(13), Frame(1519), of({})}) story.a.comes({}, bytes);
  story.drain();
  const auto results = story.relay.results();
  EXPECT_EQ(results.ports[0].refused, (std::map<std::string, std::int64_t>{{"runt", 1}, {"too_long", 1}}));
  EXPECT_TRUE(results.ports[1].refused.empty());
  EXPECT_EQ(story.b.sent.size(), 1U);
  EXPECT_EQ(results.host.no_room, 0);
}

TEST(Relay, WhatDoesNotFitIsCountedAndTheRoomComesBack) {
  Story story{small_network(), {.frames = 4}};
  for (int round = 1; round <= 3; ++round) {
    for (int i = 0; i < 10; ++i) story.a.comes(story.clock.now(), of({}));
    story.drain();
    const auto results = story.relay.results();
    EXPECT_EQ(results.host.no_room, 6 * round);
    EXPECT_EQ(account(results, "a-b.dscp0").delivered.packets, 4 * round);
  }
}

TEST(Relay, WhatThePortDoesNotTakeIsLostByTheHost) {
  Story story{small_network(), {}, {.transmit = 1}};
  for (int i = 0; i < 3; ++i) story.a.comes({}, of({}));
  story.turn_at(1_us);
  const auto results = story.turn_at(1_s);
  const auto books = account(results, "a-b.dscp0");
  EXPECT_EQ(books.offered.packets, 3);
  EXPECT_EQ(books.delivered.packets, 1);
  EXPECT_EQ(books.lost_by_host, (Count{2, Bytes{2000}}));
  EXPECT_EQ(dropped(books), 0);
  EXPECT_EQ(books.inside, Count{});
  EXPECT_EQ(results.ports[1].transmit_full, 2);
  EXPECT_EQ(results.host.lateness.count(), 1) << "of what was sent";
  EXPECT_FALSE(story.relay.busy());
}

TEST(Relay, ARateIsOfWhatCameAfterTheFirst) {
  Story story{small_network()};
  for (int i = 0; i < 5; ++i) story.a.comes({}, of({}));
  story.drain();
  const auto results = story.relay.results();
  const auto books = account(results, "a-b.dscp0");
  EXPECT_EQ(books.after_first, Bytes{4000});
  EXPECT_EQ(books.last - books.first, 4 * 8160_us);
}

TEST(Relay, AStandstillIsSeen) {
  Story story{small_network()};
  EXPECT_EQ(story.turn_at(99_ms).host.clock_steps, 0);
  EXPECT_EQ(story.turn_at(199_ms).host.clock_steps, 1);
  EXPECT_EQ(story.turn_at(200_ms).host.longest_turn, 100_ms);
}

/// A model that takes longer than the time that it models.
class SlowPassage final : public Passage {
 public:
  std::uint16_t arrive(const Arrival&, const FrameFacts&) override { return 0; }
  Instant run(Instant until, std::vector<Departure>&) override { return Instant{} + (until - Instant{}) / 4; }
  [[nodiscard]] Instant next() const override { return Instant::never(); }
  [[nodiscard]] const std::vector<std::string>& accounts() const override { return none_; }
  [[nodiscard]] std::string reason(std::uint16_t) const override { return ""; }

 private:
  std::vector<std::string> none_;
};

TEST(Relay, AModelThatFallsBehindIsSeenAlthoughNothingLeaves) {
  SlowPassage slow;
  StoryClock clock;
  Relay relay{slow, {}, clock, {}};
  clock.move_to(Instant{} + 4_s);
  relay.turn();
  EXPECT_EQ(relay.results().host.behind, 3_s);
}

TEST(Relay, APlannedRestIsNoStandstillButWhatFollowsItMayBe) {
  Story story{small_network()};
  story.relay.rests_until(Instant{} + 1_s);
  EXPECT_EQ(story.turn_at(1_s).host.clock_steps, 0);
  story.relay.rests_until(Instant{} + 2_s);
  EXPECT_EQ(story.turn_at(2150_ms).host.clock_steps, 1) << "stopped in its sleep";
  story.relay.rests_until(Instant{} + 9_s);
  EXPECT_EQ(story.turn_at(3_s).host.clock_steps, 1) << "a frame woke it";
  EXPECT_EQ(story.turn_at(4_s).host.clock_steps, 2) << "the rest that it meant to take is over";
}

TEST(Relay, TheBusiestSecond) {
  Story story{small_network()};
  for (int i = 0; i < 3; ++i) story.a.comes(Instant{}, of({}));
  story.turn_at(1_us);
  story.turn_at(500_ms);
  for (int i = 0; i < 5; ++i) story.a.comes(Instant{} + 1_s, of({}));
  story.turn_at(1_s);
  story.turn_at(1900_ms);
  story.a.comes(Instant{} + 2_s, of({}));
  story.turn_at(2_s);
  EXPECT_EQ(story.turn_at(2500_ms).host.most_per_second, 5);
}

TEST(Relay, ThroughAGatewayFramesKeepTheirTags) {
  auto spec = bng::imix_gateway(40, 0, 1'000);
  spec.groups[0].traffic.clear();
  spec.gateways[0].processor.reset();
  spec.groups[0].outer.reset();
  GatewayPassage passage{spec, spec.gateways[0], 1, 1};
  StoryClock clock;
  StoryPort access{"access", clock};
  StoryPort network{"network", clock};
  Relay relay{passage, {&access, &network}, clock, {}};
  const auto subscribers = of({.dscp = 46, .host = 3});
  const auto arp = frame({{0x8100, 9}, {0x8100, 9}}, ether_type::arp, 46);
  access.comes({}, subscribers);
  network.comes({}, arp);
  relay.turn();
  clock.move_to(Instant{} + 1_ms);
  relay.turn();
  ASSERT_EQ(network.sent.size(), 1U);
  EXPECT_EQ(network.sent[0].bytes, subscribers);
  ASSERT_EQ(access.sent.size(), 1U);
  EXPECT_EQ(access.sent[0].bytes, arp);
  const auto results = relay.results();
  EXPECT_EQ(account(results, "access-network.homes/ef").delivered.packets, 1);
  EXPECT_EQ(account(results, "network-access.nobody").delivered.packets, 1);
  EXPECT_FALSE(relay.busy());
}

TEST(Relay, AHundredOfThemInMidRunLeaveNothing) {
  for (int i = 0; i < 100; ++i) {
    Story story{marking(), {.frames = 1000}};
    for (std::uint32_t n = 0; n < 50; ++n) {
      story.a.comes({}, of({.number = n}));
      story.b.comes({}, of({.number = n}));
    }
    story.turn_at(50_ms);
    EXPECT_TRUE(story.relay.busy());
  }
}

}  // namespace
}  // namespace qoslab::emulation
