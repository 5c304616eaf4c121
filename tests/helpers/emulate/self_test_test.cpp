#include "helpers/emulate/self_test.h"

#include <gmock/gmock.h>
#include <linux/capability.h>

#include <filesystem>

#include "helpers/emulate/devices.h"
#include "helpers/emulate/rights.h"
#include "tests/helpers/emulate/relay_story.h"

namespace qoslab::emulation {
namespace {

using namespace literals;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(BurstTasks, end_when_everything_that_was_sent_has_left) {
  Story story{small_network()};
  BurstTask task{story.relay, story.clock};
  story.a.comes({}, of({}));
  story.a.comes({}, of({}));
  task.turn();
  story.clock.move_to(Instant{} + 1_s);
  task.turn();
  EXPECT_EQ(task.carried(), 2);
  EXPECT_FALSE(task.ended()) << "nobody has said how many there are";
  task.sent(2);
  task.turn();
  EXPECT_TRUE(task.ended());
}

TEST(BurstTasks, give_up_what_does_not_come) {
  Story story{small_network()};
  BurstTask task{story.relay, story.clock};
  task.sent(1);
  EXPECT_EQ(task.turn(), Instant{} + 20_ms) << "it wants to be called then";
  story.clock.move_to(Instant{} + 19_ms);
  task.turn();
  EXPECT_FALSE(task.ended());
  story.clock.move_to(Instant{} + 20_ms);
  task.turn();
  EXPECT_TRUE(task.ended());
  EXPECT_EQ(task.carried(), 0);
}

class SelfTests : public PrivateNetwork {
 protected:
  static std::ptrdiff_t open_files() {
    return std::distance(std::filesystem::directory_iterator{"/proc/self/fd"}, std::filesystem::directory_iterator{});
  }
};

TEST_F(SelfTests, say_what_was_carried_and_leave_nothing_behind) {
  const auto files = open_files();
  const bool raw = has_capability(CAP_NET_RAW);
  const auto found = self_test({.precision = 1_s});
  if (!found.skipped.empty()) GTEST_SKIP() << found.skipped;
  EXPECT_GT(found.frames_per_second, 0);
  EXPECT_EQ(found.ports, "AF_PACKET");
  EXPECT_THAT(found.limit, AnyOf("loss", "lateness", "sender", "none"));
  EXPECT_LE(found.median, found.within);
  EXPECT_LE(found.within, found.most);
  EXPECT_THAT(device_names(), ElementsAre("lo"));
  EXPECT_EQ(open_files(), files);
  EXPECT_EQ(has_capability(CAP_NET_RAW), raw);
}

TEST_F(SelfTests, take_the_kind_of_port_that_is_wanted_or_say_which) {
  const auto found = self_test({.port = PortKind::xdp, .busy_poll = true, .precision = 1_s});
  if (!found.skipped.empty()) GTEST_SKIP() << found.skipped;
  EXPECT_THAT(found.ports, AnyOf("AF_XDP", "AF_PACKET"));
  EXPECT_GT(found.frames_per_second, 0);
}

TEST_F(SelfTests, end_at_once_when_they_are_told_to) {
  const std::atomic<bool> stop{true};
  EXPECT_NE(self_test({.stop = &stop}).skipped, "");
  EXPECT_THAT(device_names(), ElementsAre("lo"));
}

TEST_F(SelfTests, are_not_made_where_no_namespace_is_allowed) {
  EXPECT_TRUE(in_child([] {
    drop_capabilities({});
    const auto found = self_test({});
    if (found.skipped.empty()) return;  // a user namespace was to be had
    EXPECT_THAT(found.skipped, AnyOf(StartsWith("this system allows no network of its own: "),
                                     StartsWith("with one processor"), HasSubstr("cannot be")));
  }));
}

}  // namespace
}  // namespace qoslab::emulation
