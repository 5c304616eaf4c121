// Several senders, one receiver: the three styles.
#include <algorithm>

#include "tests/model/intserv/rsvp_group.h"

namespace qoslab::testing {
namespace {

// Two or three senders to one receiver:   a - ra \.
//                                         b - rb - m - bob
//                                         c ------/
class ToOneReceiver : public ::testing::Test {
 protected:
  ToOneReceiver() {
    for (const char* name : {"a", "b", "c", "bob"}) net.host(name);
    for (const char* name : {"ra", "rb", "m"}) net.router(name);
    net.link("bob", "m");
    net.link("ra", "m");
    net.link("rb", "m");
    net.link("c", "m");
    net.link("a", "ra");
    net.link("b", "rb");
    net.start();
    session = {net.address("bob"), ip_protocol::udp, 7000};
    for (const char* name : {"a", "b", "c"}) senders.push_back({net.address(name), 1});
  }
  void announce(std::int64_t kbps_a, std::int64_t kbps_b, std::int64_t kbps_c) {
    const std::int64_t kbps[] = {kbps_a, kbps_b, kbps_c};
    const char* names[] = {"a", "b", "c"};
    for (std::size_t i = 0; i < 3; ++i) net[names[i]].announce(session, senders[i], tspec(kbps[i]), net.now());
    net.run_for(50_ms);
  }
  void reserve(ReservationStyle style, std::vector<FlowDescriptor> flows) {
    net["bob"].reserve(session, {style, std::move(flows), false}, net.now());
    net.run_for(50_ms);
  }

  RsvpNetwork net;
  rsvp::Session session;
  std::vector<Sender> senders;
};

TEST_F(ToOneReceiver, FixedFiltersHaveAReservationEach) {
  announce(100, 200, 300);
  reserve(FF, {{load(100), {senders[0]}}, {load(150), {senders[1]}}});
  EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{100, 150}));
  EXPECT_EQ(rates(net, "ra"), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(rates(net, "rb"), (std::vector<std::int64_t>{150}));
  EXPECT_EQ(net.count("c", Kind::reserved), 0);
}

TEST_F(ToOneReceiver, AWildcardIsSharedByWhoeverSends) {
  announce(100, 100, 100);
  reserve(WF, {{load(150), {}}});
  ASSERT_EQ(rates(net, "m"), (std::vector<std::int64_t>{150})) << "less than the three together";
  const auto& [key, order] = *net.control("m").installed.begin();
  EXPECT_FALSE(key.sender);
  EXPECT_TRUE(order.filters.empty());
  EXPECT_TRUE(order.police_merge);
  EXPECT_EQ(rates(net, "ra"), (std::vector<std::int64_t>{100})) << "a's branch: no more than a sends";
  EXPECT_FALSE(net.control("ra").installed.begin()->second.police_merge);
  for (const char* host : {"a", "b", "c"}) EXPECT_EQ(net.count(host, Kind::reserved), 1);
}

TEST_F(ToOneReceiver, ASharedExplicitReservationServesTheSendersNamed) {
  announce(100, 100, 100);
  reserve(SE, {{load(150), {senders[0], senders[2]}}});
  ASSERT_EQ(rates(net, "m"), (std::vector<std::int64_t>{150}));
  auto expected = std::vector{senders[0], senders[2]};
  std::ranges::sort(expected);
  EXPECT_EQ(net.control("m").installed.begin()->second.filters, expected);
  EXPECT_EQ(rates(net, "rb"), (std::vector<std::int64_t>{}));
  EXPECT_EQ(net.count("b", Kind::reserved), 0);
  EXPECT_EQ(last(net, MessageType::resv, "ra").message.flows, (std::vector<FlowDescriptor>{{load(150), {senders[0]}}}));
}

TEST_F(ToOneReceiver, ASharedReservationGrowsWithTheSendersUpToWhatWasAsked) {
  for (const auto style : {WF, SE}) {
    net["a"].announce(session, senders[0], tspec(100), net.now());
    net.run_for(50_ms);
    reserve(style, {{load(250), style == WF ? std::vector<Sender>{} : senders}});
    EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{100}));
    net["b"].announce(session, senders[1], tspec(100), net.now());
    net.run_for(50_ms);
    EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{200}));
    net["c"].announce(session, senders[2], tspec(100), net.now());
    net.run_for(50_ms);
    EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{250}));
    net["b"].withdraw(session, senders[1], net.now());
    net.run_for(50_ms);
    EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{200}));
    EXPECT_EQ(rates(net, "rb"), (std::vector<std::int64_t>{}));
    net["a"].withdraw(session, senders[0], net.now());
    net["c"].withdraw(session, senders[2], net.now());
    net["bob"].release(session, net.now());
    net.run_for(50_ms);
    EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{}));
  }
}

TEST_F(ToOneReceiver, ASenderStruckFromTheListIsTornDownAlone) {
  announce(100, 100, 100);
  for (const auto style : {FF, SE}) {
    const auto flows_for = [&](std::vector<Sender> who) {
      if (style == SE) return std::vector<FlowDescriptor>{{load(100), who}};
      std::vector<FlowDescriptor> flows;
      for (const Sender& s : who) flows.push_back({load(100), {s}});
      return flows;
    };
    reserve(style, flows_for(senders));
    EXPECT_EQ(rates(net, "ra").size(), 1U);
    reserve(style, flows_for({senders[1], senders[2]}));
    EXPECT_EQ(rates(net, "ra").size(), 0U);
    EXPECT_EQ(rates(net, "rb").size(), 1U);
    EXPECT_EQ(rates(net, "m").size(), style == SE ? 1U : 2U);
    net["bob"].release(session, net.now());
    net.run_for(50_ms);
  }
}

TEST_F(ToOneReceiver, WithASenderThatLeavesNothingIsTornDownBehindIt) {
  announce(100, 100, 100);
  for (const auto style : {SE, FF}) {
    std::vector<FlowDescriptor> flows{{load(100), senders}};
    if (style == FF) flows = {{load(100), {senders[0]}}, {load(100), {senders[1]}}, {load(100), {senders[2]}}};
    reserve(style, flows);
    net["a"].withdraw(session, senders[0], net.now());
    net.run_for(50_ms);
    EXPECT_TRUE(net.sent_of(MessageType::resv_tear).empty());
    EXPECT_EQ(rates(net, "ra").size(), 0U);
    EXPECT_EQ(rates(net, "rb").size(), 1U);
    net["bob"].release(session, net.now());
    net["a"].announce(session, senders[0], tspec(100), net.now());
    net.run_for(50_ms);
    net.sent.clear();
  }
}

TEST_F(ToOneReceiver, AChangeOfStyleNeedsNoTeardown) {
  announce(100, 100, 100);
  net.lose = [](const RsvpNetwork::Sent& s) { return s.message.type == MessageType::resv_tear; };
  reserve(FF, {{load(100), {senders[0]}}});
  reserve(WF, {{load(120), {}}});
  EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{120}));
  EXPECT_EQ(rates(net, "rb"), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(net.count("bob", Kind::resv_error), 0);
}

TEST_F(ToOneReceiver, ATearOfAnotherStyleIsLate) {
  announce(100, 100, 100);
  reserve(SE, {{load(100), senders}});
  net["bob"].release(session, net.now());
  net.run_for(50_ms);
  const auto tear = last(net, MessageType::resv_tear, "m");
  reserve(WF, {{load(120), {}}});
  net["m"].receive(tear.raw.bytes, {0, tear.raw.source, 64}, net.now());
  net.run_for(50_ms);
  EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{120}));
}

TEST_F(ToOneReceiver, ARequestForStrangersOnlyLeavesNoTrace) {
  announce(100, 100, 100);
  reserve(SE, {{load(100), senders}});
  net["bob"].release(session, net.now());
  net.run_for(50_ms);
  rsvp::Message m = last(net, MessageType::resv, "m").message;
  m.hop->address = IpAddress::v4(0x0a00'0163);
  m.flows.front().filters = {{net.address("a"), 99}};
  net["m"].receive(rsvp::encode(m), {0, m.hop->address, 64}, net.now());
  reserve(WF, {{load(120), {}}});
  EXPECT_EQ(net.count("bob", Kind::resv_error), 0) << "no conflict of styles with it";
  EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{120}));
}

TEST_F(ToOneReceiver, AReceiverMayChangeItsStyle) {
  announce(100, 100, 100);
  reserve(FF, {{load(100), {senders[0]}}});
  reserve(WF, {{load(120), {}}});
  EXPECT_EQ(rates(net, "m"), (std::vector<std::int64_t>{120}));
  EXPECT_EQ(rates(net, "ra"), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(rates(net, "rb"), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(net.count("bob", Kind::resv_error), 0);
  net.sent.clear();
  reserve(SE, {{load(120), {senders[0]}}});
  EXPECT_EQ(last(net, MessageType::resv_tear, "m").message.style, WF);
  reserve(FF, {{load(120), {senders[0]}}});
  EXPECT_EQ(last(net, MessageType::resv_tear, "m").message.style, SE) << "even for the same senders";
}

TEST_F(ToOneReceiver, OneRefusedSenderDoesNotHurtTheOthers) {
  announce(100, 100, 100);
  net.control("rb").capacity = Rate::kbps(50);
  reserve(FF, {{load(100), {senders[0]}}, {load(100), {senders[1]}}});
  EXPECT_EQ(rates(net, "ra").size(), 1U);
  EXPECT_EQ(rates(net, "rb").size(), 0U);
  ASSERT_EQ(net.count("bob", Kind::resv_error), 1);
  EXPECT_EQ(net.notices("bob").back().flow.filters, std::vector{senders[1]});
}

// Two hosts that both send and listen, on either side of two routers that are joined twice over: wildcard requests
// could keep each other alive for ever, were it not for their scope (RFC 2205 section 3.4).
TEST(WildcardScope, RequestsDoNotFeedOnThemselves) {
  RsvpNetwork net;
  for (const char* name : {"a", "b", "c"}) net.host(name);
  for (const char* name : {"r1", "r2", "r3"}) net.router(name);
  net.link("a", "r1");
  net.link("b", "r2");
  net.link("c", "r3");
  net.link("r1", "r2");
  net.link("r2", "r3");
  net.link("r3", "r1");
  const rsvp::Session session{IpAddress::v4(0xe0010102), ip_protocol::udp, 7000};
  for (const char* name : {"a", "b", "c"}) net.join(session.destination, name);
  net.start();
  for (const char* name : {"a", "b", "c"}) {
    net[name].announce(session, {net.address(name), 1}, tspec(100), net.now());
    net.run_for(50_ms);
  }
  for (const char* name : {"a", "b", "c"}) {
    net[name].reserve(session, {WF, {{load(100), {}}}, false}, net.now());
    net.run_for(50_ms);
  }
  for (const char* router : {"r1", "r2", "r3"}) EXPECT_EQ(net.control(router).installed.size(), 3U) << router;
  for (const auto& s : net.sent_of(MessageType::resv)) EXPECT_FALSE(s.message.scope.empty());
  net.run_for(1000_s);
  for (const char* router : {"r1", "r2", "r3"}) EXPECT_EQ(net.control(router).installed.size(), 3U) << router;
  net.lose = [](const RsvpNetwork::Sent& s) { return s.message.type == MessageType::resv_tear; };
  for (const char* name : {"a", "b", "c"}) net[name].release(session, net.now());
  net.run_for(lifetime * 4);
  for (const char* router : {"r1", "r2", "r3"}) EXPECT_EQ(net.control(router).installed.size(), 0U) << router;
}

TEST(NonRsvpHop, IsNoticedAndSpoilsThePromises) {
  RsvpNetwork net;
  for (const char* name : {"alice", "bob"}) net.host(name);
  net.router("r1");
  net.plain_router("dumb");
  net.router("r2");
  net.link("alice", "r1");
  net.link("r1", "dumb");
  net.link("dumb", "r2");
  net.link("r2", "bob");
  net.start();
  const rsvp::Session session{net.address("bob"), ip_protocol::udp, 1};
  const Sender sender{net.address("alice"), 1};
  net["alice"].announce(session, sender, tspec(100), net.now());
  net.run_for(50_ms);
  ASSERT_EQ(net.count("bob", Kind::path), 1);
  const auto adspec = *net.notices("bob").front().sender.adspec;
  EXPECT_TRUE(adspec.broken);
  EXPECT_TRUE(adspec.guaranteed->broken);
  EXPECT_TRUE(adspec.controlled_load->broken);
  EXPECT_EQ(adspec.general.hops, 3U);
  net["bob"].reserve(session, {FF, {{load(100), {sender}}}, false}, net.now());
  net.run_for(50_ms);
  EXPECT_EQ(net.count("alice", Kind::reserved), 1);
  EXPECT_EQ(net.control("dumb").installed.size(), 0U);
}

}  // namespace
}  // namespace qoslab::testing
