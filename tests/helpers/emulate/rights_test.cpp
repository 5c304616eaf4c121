#include "helpers/emulate/rights.h"

#include <gmock/gmock.h>
#include <linux/capability.h>
#include <linux/if_packet.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "helpers/emulate/real_time_rights.h"
#include "helpers/emulate/veth.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {
namespace {

class Rights : public PrivateNetwork {};

TEST_F(Rights, given_up_are_gone_but_for_those_laid_aside) {
  EXPECT_TRUE(in_child([] {
    ASSERT_TRUE(has_capability(CAP_NET_ADMIN));
    drop_capabilities({CAP_NET_ADMIN});
    EXPECT_FALSE(has_capability(CAP_NET_ADMIN));
    EXPECT_FALSE(has_capability(CAP_NET_RAW));
    EXPECT_LT(::socket(AF_PACKET, SOCK_RAW, 0), 0);
    EXPECT_THROW(VethPair("left", "right", 1500), DeviceError);
    EXPECT_FALSE(take_up(CAP_NET_RAW));
    EXPECT_TRUE(take_up(CAP_NET_ADMIN));
    EXPECT_TRUE(has_capability(CAP_NET_ADMIN));
    EXPECT_NO_THROW(VethPair("left", "right", 1500));
  }));
  EXPECT_TRUE(has_capability(CAP_NET_RAW));
}

TEST_F(Rights, to_real_time_are_reported_as_they_were_got) {
  EXPECT_TRUE(in_child([] {
    const auto got = ask_for_real_time(7);
    sched_param parameters{};
    ::sched_getparam(0, &parameters);
    const bool fixed = (::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_FIFO;
    EXPECT_EQ(got.scheduling, fixed ? "SCHED_FIFO 7" : "SCHED_OTHER");
    EXPECT_EQ(parameters.sched_priority, fixed ? 7 : 0);
    EXPECT_EQ(::prctl(PR_GET_TIMERSLACK), fixed ? 0 : 1);
  }));
}

TEST(FixedPriorities, make_who_never_rests_rest_where_they_may_not_have_all_of_each_period) {
  EXPECT_DOUBLE_EQ((FixedPriorityLimit{950'000, 1'000'000}.rest()), 0.06);
  EXPECT_DOUBLE_EQ((FixedPriorityLimit{0, 1'000'000}.rest()), 0.5);
  EXPECT_EQ((FixedPriorityLimit{1'000'000, 1'000'000}.rest()), 0);
  EXPECT_EQ((FixedPriorityLimit{-1, 1'000'000}.rest()), 0);
  EXPECT_GT(limit_of_fixed_priorities().period_us, 0);
  RealTime fixed{"SCHED_FIFO 50"};
  EXPECT_EQ(rest_of(false, {950'000, 1'000'000}, fixed), 0);
  EXPECT_EQ(rest_of(true, {-1, 1'000'000}, fixed), 0);
  EXPECT_EQ(fixed.scheduling, "SCHED_FIFO 50");
  EXPECT_DOUBLE_EQ(rest_of(true, {950'000, 1'000'000}, fixed), 0.06);
  EXPECT_EQ(fixed.scheduling, "SCHED_FIFO 50 with rests for the kernel's limit");
  RealTime normal{"SCHED_OTHER"};
  EXPECT_EQ(rest_of(true, {950'000, 1'000'000}, normal), 0);
}

TEST_F(Rights, to_locked_memory_let_it_grow_when_the_others_are_gone) {
  EXPECT_TRUE(in_child([] {
    const rlimit little{1 << 20, 1 << 20};
    ::setrlimit(RLIMIT_MEMLOCK, &little);
    const bool locked = ask_for_real_time(7).memory_locked;
    EXPECT_EQ(locked, has_capability(CAP_IPC_LOCK));
    drop_capabilities({}, {CAP_IPC_LOCK});
    EXPECT_EQ(locked, has_capability(CAP_IPC_LOCK));
    EXPECT_FALSE(has_capability(CAP_NET_RAW));
    EXPECT_NO_THROW(std::vector<char>(16 << 20));
  }));
}

TEST_F(Rights, to_real_time_need_not_be_there) {
  EXPECT_TRUE(in_child([] {
    const rlimit little{65'536, 65'536};
    ::setrlimit(RLIMIT_MEMLOCK, &little);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_RTPRIO, &none);
    drop_capabilities({});
    const auto got = ask_for_real_time(7);
    EXPECT_EQ(got.scheduling, "SCHED_OTHER");
    EXPECT_FALSE(got.memory_locked);
    EXPECT_EQ(::prctl(PR_GET_TIMERSLACK), 1);
    EXPECT_NO_THROW(std::vector<char>(1 << 20)) << "there is memory all the same";
  }));
}

}  // namespace
}  // namespace qoslab::emulation
