#include "helpers/emulate/packet_ring_port.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "helpers/emulate/veth.h"
#include "tests/helpers/emulate/port_stories.h"

namespace qoslab::emulation {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class PacketRingPorts : public PortStories {};

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

TEST_F(PacketRingPorts, lose_nothing_of_the_run_when_the_ring_was_full_before_it_began) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  PacketRingPort access{"access", "access", clock_, {.slots = 32, .largest = 1514}};
  for (std::uint32_t number = 0; number < 500; ++number) home.send(frame({}, 0x0800, 46, number));
  begin(access, 500);
  EXPECT_EQ(access.results().before_beginning, 500);
  EXPECT_EQ(access.results().dropped_by_kernel, 0);
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

/// A device that gives its frames to a program (tun(4)), which takes none.
TEST_F(PacketRingPorts, count_what_a_full_device_did_not_take_and_go_on) {
  const Descriptor program{::open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK)};
  ifreq request{};
  std::string{"tap"}.copy(request.ifr_name, IFNAMSIZ - 1);
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  if (::ioctl(program.number(), TUNSETIFF, &request) != 0) GTEST_SKIP() << "no tap device is allowed here";
  set_up("tap", true);
  PacketRingPort access{"access", "tap", clock_};
  const auto out = frame({}, 0x0800, 46);
  const std::int64_t sent = 2000;
  for (std::int64_t i = 0; i < sent; ++i) access.send(out, clock_.now());
  access.flush();
  const auto results = access.results();
  EXPECT_GT(results.transmit_full, 0);
  EXPECT_EQ(results.sent.packets + results.transmit_full, sent);
  EXPECT_EQ(results.errors, 0);
  Frame taken(2000);
  while (::read(program.number(), taken.data(), taken.size()) > 0) continue;
  access.send(out, clock_.now());
  access.flush();
  EXPECT_EQ(access.results().sent.packets, results.sent.packets + 1);
}

TEST_F(PacketRingPorts, wake_whoever_waits_when_the_device_is_taken_down_and_let_him_sleep_again) {
  const VethPair pair{"home", "access", 1500};
  PacketRingPort access{"access", "access", clock_};
  set_up("access", false);
  EXPECT_TRUE(readable(*access.descriptor()));
  EXPECT_TRUE(await(access, [](const PortResults& results) { return results.gaps == 1; }));
  EXPECT_TRUE(await(access, [&](const PortResults&) { return !readable(*access.descriptor(), 0); }));
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
