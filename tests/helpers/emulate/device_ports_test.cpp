#include <gmock/gmock.h>

#include <filesystem>
#include <memory>

#include "helpers/emulate/packet_ring_port.h"
#include "helpers/emulate/veth.h"
#include "helpers/emulate/xdp_port.h"
#include "tests/helpers/emulate/port_stories.h"

namespace qoslab::emulation {
namespace {

using ::testing::ElementsAre;

enum class Kind : std::uint8_t { packet_ring, xdp };

/// home ── access, and network ── server: what is sent at one end passes two ports to the other.
struct Ends {
  VethPair left{"home", "access", 1600};
  VethPair right{"network", "server", 1600};
  Host home{"home"};
  Host server{"server"};
};

/// What holds of a port on a device, whatever the kernel's interface.
class DevicePorts : public PortStories, public ::testing::WithParamInterface<Kind> {
 protected:
  void SetUp() override {
    PortStories::SetUp();
    if (IsSkipped() || GetParam() != Kind::xdp) return;
    const VethPair pair{"left", "right", 1500};
    try {
      open("left");
    } catch (const DeviceError& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::unique_ptr<FramePort> open(const std::string& device) {
    if (GetParam() == Kind::xdp) return std::make_unique<XdpPort>(device, device, clock_, 256);
    return std::make_unique<PacketRingPort>(device, device, clock_);
  }
};

INSTANTIATE_TEST_SUITE_P(, DevicePorts, ::testing::Values(Kind::packet_ring, Kind::xdp),
                         [](const auto& kind) { return kind.param == Kind::xdp ? "xdp" : "packet_ring"; });

TEST_P(DevicePorts, pass_a_thousand_pairs_of_tags_byte_for_byte) {
  Ends ends;
  const auto access_port = open("access");
  auto& access = *access_port;
  const auto network_port = open("network");
  auto& network = *network_port;
  for (std::uint16_t number = 0; number < 1000; ++number) {
    const std::uint16_t provider = number % 2 == 0 ? 0x88a8 : 0x8100;
    const std::uint16_t type = number % 3 == 0 ? 0x86dd : 0x0800;
    const auto out = frame({{provider, static_cast<std::uint16_t>(0xe000 | (number + 1))},
                            {0x8100, static_cast<std::uint16_t>(4094 - number)}},
                           type, 38 + number, number);
    ends.home.send(out);
    pass(access, network, 1);
    ASSERT_EQ(ends.server.receive(), out) << number;
    ends.server.send(out);
    pass(network, access, 1);
    ASSERT_EQ(ends.home.receive(), out) << number;
  }
  EXPECT_EQ(access.results().received.packets, 1000);
  EXPECT_EQ(access.results().sent, access.results().received);
  EXPECT_EQ(network.results().sent, access.results().received);
}

TEST_P(DevicePorts, pass_every_kind_of_tag_and_no_tag_at_all) {
  Ends ends;
  const auto access_port = open("access");
  auto& access = *access_port;
  const auto network_port = open("network");
  auto& network = *network_port;
  for (const auto& tags : std::vector<std::vector<Tag>>{{},
                                                        {{0x8100, 0}},
                                                        {{0x8100, 0x6000}},
                                                        {{0x88a8, 7}},
                                                        {{0x9100, 7}},
                                                        {{0x9100, 7}, {0x8100, 8}},
                                                        {{0x88a8, 1}, {0x8100, 2}, {0x8100, 3}}}) {
    const auto out = frame(tags, 0x0800, 46);
    ends.home.send(out);
    pass(access, network, 1);
    EXPECT_EQ(ends.server.receive(), out);
  }
}

TEST_P(DevicePorts, do_not_hear_themselves) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  const auto access_port = open("access");
  auto& access = *access_port;
  const auto out = frame({}, 0x0800, 46, 1);
  const auto in = frame({}, 0x0800, 46, 2);
  access.send(out, clock_.now());
  access.flush();
  EXPECT_EQ(home.receive(), out);
  home.send(in);
  EXPECT_THAT(arrivals(access, 1), ElementsAre(in));
  EXPECT_EQ(access.results().received.packets, 1);
}

TEST_P(DevicePorts, leave_what_came_before_the_beginning_out_of_the_run) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  const auto access_port = open("access");
  auto& access = *access_port;
  constexpr std::int64_t many = 100;
  for (std::uint32_t number = 0; number < many; ++number) home.send(frame({}, 0x0800, 46, number));
  begin(access, many);
  EXPECT_EQ(access.results().before_beginning, many);
  EXPECT_EQ(access.results().received.packets, 0);
  EXPECT_EQ(access.results().dropped_by_kernel, 0);
  const auto first = frame({}, 0x0800, 46, 7);
  home.send(first);
  EXPECT_THAT(arrivals(access, 1), ElementsAre(first));
  EXPECT_EQ(access.results().received.packets, 1);
}

TEST_P(DevicePorts, lose_the_frame_that_is_too_large_for_the_device_and_no_other) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  const auto access_port = open("access");
  auto& access = *access_port;
  const auto before = frame({}, 0x0800, 46, 1);
  const auto large = frame({}, 0x0800, 1600, 2);
  const auto after = frame({}, 0x0800, 46, 3);
  std::vector<std::size_t> taken;
  for (const auto* out : {&before, &large, &after}) taken.push_back(access.send(*out, clock_.now()) ? 1 : 0);
  const auto late = access.flush();
  EXPECT_EQ(taken[1] == 0, late.empty()) << "at once, or when it is flushed, but told";
  if (!late.empty()) {
    EXPECT_THAT(late, ElementsAre(1));
  }
  EXPECT_EQ(home.receive(), before);
  EXPECT_EQ(home.receive(), after);
  EXPECT_EQ(access.results().errors, 1);
  EXPECT_EQ(access.results().sent.packets, 2);
}

TEST_P(DevicePorts, go_on_when_the_link_is_back) {
  const VethPair pair{"home", "access", 1500};
  const auto access_port = open("access");
  auto& access = *access_port;
  const auto out = frame({}, 0x0800, 46);
  for (std::int64_t round = 1; round <= 3; ++round) {
    set_up("access", false);
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

TEST_P(DevicePorts, notice_that_the_cable_is_out_at_the_other_end) {
  const VethPair pair{"home", "access", 1500};
  const auto access_port = open("access");
  auto& access = *access_port;
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

TEST_P(DevicePorts, outlive_their_device) {
  const VethPair pair{"home", "access", 1500};
  const auto access_port = open("access");
  auto& access = *access_port;
  const auto out = frame({}, 0x0800, 46);
  EXPECT_TRUE(access.send(out, clock_.now()));
  remove_device("access");
  access.flush();
  EXPECT_EQ(access.results().errors, 1);
  EXPECT_TRUE(access.results().removed);
  EXPECT_FALSE(access.send(out, clock_.now()));
  EXPECT_EQ(access.receive([](auto, Instant) {}, 64), 0U);
  const auto results = access.results();
  EXPECT_EQ(results.gaps, 1);
  EXPECT_LT(results.down, access.results().down) << "the gap lasts";
}

TEST_P(DevicePorts, leave_nothing_behind_when_they_are_closed_under_load) {
  const VethPair pair{"home", "access", 1500};
  Host home{"home"};
  const auto entries = [](const char* directory) {
    return std::distance(std::filesystem::directory_iterator{directory}, std::filesystem::directory_iterator{});
  };
  const auto files = entries("/proc/self/fd");
  const auto threads = entries("/proc/self/task");
  const auto out = frame({}, 0x0800, 46);
  for (int cycle = 0; cycle < 100; ++cycle) {
    const auto access = open("access");
    for (int i = 0; i < 20; ++i) home.send(out);
    access->receive([&](auto bytes, Instant at) { access->send(bytes, at); }, 10);
  }
  EXPECT_EQ(entries("/proc/self/fd"), files);
  EXPECT_EQ(entries("/proc/self/task"), threads);
}

}  // namespace
}  // namespace qoslab::emulation
