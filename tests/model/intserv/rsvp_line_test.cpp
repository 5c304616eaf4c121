// A sender, three routers in a line, a receiver.
#include <gtest/gtest.h>

#include "tests/model/intserv/rsvp_network.h"

namespace qoslab::testing {
namespace {

using namespace literals;
using Kind = RsvpNotice::Kind;
using rsvp::MessageType;

const TSpec voice{Rate::kbps(80), Bytes{400}, Rate::mbps(10), Bytes{60}, Bytes{200}};

class RsvpLine : public ::testing::Test {
 protected:
  RsvpLine() {
    for (const char* name : {"alice", "bob"}) net.host(name);
    for (const char* name : {"r1", "r2", "r3"}) net.router(name);
    net.link("alice", "r1");
    net.link("r1", "r2");
    net.link("r2", "r3");
    net.link("r3", "bob");
    net.start();
    session = {net.address("bob"), ip_protocol::udp, 5004};
    sender = {net.address("alice"), 5004};
  }

  RsvpNode::Request request(TSpec tspec = voice) const {
    return {ReservationStyle::fixed_filter, {{FlowSpec{tspec, std::nullopt}, {sender}}}, false};
  }
  void set_up() {
    net["alice"].announce(session, sender, voice, net.now());
    net.run_for(100_ms);
    net["bob"].reserve(session, request(), net.now());
    net.run_for(100_ms);
  }
  std::size_t installed(const std::string& router) { return net.control(router).installed.size(); }

  RsvpNetwork net;
  rsvp::Session session;
  rsvp::Sender sender;
};

TEST_F(RsvpLine, APathReachesTheReceiverHopByHop) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(100_ms);
  ASSERT_EQ(net.count("bob", Kind::path), 1);
  const RsvpNotice& path = net.notices("bob").front();
  EXPECT_EQ(path.sender.sender, sender);
  EXPECT_EQ(path.sender.tspec, voice);
  ASSERT_EQ(net.sent_of(MessageType::path).size(), 4U);
  for (const auto& s : net.sent_of(MessageType::path)) {
    EXPECT_TRUE(s.raw.router_alert);
    EXPECT_EQ(s.raw.destination, session.destination);
    EXPECT_EQ(s.raw.source, sender.address);
    EXPECT_EQ(s.message.send_ttl, s.raw.ttl);
  }
}

TEST_F(RsvpLine, AReservationIsInstalledInEveryRouterAndTheSenderIsTold) {
  set_up();
  for (const char* r : {"r1", "r2", "r3"}) {
    ASSERT_EQ(installed(r), 1U) << r;
    const auto& [key, order] = *net.control(r).installed.begin();
    EXPECT_EQ(order.flowspec.tspec, voice);
    EXPECT_EQ(order.filters, std::vector{sender});
  }
  EXPECT_EQ(net.count("alice", Kind::reserved), 1);
  EXPECT_EQ(net.sent_of(MessageType::resv).size(), 4U);
}

}  // namespace
}  // namespace qoslab::testing
