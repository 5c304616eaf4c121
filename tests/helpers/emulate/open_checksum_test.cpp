#include "helpers/emulate/open_checksum.h"

#include <gtest/gtest.h>

#include "helpers/emulate/packet_ring.h"
#include "tests/helpers/emulate/relay_story.h"

namespace qoslab::emulation {
namespace {

constexpr std::size_t ipv4_place = 14 + 20 + 6;

bool open(const Frame& frame) {
  FrameFacts facts;
  EXPECT_FALSE(read_frame(frame, facts, false));
  return has_open_checksum(frame, facts);
}

Frame with(Frame frame, std::size_t at, unsigned value) {
  frame[at] = static_cast<std::uint8_t>(value >> 8);
  frame[at + 1] = static_cast<std::uint8_t>(value);
  return frame;
}

/// Of UDP from 10.0.0.1 to 192.0.2.1 with 80 bytes: 0x0a00 + 1 + 0xc000 + 0x0201 + 17 + 80 = 0xcc63.
constexpr unsigned pseudo = 0xcc63;
Frame unfinished() { return with(of({.ip_size = 100}), ipv4_place, pseudo); }

TEST(OpenChecksums, AreThePseudoHeadersSumAlone) {
  EXPECT_TRUE(open(unfinished()));
  EXPECT_FALSE(open(of({.ip_size = 100}))) << "no checksum at all";
  EXPECT_FALSE(open(with(unfinished(), ipv4_place, pseudo + 1))) << "wrong, but not in this way";
}

TEST(OpenChecksums, ThatAreCompletedAreOpenNoMore) {
  auto finished = unfinished();
  ASSERT_TRUE(complete_checksum(finished, 34, 6));
  EXPECT_FALSE(open(finished));
}

TEST(OpenChecksums, MayLookSoAndBeRight) {
  // Contents that sum up to the complement of what is there twice, the checksum and the pseudo-header.
  auto frame = unfinished();
  std::uint32_t sum = pseudo;
  for (std::size_t i = 34; i < frame.size(); i += 2)
    if (i != 60) sum += static_cast<std::uint32_t>(frame[i] << 8 | frame[i + 1]);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  EXPECT_FALSE(open(with(frame, 60, ~sum & 0xffff)));
}

TEST(OpenChecksums, OfTcpOverIpv6BehindTags) {
  auto frame = of({.ip_size = 100, .tags = {{0x88a8, 5}, {0x8100, 6}}, .ipv6 = true});
  const std::size_t ip = 14 + 8;
  frame[ip + 6] = 6;
  std::uint32_t sum = 6 + 60;
  for (std::size_t i = ip + 8; i < ip + 40; i += 2) sum += static_cast<std::uint32_t>(frame[i] << 8 | frame[i + 1]);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  EXPECT_FALSE(open(frame));
  EXPECT_TRUE(open(with(frame, ip + 40 + 16, sum)));
}

TEST(OpenChecksums, OfFragmentsNothingIsSaid) {
  for (const unsigned fragment : {0x2000U, 0x0001U}) EXPECT_FALSE(open(with(unfinished(), 14 + 6, fragment)));
}

TEST(OpenChecksums, AreRefusedWhereThePortCannotTellThem) {
  Story story{small_network()};
  story.a.hides = true;
  story.a.comes({}, unfinished());
  story.a.comes({}, of({.ip_size = 100}));
  story.b.comes({}, unfinished());
  story.drain();
  EXPECT_EQ(story.b.sent.size(), 1U);
  EXPECT_EQ(story.a.sent.size(), 1U) << "a port that is told by the kernel is believed";
  EXPECT_EQ(story.relay.results().ports[0].refused, (std::map<std::string, std::int64_t>{{"open_checksum", 1}}));
}

}  // namespace
}  // namespace qoslab::emulation
