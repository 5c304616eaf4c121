// The merging rules on states made by hand.
#include <gtest/gtest.h>

#include "model/intserv/rsvp_merging.h"
#include "tests/model/intserv/rsvp_group.h"

namespace qoslab::rsvp {
namespace {

using namespace qoslab::testing;

/// Two next hops ask for 300 and 400 kbit/s of one sender, of whom 400 was asked upstream.
class WantedUpstream : public ::testing::Test {
 protected:
  WantedUpstream() {
    PathState path;
    path.sender = {sender, tspec(1000), std::nullopt};
    path.previous = hop.hop;
    path.incoming = hop.interface;
    path.routes.out = {{1, {}}, {2, {}}};
    state.paths[sender] = path;
    for (const int interface : {1, 2}) {
      Reservation r;
      r.flow = {load(200 + 100 * interface), {sender}};
      state.reservations[{interface, IpAddress::v4(7), sender}] = r;
    }
    state.forwarded[hop].request.flows = {{load(400), {sender}}};
  }
  Rate asked(Occasion occasion) const {
    return wanted_upstream(session, state, hop, occasion)->flows.front().flowspec->tspec.rate;
  }
  void blockade(std::int64_t kbps) { state.blockades[{hop.hop, sender}] = {load(kbps), Instant::never()}; }

  const Session session{IpAddress::v4(0xe0000001), 17, 1};
  const Sender sender{IpAddress::v4(1), 1};
  const PreviousHop hop{0, {IpAddress::v4(2), 3}};
  SessionState state;
};

TEST_F(WantedUpstream, IsTheLargest) { EXPECT_EQ(asked(Occasion::change), Rate::kbps(400)); }

TEST_F(WantedUpstream, LeavesOutWhatIsNotStrictlySmallerThanTheBlockade) {
  blockade(401);
  EXPECT_EQ(asked(Occasion::change), Rate::kbps(400));
  blockade(400);
  EXPECT_EQ(asked(Occasion::change), Rate::kbps(300));
  blockade(301);
  EXPECT_EQ(asked(Occasion::error), Rate::kbps(300));
}

TEST_F(WantedUpstream, TriesTheLowerBoundWhenAllAreBlockadedButNotRightAfterTheError) {
  blockade(200);
  EXPECT_EQ(asked(Occasion::change), Rate::kbps(300));
  EXPECT_EQ(asked(Occasion::error), Rate::kbps(400)) << "as before: nothing is sent";
}

TEST_F(WantedUpstream, IsNothingForSendersThatNobodyAsksFor) {
  state.reservations.clear();
  EXPECT_FALSE(wanted_upstream(session, state, hop, Occasion::change));
  EXPECT_TRUE(wanted_orders(session, state).empty());
}

TEST_F(WantedUpstream, WhatMayNotBeMergedIsUnited) {
  int n = 0;
  for (auto& [id, r] : state.reservations) {
    r.opaque = {{0xc5, 1, {1, 1, 1, 1}}, {0xc6, 1, std::vector<std::uint8_t>(4, static_cast<std::uint8_t>(n++))}};
  }
  EXPECT_EQ(wanted_upstream(session, state, hop, Occasion::change)->opaque.size(), 3U);
}

}  // namespace
}  // namespace qoslab::rsvp
