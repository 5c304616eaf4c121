#include "helpers/emulate/demonstration.h"

#include <gmock/gmock.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "helpers/emulate/session.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {
namespace {

class Demonstrations : public PrivateNetwork {
 protected:
  /// Two hosts, 20 ms apart. One streams to the other, which asks for a page again and again.
  static Scenario scenario() {
    Scenario scenario;
    scenario.nodes = {{"left", false, false, {}, {}}, {"right", false, false, {}, {}}};
    scenario.links = {{"line", "left", "right", Rate::mbps(100), Duration::milliseconds(20)}};
    auto& stream = scenario.flows.emplace_back();
    stream.name = "stream";
    stream.from = "left";
    stream.to = "right";
    stream.dscp = {46};
    stream.traffic = VoiceTraffic{Bytes{160}, Duration::milliseconds(5)};
    auto& pages = scenario.flows.emplace_back();
    pages.name = "pages";
    pages.from = "right";
    pages.to = "left";
    pages.traffic = TransactionTraffic{Bytes{100}, Bytes{20'000}, Duration{}};
    return scenario;
  }
  static pid_t a_child_of(pid_t process) {
    const auto path = "/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children";
    pid_t child = 0;
    std::ifstream{path} >> child;
    return child;
  }
};

TEST_F(Demonstrations, have_two_hosts_that_send_the_scenario_s_flows_through_it) {
  EXPECT_TRUE(in_child([] {
    Demonstration demonstration{scenario(), Duration::seconds(1), 1};
    auto bindings = demonstration.bindings();
    std::vector<std::string> notes;
    const auto passage = passage_of(scenario(), bindings, 1, notes);
    SessionOptions options;
    options.loop.until = Instant::at(demonstration.lasts());
    options.begins = [&] { demonstration.begin(); };
    const auto emulated = emulate_between_devices(*passage, bindings, options);
    demonstration.end();

    const auto flows = demonstration.flows();
    ASSERT_EQ(flows.size(), 2U);
    const auto& stream = flows[0].results;
    EXPECT_FALSE(flows[0].connection);
    EXPECT_GE(stream.sent, 150);
    EXPECT_EQ(stream.received, stream.sent);
    EXPECT_EQ(stream.payload, stream.received * 172);  // and RTP's header
    EXPECT_GE(stream.mean, Duration::milliseconds(20));
    EXPECT_TRUE(flows[1].connection);
    EXPECT_GE(flows[1].results.received, 1);
    EXPECT_GE(flows[1].results.mean, Duration::milliseconds(40));
    const auto marked = std::find_if(emulated.accounts.begin(), emulated.accounts.end(),
                                     [](const auto& a) { return a.name == "left-right.dscp46"; });
    ASSERT_NE(marked, emulated.accounts.end());
    EXPECT_EQ(marked->delivered.packets, stream.received);
  }));
}

TEST_F(Demonstrations, take_their_hosts_with_them_when_they_are_killed) {
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const auto process = ::fork();
  if (process == 0) {
    const Demonstration demonstration{scenario(), Duration::seconds(100), 1};
    ::write(ready[1], "", 1);
    ::pause();
  }
  ASSERT_TRUE(readable(ready[0]));
  const Descriptor host{static_cast<int>(::syscall(SYS_pidfd_open, a_child_of(process), 0))};
  ASSERT_TRUE(host.valid());
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  EXPECT_TRUE(readable(host.number()));
}

TEST_F(Demonstrations, need_a_flow) {
  auto nothing_to_send = scenario();
  nothing_to_send.flows.clear();
  EXPECT_THROW((Demonstration{nothing_to_send, Duration::seconds(1), 1}), CannotEmulate);
}

TEST_F(Demonstrations, have_no_subscribers_for_a_gateway) {
  auto with_gateway = scenario();
  with_gateway.gateways.gateways.resize(1);
  try {
    const Demonstration demonstration{with_gateway, Duration::seconds(1), 1};
    FAIL();
  } catch (const CannotEmulate& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("bind two devices as access and network"));
  }
}

}  // namespace
}  // namespace qoslab::emulation
