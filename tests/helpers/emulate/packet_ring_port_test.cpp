#include "helpers/emulate/packet_ring_port.h"

#include <gmock/gmock.h>

#include "helpers/emulate/veth.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

/// A host "home" at device home, and a port at the other end of its cable.
class PacketRingPorts : public PrivateNetwork {
 protected:
  /// What comes in until there are so many frames, or a second passes without any.
  static std::vector<Frame> arrivals(FramePort& port, std::size_t frames) {
    std::vector<Frame> in;
    while (in.size() < frames && readable(*port.descriptor()))
      port.receive([&](auto bytes, Instant) { in.emplace_back(bytes.begin(), bytes.end()); }, frames);
    return in;
  }
  /// From one port to the other, so many frames.
  static void pass(FramePort& from, FramePort& to, std::size_t frames) {
    const auto sink = [&](auto bytes, Instant at) {
      to.send(bytes, at);
      to.flush();
    };
    for (std::size_t passed = 0; passed < frames && readable(*from.descriptor());)
      passed += from.receive(sink, frames - passed);
  }
  /// Looks until the port's link has changed, or a second has passed.
  template <class Happened>
  bool await(PacketRingPort& port, Happened happened) {
    const Instant deadline = clock_.now() + Duration::seconds(1);
    while (clock_.now() < deadline) {
      port.receive([](auto, Instant) {}, 64);
      if (happened(port.results())) return true;
    }
    return false;
  }

  MonotonicClock clock_;
};

TEST_F(PacketRingPorts, pass_a_thousand_pairs_of_tags_byte_for_byte) {
  const VethPair left{"home", "access", 1600};
  const VethPair right{"network", "server", 1600};
  Host home{"home"};
  Host server{"server"};
  PacketRingPort access{"access", "access", clock_};
  PacketRingPort network{"network", "network", clock_};
  for (std::uint16_t number = 0; number < 1000; ++number) {
    const std::uint16_t provider = number % 2 == 0 ? 0x88a8 : 0x8100;
    const std::uint16_t type = number % 3 == 0 ? 0x86dd : 0x0800;
    const auto out = frame({{provider, static_cast<std::uint16_t>(0xe000 | (number + 1))},
                            {0x8100, static_cast<std::uint16_t>(4094 - number)}},
                           type, 38 + number, number);
    home.send(out);
    pass(access, network, 1);
    ASSERT_EQ(server.receive(), out) << number;
    server.send(out);
    pass(network, access, 1);
    ASSERT_EQ(home.receive(), out) << number;
  }
  EXPECT_EQ(access.results().received.packets, 1000);
  EXPECT_EQ(access.results().sent, access.results().received);
  EXPECT_EQ(network.results().sent, access.results().received);
}

TEST_F(PacketRingPorts, pass_every_kind_of_tag_and_no_tag_at_all) {
  const VethPair left{"home", "access", 1600};
  const VethPair right{"network", "server", 1600};
  Host home{"home"};
  Host server{"server"};
  PacketRingPort access{"access", "access", clock_};
  PacketRingPort network{"network", "network", clock_};
  for (const auto& tags : std::vector<std::vector<Tag>>{{},
                                                        {{0x8100, 0}},
                                                        {{0x8100, 0x6000}},
                                                        {{0x88a8, 7}},
                                                        {{0x9100, 7}},
                                                        {{0x9100, 7}, {0x8100, 8}},
                                                        {{0x88a8, 1}, {0x8100, 2}, {0x8100, 3}}}) {
    const auto out = frame(tags, 0x0800, 46);
    home.send(out);
    pass(access, network, 1);
    EXPECT_EQ(server.receive(), out);
  }
}

TEST_F(PacketRingPorts, pass_jumbo_frames) {
  const VethPair left{"home", "access", 9220};
  const VethPair right{"network", "server", 9220};
  Host home{"home"};
  Host server{"server"};
  PacketRingPort access{"access", "access", clock_};
  PacketRingPort network{"network", "network", clock_};
  const auto out = frame({{0x88a8, 5}}, 0x0800, 9216);
  ASSERT_EQ(out.size(), 9234U);
  home.send(out);
  pass(access, network, 1);
  EXPECT_EQ(server.receive(), out);
}

TEST_F(PacketRingPorts, tell_when_a_frame_came_in) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  PacketRingPort access{"access", "access", clock_};
  access.receive([](auto, Instant) {}, 1);
  std::vector<Instant> at;
  std::vector<Instant> around{clock_.now()};
  for (std::uint32_t number = 0; number < 3; ++number) {
    home.send(frame({}, 0x0800, 46, number));
    around.push_back(clock_.now());
  }
  while (at.size() < 3 && readable(*access.descriptor()))
    access.receive([&](auto, Instant time) { at.push_back(time); }, 64);
  ASSERT_EQ(at.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GE(at[i] + Duration::microseconds(20), around[i]);
    EXPECT_LE(at[i], clock_.now());
  }
}

TEST_F(PacketRingPorts, do_not_hear_themselves) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  PacketRingPort access{"access", "access", clock_};
  const auto out = frame({}, 0x0800, 46, 1);
  const auto in = frame({}, 0x0800, 46, 2);
  access.send(out, clock_.now());
  access.flush();
  EXPECT_EQ(home.receive(), out);
  home.send(in);
  EXPECT_THAT(arrivals(access, 1), ElementsAre(in));
  EXPECT_EQ(access.results().received.packets, 1);
}

TEST_F(PacketRingPorts, refuse_what_does_not_fit_into_a_slot) {
  const VethPair pair{"home", "access", 9000};
  Host home{"home"};
  PacketRingPort access{"access", "access", clock_, {.slots = 64, .largest = 1514}};
  const auto fits = frame({}, 0x0800, 1500);
  home.send(frame({}, 0x0800, 4000));
  home.send(fits);
  EXPECT_THAT(arrivals(access, 1), ElementsAre(fits));
  EXPECT_THAT(access.results().refused, UnorderedElementsAre(Pair("cut_off", 1)));
}

TEST_F(PacketRingPorts, count_what_the_full_ring_could_not_take) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  PacketRingPort access{"access", "access", clock_, {.slots = 32, .largest = 1514}};
  for (std::uint32_t number = 0; number < 500; ++number) home.send(frame({}, 0x0800, 46, number));
  std::int64_t in = 0;
  EXPECT_TRUE(await(access, [&](const PortResults& results) {
    in = results.received.packets;
    return in + results.dropped_by_kernel == 500;
  }));
  EXPECT_GE(in, 32);
  EXPECT_LT(in, 500);
}

/// A frame of UDP whose checksum the sender's device was to complete, and the same as it is on a wire.
TEST_F(PacketRingPorts, complete_the_checksum_that_a_virtual_sender_left_open) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home", true};
  PacketRingPort access{"access", "access", clock_};
  // RFC 768: 10.0.0.1 to 10.0.0.2, ports 1 and 2, "abc"; the pseudo-header's sum is 0x0a00+1+0x0a00+2+17+11 = 0x141f.
  const Frame wire{2,  0,    0,    0,  0, 1, 2, 0,  0, 0, 0, 2, 8, 0, 0x45, 0, 0,  31,   0,    0,   0,   0,  64,
                   17, 0x66, 0xcc, 10, 0, 0, 1, 10, 0, 0, 2, 0, 1, 0, 2,    0, 11, 0x27, 0x70, 'a', 'b', 'c'};
  auto open = wire;
  open[40] = 0x14;
  open[41] = 0x1f;
  open.insert(open.begin(), {1, 0, 0, 0, 0, 0, 34, 0, 6, 0});
  home.send(open);
  EXPECT_THAT(arrivals(access, 1), ElementsAre(wire));
}

TEST_F(PacketRingPorts, refuse_segments_that_were_merged) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home", true};
  PacketRingPort access{"access", "access", clock_};
  auto merged = frame({}, 0x0800, 2940);
  merged[14] = 0x45;
  merged[23] = 6;
  merged.insert(merged.begin(), {1, 1, 54, 0, 0xb4, 0x05, 34, 0, 16, 0});  // TCP over IPv4, 1460 bytes a segment
  home.send(merged);
  const Frame plain = frame({}, 0x0800, 46);
  auto last = plain;
  last.insert(last.begin(), 10, 0);
  home.send(last);
  EXPECT_THAT(arrivals(access, 1), ElementsAre(plain));
  EXPECT_THAT(access.results().refused, UnorderedElementsAre(Pair("merged_segments", 1)));
}

TEST_F(PacketRingPorts, lose_the_frame_that_is_too_large_for_the_device_and_no_other) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  PacketRingPort access{"access", "access", clock_};
  const auto before = frame({}, 0x0800, 46, 1);
  const auto large = frame({}, 0x0800, 1600, 2);
  const auto after = frame({}, 0x0800, 46, 3);
  for (const auto* out : {&before, &large, &after}) EXPECT_TRUE(access.send(*out, clock_.now()));
  access.flush();
  EXPECT_EQ(home.receive(), before);
  EXPECT_EQ(home.receive(), after);
  EXPECT_EQ(access.results().errors, 1);
  EXPECT_EQ(access.results().sent.packets, 2);
}

TEST_F(PacketRingPorts, go_on_when_the_link_is_back) {
  const VethPair pair{"home", "access", 1500};
  PacketRingPort access{"access", "access", clock_};
  const auto out = frame({}, 0x0800, 46);
  for (std::int64_t round = 1; round <= 3; ++round) {
    set_up("access", false);
    EXPECT_TRUE(readable(*access.descriptor())) << "whoever waits is told";
    EXPECT_TRUE(await(access, [&](const PortResults& results) { return results.gaps == round; }));
    EXPECT_FALSE(access.send(out, clock_.now()));
    set_up("access", true);
    Host home{"home"};
    EXPECT_TRUE(await(access, [&](const PortResults&) { return access.send(out, clock_.now()); }));
    access.flush();
    EXPECT_EQ(home.receive(), out);
    home.send(out);
    EXPECT_THAT(arrivals(access, 1), ElementsAre(out));
  }
  const auto results = access.results();
  EXPECT_EQ(results.gaps, 3);
  EXPECT_GT(results.down, Duration{});
  EXPECT_EQ(access.results().down, results.down) << "no gap lasts";
}

TEST_F(PacketRingPorts, notice_that_the_cable_is_out_at_the_other_end) {
  const VethPair pair{"home", "access", 1500};
  PacketRingPort access{"access", "access", clock_};
  const auto out = frame({}, 0x0800, 46);
  set_up("home", false);
  std::int64_t tried = 0;
  EXPECT_TRUE(await(access, [&](const PortResults& results) {
    access.send(out, clock_.now());
    access.flush();
    ++tried;
    return results.gaps == 1;
  })) << "the kernel tells it a little later";
  EXPECT_FALSE(access.send(out, clock_.now()));
  const auto results = access.results();
  EXPECT_EQ(results.sent.packets, 0);
  EXPECT_EQ(results.errors + results.transmit_full, tried + 1);
}

TEST_F(PacketRingPorts, outlive_their_device) {
  const VethPair pair{"home", "access", 1500};
  PacketRingPort access{"access", "access", clock_};
  const auto out = frame({}, 0x0800, 46);
  EXPECT_TRUE(access.send(out, clock_.now()));
  remove_device("access");
  access.flush();
  EXPECT_EQ(access.results().errors, 1);
  EXPECT_FALSE(access.send(out, clock_.now()));
  EXPECT_EQ(access.receive([](auto, Instant) {}, 64), 0U);
  const auto results = access.results();
  EXPECT_EQ(results.gaps, 1);
  EXPECT_LT(results.down, access.results().down) << "the gap lasts";
}

TEST_F(PacketRingPorts, say_what_they_cannot_be_bound_to) {
  try {
    PacketRingPort{"access", "eth7", clock_};
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_STREQ(error.what(), "eth7: cannot be found: No such device");
  }
}

}  // namespace
}  // namespace qoslab::emulation
