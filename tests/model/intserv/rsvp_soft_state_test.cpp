// Refreshes, time-outs and teardown along a line of routers.
#include <algorithm>
#include <map>

#include "tests/model/intserv/rsvp_line.h"

namespace qoslab::testing {
namespace {

TEST_F(RsvpLine, ReleaseTearsDownAtOnce) {
  set_up();
  net["bob"].release(session, net.now());
  net.run_for(100_ms);
  EXPECT_EQ(installed_anywhere(), 0U);
  EXPECT_EQ(net.count("alice", Kind::unreserved), 1);
  EXPECT_EQ(net.sent_of(MessageType::resv_tear).size(), 4U);
  net.run_for(100_s);
  EXPECT_EQ(installed_anywhere(), 0U);
}

TEST_F(RsvpLine, WithdrawalTearsDownAtOnce) {
  set_up();
  net["alice"].withdraw(session, sender, net.now());
  net.run_for(100_ms);
  EXPECT_EQ(installed_anywhere(), 0U);
  EXPECT_EQ(net.count("bob", Kind::path_gone), 1);
  EXPECT_EQ(net.sent_of(MessageType::path_tear).size(), 4U);
  EXPECT_TRUE(net.sent_of(MessageType::resv_tear).empty()) << "the path itself is gone";
}

TEST_F(RsvpLine, AfterAWithdrawalNothingOfTheOldRequestComesBackToLife) {
  set_up();
  net["alice"].withdraw(session, sender, net.now());
  net.run_for(100_ms);
  net["bob"].release(session, net.now());
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(1_s);
  EXPECT_EQ(installed_anywhere(), 0U);
}

TEST_F(RsvpLine, ATearWithAnotherPreviousHopIsNotMeant) {
  set_up();
  rsvp::Message m = last(MessageType::path, "r2").message;
  m.type = MessageType::path_tear;
  m.refresh.reset();
  m.hop->handle += 1;
  net["r2"].receive(rsvp::encode(m), {0, sender.address, 62}, net.now());
  net.run_for(100_ms);
  EXPECT_EQ(installed("r2"), 1U);
}

TEST_F(RsvpLine, OnlyChangesAreForwardedAtOnce) {
  set_up();
  net.sent.clear();
  TSpec other = voice;
  other.bucket = Bytes{800};
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(10_ms);
  EXPECT_TRUE(net.sent.empty()) << "the same again is no news";
  net["alice"].announce(session, sender, other, net.now());
  net.run_for(10_ms);
  EXPECT_EQ(net.sent_of(MessageType::path).size(), 4U);
  net["bob"].reserve(session, request(other), net.now());
  net.run_for(10_ms);
  EXPECT_EQ(net.sent_of(MessageType::resv).size(), 4U);
  EXPECT_EQ(net.control("r1").installed.begin()->second.flowspec.tspec, other);
}

TEST_F(RsvpLine, EachHopRefreshesWithinHalfToOneAndAHalfPeriods) {
  set_up();
  net.run_for(Duration::seconds(30'000));
  for (const auto type : {MessageType::path, MessageType::resv}) {
    std::map<std::string, Instant> before;
    Duration least = 1000_s;
    Duration most;
    std::int64_t count = 0;
    for (const auto& s : net.sent_of(type)) {
      const auto known = before.find(s.from);
      if (known != before.end()) {
        least = std::min(least, s.at - known->second);
        most = std::max(most, s.at - known->second);
        ++count;
      }
      before[s.from] = s.at;
    }
    EXPECT_GE(least, 15_s);
    EXPECT_LT(least, 16_s);
    EXPECT_LE(most, 45_s);
    EXPECT_GT(most, 44_s);
    EXPECT_NEAR(static_cast<double>(count), 4 * 1000, 4 * 30) << "30 s on average";
  }
  EXPECT_EQ(installed_anywhere(), 3U);
}

TEST_F(RsvpLine, WithoutPathRefreshesTheStateEndsAtTheLifetimeToThePicosecond) {
  set_up();
  net.run_for(200_s);
  lose_between("r1", "r2");
  const Instant heard = last(MessageType::path, "r2").at + 1_ms;
  ASSERT_LE(heard, net.now()) << "nothing is in flight";
  net.run_for(heard + lifetime - 1_ps - net.now());
  EXPECT_EQ(installed_anywhere(), 3U);
  net.run_for(1_ps);
  EXPECT_EQ(installed("r2"), 0U);
  EXPECT_EQ(installed("r1"), 1U) << "its path state still stands, and its reservation was refreshed later";
  net.run_for(10_ms);
  EXPECT_EQ(installed("r3"), 0U) << "told by a PATHTEAR";
  EXPECT_EQ(net.count("bob", Kind::path_gone), 1);
}

TEST_F(RsvpLine, WithoutResvRefreshesTheReservationEndsAtTheLifetime) {
  set_up();
  net.run_for(200_s);
  lose_between("r3", "r2");
  const Instant heard = last(MessageType::resv, "r2").at + 1_ms;
  ASSERT_LE(heard, net.now());
  net.run_for(heard + lifetime - 1_ps - net.now());
  EXPECT_EQ(installed_anywhere(), 3U);
  net.run_for(1_ps);
  EXPECT_EQ(installed("r2"), 0U);
  net.run_for(10_ms);
  EXPECT_EQ(installed("r1"), 0U) << "told by a RESVTEAR";
  EXPECT_EQ(net.count("alice", Kind::unreserved), 1);
  EXPECT_EQ(installed("r3"), 1U);
}

TEST_F(RsvpLine, ANeighbourCannotMakeStateLastForEver) {
  set_up();
  rsvp::Message m = last(MessageType::path, "r2").message;
  m.refresh = Duration::milliseconds(0xffff'ffff);  // 49 days
  net["r2"].receive(rsvp::encode(m), {0, sender.address, 63}, net.now());
  const Instant end = net.now() + 86'400_s * 21 / 4;
  while (net["r2"].deadline() < end) {
    net["r2"].advance(net["r2"].deadline());
    (void)net["r2"].take_actions();
  }
  EXPECT_EQ(net["r2"].deadline(), end) << "a refresh a day is the slowest that counts";
  net["r2"].advance(end);
  EXPECT_EQ(net["r2"].deadline(), Instant::never());
}

TEST_F(RsvpLine, TwoLostRefreshesInARowHurtNobody) {
  set_up();
  std::map<std::string, int> run;
  net.lose = [&run](const RsvpNetwork::Sent& s) {
    if (s.message.type != MessageType::path && s.message.type != MessageType::resv) return false;
    int& lost = run[s.from + std::to_string(static_cast<int>(s.message.type))];
    lost = (lost + 1) % 3;
    return lost != 0;
  };
  net.run_for(Duration::seconds(20'000));
  EXPECT_EQ(installed_anywhere(), 3U);
  EXPECT_EQ(net.count("alice", Kind::unreserved), 0);
  EXPECT_EQ(net.count("bob", Kind::path_gone), 0);
}

TEST_F(RsvpLine, AfterARouterDiesBothSidesForgetWithinALifetimeAndARefresh) {
  set_up();
  net.run_for(100_s);
  net.kill("r2");
  net.run_for(lifetime - 46_s);
  EXPECT_EQ(installed("r1"), 1U);
  EXPECT_EQ(installed("r3"), 1U);
  net.run_for(47_s);
  EXPECT_EQ(installed("r1"), 0U);
  EXPECT_EQ(installed("r3"), 0U);
  EXPECT_EQ(net.count("alice", Kind::unreserved), 1);
  EXPECT_EQ(net.count("bob", Kind::path_gone), 1);
}

// alice - r1 - r2 - r4 - bob, and r3 beside r2.
TEST(RsvpReroute, ReservationsFollowAChangeOfRoute) {
  RsvpNetwork net;
  for (const char* name : {"alice", "bob"}) net.host(name);
  for (const char* name : {"r1", "r2", "r3", "r4"}) net.router(name);
  for (const auto& [a, b] : {std::pair{"alice", "r1"}, {"r1", "r2"}, {"r2", "r4"}, {"r4", "bob"}}) net.link(a, b);
  net.link("r1", "r3");
  net.link("r3", "r4");
  net.start();
  const rsvp::Session session{net.address("bob"), ip_protocol::udp, 5004};
  const rsvp::Sender sender{net.address("alice"), 5004};
  net["alice"].announce(session, sender, voice, net.now());
  net["bob"].reserve(session, {ReservationStyle::fixed_filter, {{FlowSpec{voice, std::nullopt}, {sender}}}, false},
                     net.now());
  net.run_for(100_ms);
  const auto on = [&](const char* router) { return net.control(router).installed.size(); };
  ASSERT_EQ(on("r2"), 1U);
  ASSERT_EQ(on("r3"), 0U);
  net.cut("r1", "r2");
  const auto way_over_r3 = [&] {
    return std::ranges::any_of(net.sent_of(MessageType::path), [](const auto& s) { return s.from == "r3"; });
  };
  net.run_for(1_s);
  EXPECT_FALSE(way_over_r3()) << "nobody has looked yet";
  net["r1"].receive(net.sent.front().raw.bytes, {0, sender.address, 64}, net.now());
  net.run_for(1_s);
  EXPECT_TRUE(way_over_r3()) << "with the next PATH, though it says nothing new";
  net.run_for(lifetime + 45_s);
  EXPECT_EQ(on("r3"), 1U);
  EXPECT_EQ(on("r2"), 0U);
  ASSERT_EQ(on("r1"), 1U);
  EXPECT_EQ(net.control("r1").installed.begin()->first.interface, 2);
  EXPECT_EQ(on("r4"), 1U);
}

}  // namespace
}  // namespace qoslab::testing
