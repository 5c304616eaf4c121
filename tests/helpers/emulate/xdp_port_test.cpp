#include "helpers/emulate/xdp_port.h"

#include <gmock/gmock.h>

#include "helpers/emulate/device_port.h"
#include "helpers/emulate/open_checksum.h"
#include "helpers/emulate/veth.h"
#include "tests/helpers/emulate/port_stories.h"

namespace qoslab::emulation {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::StartsWith;

class XdpPorts : public PortStories {
 protected:
  void SetUp() override {
    PortStories::SetUp();
    if (IsSkipped()) return;
    const VethPair pair{"left", "right", 1500};
    try {
      XdpPort{"left", "left", clock_, 64};
    } catch (const DeviceError& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

TEST_F(XdpPorts, say_how_they_work) {
  const VethPair pair{"home", "access", 1500};
  const XdpPort access{"access", "access", clock_, 64};
  EXPECT_THAT(access.mode(), AnyOf(StartsWith("native, "), StartsWith("generic, ")));
}

TEST_F(XdpPorts, send_and_receive_many_times_what_their_rings_hold) {
  const VethPair left{"home", "access", 1500};
  const VethPair right{"network", "server", 1500};
  Host home{"home"};
  Host server{"server"};
  XdpPort access{"access", "access", clock_, 64};
  XdpPort network{"network", "network", clock_, 64};
  for (std::uint32_t number = 0; number < 1000; number += 20) {
    for (std::uint32_t i = 0; i < 20; ++i) home.send(frame({}, 0x0800, 46 + i, number + i));
    pass(access, network, 20);
    for (std::uint32_t i = 0; i < 20; ++i) ASSERT_EQ(server.receive(), frame({}, 0x0800, 46 + i, number + i));
  }
  EXPECT_EQ(access.results().received.packets, 1000);
  EXPECT_EQ(network.results().sent, access.results().received);
  EXPECT_EQ(network.results().errors, 0);
}

TEST_F(XdpPorts, count_what_came_when_no_memory_was_left) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  XdpPort access{"access", "access", clock_, 16};
  for (std::uint32_t number = 0; number < 100; ++number) home.send(frame({}, 0x0800, 46, number));
  std::int64_t in = 0;
  EXPECT_TRUE(await(access, [&](const PortResults& results) {
    in = results.received.packets;
    return in > 0 && results.dropped_by_kernel > 0;
  }));
  EXPECT_LT(in, 100);
  home.send(frame({}, 0x0800, 46));
  EXPECT_TRUE(await(access, [&](const PortResults& results) { return results.received.packets == in + 1; }))
      << "they go on";
}

/// UDP from 10.0.0.1 to 10.0.0.2 whose checksum was left to the device of a virtual pair, which has none.
TEST_F(XdpPorts, hand_over_open_checksums_which_can_be_told) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home", true};
  XdpPort access{"access", "access", clock_, 64};
  const Frame wire{2,  0,    0,    0,  0, 1, 2, 0,  0, 0, 0, 2, 8, 0, 0x45, 0, 0,  31,   0,    0,   0,   0,  64,
                   17, 0x66, 0xcc, 10, 0, 0, 1, 10, 0, 0, 2, 0, 1, 0, 2,    0, 11, 0x14, 0x1f, 'a', 'b', 'c'};
  auto open = wire;
  open.insert(open.begin(), {1, 0, 0, 0, 0, 0, 34, 0, 6, 0});
  home.send(open);
  const auto in = arrivals(access, 1);
  ASSERT_THAT(in, ElementsAre(wire));
  FrameFacts facts;
  ASSERT_FALSE(read_frame(in[0], facts));
  EXPECT_TRUE(access.hides_open_checksums());
  EXPECT_TRUE(has_open_checksum(in[0], facts));
}

TEST_F(XdpPorts, leave_the_device_as_it_was) {
  const VethPair pair{"home", "access", 1500};
  for (int i = 0; i < 3; ++i) const XdpPort access{"access", "access", clock_, 64};
  Host home{"home"};
  Host other{"access"};
  const auto out = frame({}, 0x0800, 46);
  home.send(out);
  EXPECT_EQ(other.receive(), out);
}

TEST_F(XdpPorts, give_way_to_packet_sockets_where_they_cannot_be) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  std::vector<std::string> notes;
  const auto note = [&](const std::string& text) { notes.push_back(text); };
  const auto xdp = open_port(PortKind::xdp, {"access", "access"}, clock_, note);
  const auto packet = open_port(PortKind::xdp, {"access", "access"}, clock_, note);
  EXPECT_STREQ(xdp.timestamps, "the reader's");
  EXPECT_STREQ(packet.timestamps, "the kernel's");
  EXPECT_THAT(notes, ElementsAre(StartsWith("access: AF_XDP, "),
                                 "access: AF_XDP cannot attach its program (ip link shows whether it has one): Device "
                                 "or resource busy; AF_PACKET is taken instead"));
  const auto out = frame({}, 0x0800, 46);
  packet.port->send(out, clock_.now());
  packet.port->flush();
  EXPECT_EQ(home.receive(), out);
}

TEST_F(XdpPorts, say_when_another_has_the_device) {
  const VethPair pair{"home", "access", 1500};
  const XdpPort first{"access", "access", clock_, 64};
  try {
    XdpPort{"access", "access", clock_, 64};
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_STREQ(
        error.what(),
        "access: AF_XDP cannot attach its program (ip link shows whether it has one): Device or resource busy");
  }
}

}  // namespace
}  // namespace qoslab::emulation
