// A sender, three routers in a line, a receiver.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/model/intserv/rsvp_network.h"

namespace qoslab::testing {

using namespace literals;
using Kind = RsvpNotice::Kind;
using rsvp::MessageType;

/// (K + 0.5) x 1.5 x R with K = 3 and R = 30 s.
inline constexpr Duration lifetime = Duration::milliseconds(157'500);

inline const TSpec voice{Rate::kbps(80), Bytes{400}, Rate::mbps(10), Bytes{60}, Bytes{200}};

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
  std::size_t installed_anywhere() { return installed("r1") + installed("r2") + installed("r3"); }
  /// The last message of the type that arrived at `to`.
  RsvpNetwork::Sent last(MessageType type, const std::string& to) {
    RsvpNetwork::Sent found;
    for (const auto& s : net.sent_of(type)) {
      if (s.to == to) found = s;
    }
    return found;
  }
  void lose_between(const std::string& from, const std::string& to) {
    net.lose = [from, to](const RsvpNetwork::Sent& s) { return s.from == from && s.to == to; };
  }

  RsvpNetwork net;
  rsvp::Session session;
  rsvp::Sender sender;
};

}  // namespace qoslab::testing
