// Paths and reservations along a line of routers.
#include "tests/model/intserv/rsvp_line.h"

namespace qoslab::testing {
namespace {

TEST_F(RsvpLine, APathReachesTheReceiverHopByHop) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(100_ms);
  ASSERT_EQ(net.count("bob", Kind::path), 1);
  const RsvpNotice& path = net.notices("bob").front();
  EXPECT_EQ(path.sender.sender, sender);
  EXPECT_EQ(path.sender.tspec, voice);
  ASSERT_EQ(net.sent_of(MessageType::path).size(), 4U);
  std::uint8_t ttl = 64;
  for (const auto& s : net.sent_of(MessageType::path)) {
    EXPECT_TRUE(s.raw.router_alert);
    EXPECT_EQ(s.raw.destination, session.destination);
    EXPECT_EQ(s.raw.source, sender.address);
    EXPECT_EQ(s.raw.ttl, ttl);
    EXPECT_EQ(s.message.send_ttl, ttl--);
    EXPECT_EQ(s.message.refresh, 30_s);
  }
}

TEST_F(RsvpLine, TheAdspecAddsUpWhatEachInterfaceSays) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(100_ms);
  const auto adspec = *net.notices("bob").front().sender.adspec;
  EXPECT_FALSE(adspec.broken);
  EXPECT_EQ(adspec.general.hops, 4U);
  EXPECT_EQ(adspec.general.bandwidth, Rate::mbps(1));
  EXPECT_EQ(adspec.general.latency, 4_ms);
  EXPECT_EQ(adspec.general.mtu, Bytes{1500});
  ASSERT_TRUE(adspec.guaranteed);
  EXPECT_EQ(adspec.guaranteed->c_total, Bytes{6000});
  EXPECT_EQ(adspec.guaranteed->d_total, 48_ms);
  EXPECT_EQ(adspec.guaranteed->c_since_reshaping, Bytes{6000});
  EXPECT_EQ(adspec.guaranteed->d_since_reshaping, 48_ms);
  ASSERT_TRUE(adspec.controlled_load);
  EXPECT_FALSE(adspec.controlled_load->broken);
}

TEST_F(RsvpLine, AReservationIsInstalledInEveryRouterAndTheSenderIsTold) {
  set_up();
  for (const char* r : {"r1", "r2", "r3"}) {
    ASSERT_EQ(installed(r), 1U) << r;
    const auto& [key, order] = *net.control(r).installed.begin();
    EXPECT_EQ(key, (ReservationKey{1, session, sender}));
    EXPECT_EQ(order.flowspec.tspec, voice);
    EXPECT_EQ(order.filters, std::vector{sender});
    EXPECT_EQ(order.police_entry, std::string{"r1"} == r) << "the host does not police, the first router does";
    EXPECT_FALSE(order.police_merge);
    EXPECT_FALSE(order.police_branch);
  }
  ASSERT_EQ(net.count("alice", Kind::reserved), 1);
  EXPECT_EQ(net.notices("alice").back().flow.flowspec->tspec, voice);
  for (const auto& s : net.sent_of(MessageType::resv)) {
    EXPECT_FALSE(s.raw.router_alert);
    EXPECT_EQ(s.raw.destination, s.raw.next_hop) << "RESV goes from hop to hop";
  }
}

TEST_F(RsvpLine, AReservationMadeBeforeThePathWaitsForIt) {
  net["bob"].reserve(session, request(), net.now());
  net.run_for(1_s);
  EXPECT_TRUE(net.sent.empty());
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(1_s);
  EXPECT_EQ(installed_anywhere(), 3U);
}

TEST_F(RsvpLine, NoMoreIsReservedThanTheSenderSends) {
  net["alice"].announce(session, sender, voice, net.now());
  TSpec more = voice;
  more.rate = Rate::kbps(200);
  more.bucket = Bytes{4000};
  net["bob"].reserve(session, request(more), net.now());
  net.run_for(1_s);
  EXPECT_EQ(net.control("r1").installed.begin()->second.flowspec.tspec, voice);
  EXPECT_EQ(last(MessageType::resv, "alice").message.flows.front().flowspec->tspec, more) << "asked as it was asked";
}

TEST_F(RsvpLine, AConfirmationComesBackFromTheSender) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(100_ms);
  auto with_confirmation = request();
  with_confirmation.confirm = true;
  net["bob"].reserve(session, with_confirmation, net.now());
  net.run_for(100_ms);
  ASSERT_EQ(net.count("bob", Kind::confirmed), 1);
  EXPECT_EQ(net.notices("bob").back().error.node, sender.address);
  EXPECT_EQ(net.notices("bob").back().flow.filters, std::vector{sender});
  net.run_for(600_s);
  EXPECT_EQ(net.count("bob", Kind::confirmed), 1) << "refreshes do not ask again";
}

TEST_F(RsvpLine, AConfirmationThatHasTravelledTooFarEnds) {
  set_up();
  rsvp::Message m = last(MessageType::resv, "r2").message;
  m.type = MessageType::resv_confirm;
  m.hop.reset();
  m.refresh.reset();
  m.error = rsvp::Error{.node = sender.address};
  m.confirm = net.address("bob");
  net["r2"].receive(rsvp::encode(m), {0, sender.address, 1}, net.now());
  EXPECT_TRUE(net["r2"].take_actions().empty());
  net["r2"].receive(rsvp::encode(m), {0, sender.address, 2}, net.now());
  EXPECT_EQ(net["r2"].take_actions().size(), 1U);
}

TEST_F(RsvpLine, GuaranteedAndControlledLoadTakeWhatTheyAskFor) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(10_ms);
  auto guaranteed = request();
  guaranteed.flows.front().flowspec->guaranteed = RSpec{Rate::kbps(120), 3_ms};
  net["bob"].reserve(session, guaranteed, net.now());
  net.run_for(10_ms);
  for (const char* r : {"r1", "r2", "r3"}) {
    EXPECT_EQ(net.control(r).installed.begin()->second.flowspec.guaranteed, (RSpec{Rate::kbps(120), 3_ms}));
  }
}

}  // namespace
}  // namespace qoslab::testing
