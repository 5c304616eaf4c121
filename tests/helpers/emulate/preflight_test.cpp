#include "helpers/emulate/preflight.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <linux/capability.h>
#include <net/if.h>
#include <net/route.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "helpers/emulate/devices.h"
#include "helpers/emulate/rights.h"
#include "helpers/emulate/veth.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

namespace fs = std::filesystem;

class Preflights : public PrivateNetwork {
 protected:
  void SetUp() override {
    PrivateNetwork::SetUp();
    if (IsSkipped()) return;
    std::string name = (fs::temp_directory_path() / "preflight-XXXXXX").string();
    machine_.state = ::mkdtemp(name.data());
    machine_.left_behind = {machine_.state};
  }
  void TearDown() override {
    if (!machine_.state.empty()) fs::remove_all(machine_.state);
    PrivateNetwork::TearDown();
  }
  /// What is said instead of a run; empty: it could begin.
  [[nodiscard]] std::string refusal(const std::vector<Preflight::Device>& devices) const {
    try {
      const Preflight fit{devices, machine_};
      return "";
    } catch (const NotReady& error) {
      return error.what();
    }
  }
  static bool is_on(const std::string& device, const std::string& name) {
    for (const auto& offload : offloads_of(device))
      if (offload.name == name) return offload.on;
    throw DeviceError{device + ": has no " + name};
  }
  static std::vector<std::string> switchable_and_on(const std::string& device) {
    std::vector<std::string> names;
    for (const auto& offload : offloads_of(device))
      if (offload.on && !offload.fixed) names.push_back(offload.name);
    return names;
  }
  [[nodiscard]] bool state_is_empty() const { return fs::is_empty(machine_.state); }

  Preflight::Machine machine_{.forced = false, .ssh_connection = "", .state = {}, .left_behind = {}};
};

void give_address(const std::string& device, const char* address) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM, 0)};
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  auto& in = reinterpret_cast<sockaddr_in&>(request.ifr_addr);
  in.sin_family = AF_INET;
  ::inet_pton(AF_INET, address, &in.sin_addr);
  ASSERT_EQ(::ioctl(socket.number(), SIOCSIFADDR, &request), 0);
}

void default_route_by(std::string device) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM, 0)};
  rtentry route{};
  route.rt_dst.sa_family = AF_INET;
  route.rt_genmask.sa_family = AF_INET;
  route.rt_flags = RTF_UP;
  route.rt_dev = device.data();
  ASSERT_EQ(::ioctl(socket.number(), SIOCADDRT, &route), 0);
}

TEST_F(Preflights, find_nothing_wrong_with_devices_that_are_fit) {
  const VethPair pair{"left", "right", 1504};
  EXPECT_EQ(refusal({{"left", 1504}, {"right", 1504}}), "");
  EXPECT_TRUE(state_is_empty());
}

TEST_F(Preflights, say_everything_that_is_wrong_at_once) {
  const VethPair pair{"left", "right", 1500};
  const VethPair other{"home", "away", 1500};
  set_up("home", false);
  EXPECT_EQ(refusal({{"eth1", 1500}, {"left", 1504}, {"home", 1500}, {"away", 1500}}),
            "eth1: there is no such device; there are away, home, left, lo, right\n"
            "left: its MTU of 1500 is too small for the scenario's frames: ip link set dev left mtu 1504\n"
            "home: is down: ip link set dev home up\n"
            "away: has no carrier: plug the cable in, or bring up what is at its other end");
}

TEST_F(Preflights, refuse_the_device_by_which_the_machine_is_reached) {
  const VethPair pair{"left", "right", 1500};
  give_address("left", "10.9.0.1");
  default_route_by("left");
  give_address("right", "10.8.0.1");
  machine_.ssh_connection = "10.8.0.7 40000 10.8.0.1 22";
  EXPECT_EQ(refusal({{"left", 1500}, {"right", 1500}}),
            "left: is how this machine is reached: the default route leads to it; bind another device, or insist with "
            "--take-management-device\n"
            "right: is how this machine is reached: the SSH connection comes in on its address 10.8.0.1; bind another "
            "device, or insist with --take-management-device");
  machine_.forced = true;
  EXPECT_EQ(refusal({{"left", 1500}, {"right", 1500}}), "");
}

TEST_F(Preflights, switch_off_what_changes_frames_and_on_again_what_was_on) {
  const VethPair pair{"left", "right", 1500};
  ASSERT_EQ(switch_offloads("left", {"rx-gro"}, true), 0);
  ASSERT_EQ(switch_offloads("left", {"tx-checksum-sctp"}, false), 0);
  const auto before = switchable_and_on("left");
  EXPECT_THAT(before, ::testing::IsSupersetOf(
                          {"tx-generic-segmentation", "tx-tcp-segmentation", "rx-gro", "tx-checksum-ip-generic"}));
  {
    const Preflight fit{{{"left", 1500}}, machine_};
    EXPECT_THAT(switchable_and_on("left"), IsEmpty());
    EXPECT_TRUE(fit.restores());
    EXPECT_FALSE(state_is_empty());
  }
  EXPECT_EQ(switchable_and_on("left"), before);
  EXPECT_TRUE(state_is_empty());
}

TEST_F(Preflights, restore_though_the_rights_have_been_dropped_meanwhile) {
  const VethPair pair{"left", "right", 1500};
  const auto before = switchable_and_on("left");
  EXPECT_TRUE(in_child([&] {
    const Preflight fit{{{"left", 1500}}, machine_};
    drop_capabilities({CAP_NET_ADMIN, CAP_DAC_OVERRIDE});
    take_up(CAP_DAC_OVERRIDE);
    EXPECT_FALSE(has_capability(CAP_NET_ADMIN));
  }));
  EXPECT_EQ(switchable_and_on("left"), before);
}

TEST_F(Preflights, put_right_what_a_killed_run_has_left) {
  const VethPair pair{"left", "right", 1500};
  const auto before = switchable_and_on("left");
  EXPECT_TRUE(in_child([&] {
    new Preflight{{{"left", 1500}}, machine_};
    EXPECT_THAT(switchable_and_on("left"), IsEmpty());
  }));
  EXPECT_THAT(switchable_and_on("left"), IsEmpty());
  {
    const Preflight next{{{"right", 1500}}, machine_};
    EXPECT_EQ(switchable_and_on("left"), before);
    EXPECT_THAT(next.notes(), ElementsAre(StartsWith("left: an earlier run has been killed; what it had switched off "
                                                     "is on again: ")));
  }
  EXPECT_TRUE(state_is_empty());
  EXPECT_THAT(Preflight({{"left", 1500}}, machine_).notes(), IsEmpty()) << "only once";
}

TEST_F(Preflights, name_what_a_killed_run_has_left_on_a_device_that_is_gone) {
  {
    const VethPair pair{"left", "right", 1500};
    EXPECT_TRUE(in_child([&] { new Preflight{{{"left", 1500}}, machine_}; }));
  }
  const VethPair again{"left", "right", 1500};
  const auto before = switchable_and_on("left");
  {
    const Preflight next{{{"left", 1500}}, machine_};
    EXPECT_THAT(next.notes(), ElementsAre(HasSubstr("the device that it used is gone, which had on: ")));
  }
  EXPECT_EQ(switchable_and_on("left"), before);
}

/// rtnetlink(7) by way of an ioctl; the device has to be down for it on older kernels.
void rename(const std::string& device, const std::string& name) {
  set_up(device, false);
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM, 0)};
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  name.copy(request.ifr_newname, IFNAMSIZ - 1);
  ASSERT_EQ(::ioctl(socket.number(), SIOCSIFNAME, &request), 0);
  set_up(name, true);
}

TEST_F(Preflights, restore_a_device_that_has_another_name_by_now) {
  const VethPair pair{"left", "right", 1500};
  const auto before = switchable_and_on("right");
  {
    const Preflight fit{{{"right", 1500}}, machine_};
    rename("right", "east");
    EXPECT_THAT(switchable_and_on("east"), IsEmpty());
  }
  EXPECT_EQ(switchable_and_on("east"), before);
  EXPECT_TRUE(state_is_empty());
  EXPECT_TRUE(in_child([&] { new Preflight{{{"east", 1500}}, machine_}; }));
  rename("east", "west");
  EXPECT_THAT(
      Preflight({{"left", 1500}}, machine_).notes(),
      ElementsAre(StartsWith("east (now west): an earlier run has been killed; what it had switched off is on")));
  EXPECT_EQ(switchable_and_on("west"), before);
}

TEST_F(Preflights, find_what_runs_with_another_directory_have_left) {
  const VethPair pair{"left", "right", 1500};
  const auto before = switchable_and_on("left");
  const auto users = machine_.state / "user";
  auto other = machine_;
  other.state = users;
  EXPECT_TRUE(in_child([&] { new Preflight{{{"left", 1500}}, other}; }));
  machine_.left_behind = {machine_.state, users};
  EXPECT_THAT(Preflight({{"right", 1500}}, machine_).notes(), ElementsAre(StartsWith("left: an earlier run has been")));
  EXPECT_EQ(switchable_and_on("left"), before);
  const auto all = state_directories(machine_.state);
  EXPECT_EQ(all.front(), machine_.state);
  EXPECT_THAT(all, ::testing::Contains(fs::path{"/run/qoslab"}));
}

/// "NAMESPACE-INDEX-left.offloads", as a killed run of the device would have left it.
fs::path left_by(const fs::path& state, const std::string& home) {
  fs::create_directories(state);
  return state / (home + "-" + std::to_string(state_of("left")->index) + "-left.offloads");
}

TEST_F(Preflights, do_not_believe_what_is_no_ordinary_file) {
  const VethPair pair{"left", "right", 1500};
  const auto planted = left_by(machine_.state, network_namespace());
  ASSERT_EQ(::mkfifo(planted.c_str(), 0600), 0);
  EXPECT_THAT(Preflight({{"right", 1500}}, machine_).notes(), IsEmpty()) << "nor wait for whoever may write to it";
  fs::remove(planted);
  fs::create_symlink("/etc/hostname", planted);
  EXPECT_THAT(Preflight({{"right", 1500}}, machine_).notes(), IsEmpty());
}

TEST_F(Preflights, pass_on_what_another_user_says_and_do_not_follow_it) {
  const VethPair pair{"left", "right", 1500};
  const auto was_on = switchable_and_on("left");
  ASSERT_FALSE(was_on.empty());
  switch_offloads("left", was_on, false);
  const auto planted = left_by(machine_.state, network_namespace());
  std::ofstream{planted} << was_on.front() << '\n';
  if (::chown(planted.c_str(), 65'534, 65'534) != 0) GTEST_SKIP() << "no other user here";
  EXPECT_THAT(Preflight({{"right", 1500}}, machine_).notes(), ElementsAre(HasSubstr("another user's")));
  EXPECT_THAT(switchable_and_on("left"), IsEmpty());
}

TEST_F(Preflights, leave_what_belongs_to_a_namespace_that_was) {
  const VethPair pair{"left", "right", 1500};
  switch_offloads("left", switchable_and_on("left"), false);
  std::ofstream{left_by(machine_.state, "1")} << "tx-checksum-ip-generic\n";
  EXPECT_THAT(Preflight({{"right", 1500}}, machine_).notes(), IsEmpty());
  EXPECT_THAT(switchable_and_on("left"), IsEmpty());
}

TEST_F(Preflights, let_one_run_at_a_time_have_a_device) {
  const VethPair pair{"left", "right", 1500};
  {
    const Preflight first{{{"left", 1500}}, machine_};
    EXPECT_EQ(
        refusal({{"left", 1500}, {"right", 1500}}),
        "left: another run has it, process " + std::to_string(::getpid()) + "; end that one, or bind another device");
    EXPECT_THAT(switchable_and_on("left"), IsEmpty()) << "the other run's state is not touched";
  }
  EXPECT_EQ(refusal({{"left", 1500}}), "");
}

TEST_F(Preflights, name_the_rights_that_are_missing) {
  const VethPair pair{"left", "right", 1500};
  EXPECT_TRUE(in_child([&] {
    drop_capabilities({});
    EXPECT_EQ(refusal({{"left", 1500}, {"right", 1600}}),
              "rights are missing: CAP_NET_RAW (to receive and send frames), CAP_NET_ADMIN (to switch off the devices' "
              "offloads); run it as root, or once: setcap cap_net_raw,cap_net_admin+ep PROGRAM\n"
              "right: its MTU of 1500 is too small for the scenario's frames: ip link set dev right mtu 1600");
  }));
  EXPECT_TRUE(in_child([&] {
    switch_offloads("left", switchable_and_on("left"), false);
    drop_capabilities({CAP_NET_RAW});
    take_up(CAP_NET_RAW);
    EXPECT_EQ(refusal({{"left", 1500}}), "") << "there is nothing to switch";
  }));
}

TEST_F(Preflights, leave_a_device_alone_whose_state_cannot_be_kept) {
  const VethPair pair{"left", "right", 1500};
  const auto before = switchable_and_on("left");
  const auto kept = std::exchange(machine_.state, "/proc/qoslab");
  EXPECT_THAT(
      refusal({{"left", 1500}}),
      ::testing::AllOf(StartsWith("left: its offloads are left on, for /proc/qoslab/"), HasSubstr("XDG_RUNTIME_DIR")));
  EXPECT_EQ(switchable_and_on("left"), before);
  machine_.state = kept;
}

}  // namespace
}  // namespace qoslab::emulation
