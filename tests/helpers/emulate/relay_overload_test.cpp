#include <gtest/gtest.h>

#include <random>

#include "tests/helpers/emulate/relay_story.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

/// Everything that can happen to a frame, in a random order; the books are held against what the ports saw.
TEST(RelayUnderLoad, TheBooksBalanceAtEveryMoment) {
  auto scenario = small_network();
  scenario.links[1].rate = Rate::mbps(8);
  scenario.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 5)})};
  Story story{scenario, {.frames = 40, .burst = 7}, {.transmit = 1}};
  std::mt19937 random{3};
  std::int64_t given = 0;
  Instant now;
  for (int turn = 0; turn < 3000; ++turn) {
    now += Duration::microseconds(static_cast<std::int64_t>(random() % 3000));
    for (auto* port : {&story.a, &story.b})
      for (auto frames = random() % 4; frames > 0; --frames, ++given) {
        const auto kind = random() % 10;
        port->comes(now, kind == 0 ? Frame(5) : of({.dscp = static_cast<std::uint8_t>(kind % 3)}));
      }
    story.clock.move_to(now);
    story.relay.turn();
    if (turn % 100 != 0) continue;
    const auto results = story.relay.results();
    std::int64_t offered = 0;
    std::int64_t sent = 0;
    std::int64_t inside = 0;
    for (const auto& books : results.accounts) {
      EXPECT_EQ(books.offered.packets,
                books.delivered.packets + dropped(books) + books.lost_by_host.packets + books.inside.packets);
      EXPECT_GE(books.inside.packets, 0);
      offered += books.offered.packets;
      sent += books.delivered.packets;
      inside += books.inside.packets;
    }
    std::int64_t received = 0;
    for (const auto& port : results.ports) received += port.received.packets;
    for (const auto& port : results.ports)
      for (const auto& [why, frames] : port.refused) received -= frames;
    EXPECT_EQ(offered + results.host.no_room, received);
    EXPECT_EQ(sent, static_cast<std::int64_t>(story.a.sent.size() + story.b.sent.size()));
    EXPECT_EQ(inside > 0, story.relay.busy());
    EXPECT_LE(inside, 40);
  }
  const auto results = story.relay.results();
  EXPECT_GT(results.host.no_room, 0);
  EXPECT_GT(results.ports[0].transmit_full + results.ports[1].transmit_full, 0);
  EXPECT_GT(dropped(account(results, "a-b.dscp0")), 0);
  story.drain();
  for (const auto& books : story.relay.results().accounts) EXPECT_EQ(books.inside, Count{});
}

/// 10 s of twice as much as the host can read.
TEST(RelayUnderLoad, AHostThatIsOverloadedLosesInItsRingAndRecovers) {
  auto scenario = small_network();
  for (auto& link : scenario.links) link.rate = Rate::gbps(10);
  Story story{scenario, {.frames = 1000, .burst = 8}, {.ring = 256}};
  const auto frame = of({.ip_size = 100});
  std::int64_t given = 0;
  Instant now;
  for (int turn = 0; turn < 10'000; ++turn) {
    for (int i = 0; i < 16; ++i, ++given) story.a.comes(now, frame);
    now += 1_ms;
    story.clock.move_to(now);
    story.relay.turn();
  }
  story.drain();
  const auto overloaded = story.relay.results();
  const auto books = account(overloaded, "a-b.dscp0");
  EXPECT_EQ(books.delivered.packets + overloaded.ports[0].dropped_by_kernel, given);
  EXPECT_NEAR(static_cast<double>(overloaded.ports[0].dropped_by_kernel), 80'000, 300);
  EXPECT_LE(books.measured.most(), 40_ms) << "256 frames of the ring, 8 a turn, and the way";
  EXPECT_GT(overloaded.host.late_in, 0);

  story.a.comes(story.clock.now(), frame);
  story.drain();
  EXPECT_EQ(story.relay.results().host.late_in, overloaded.host.late_in);
  EXPECT_EQ(story.relay.results().ports[0].dropped_by_kernel, overloaded.ports[0].dropped_by_kernel);
}

/// 10 s of twice as much as the narrow link takes.
TEST(RelayUnderLoad, ALinkThatIsOverloadedDropsInItsQueueAndDelaysNobodyAfterwards) {
  auto scenario = small_network();
  scenario.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 20)})};
  Story story{scenario};
  for (int i = 0; i < 2450; ++i) {
    story.a.comes(story.clock.now(), of({}));
    story.relay.turn();
    story.clock.move_to(story.clock.now() + 4080_us);
  }
  story.drain();
  const auto books = account(story.relay.results(), "a-b.dscp0");
  EXPECT_NEAR(static_cast<double>(dropped(books)), 2450 / 2 - 20, 3);
  EXPECT_LE(books.modelled.most(), way + 21 * 8160_us);
  const Instant later = story.clock.now();
  story.a.comes(later, of({.dscp = 1}));
  story.drain();
  EXPECT_EQ(account(story.relay.results(), "a-b.dscp1").modelled.most(), way);
}

}  // namespace
}  // namespace qoslab::emulation
