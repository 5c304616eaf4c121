// One sender, several receivers: merging, confirmation, killer reservations.
#include "tests/model/intserv/rsvp_group.h"

namespace qoslab::testing {
namespace {

constexpr Duration blockade = Duration::seconds(120);

// One sender, a group behind a branching router:   alice - r1 - r2 - r3 - small
//                                                               \- r4 - big
class ToAGroup : public ::testing::Test {
 protected:
  ToAGroup() {
    for (const char* name : {"alice", "small", "big"}) net.host(name);
    for (const char* name : {"r1", "r2", "r3", "r4"}) net.router(name);
    net.link("alice", "r1");
    net.link("r1", "r2");
    net.link("r2", "r3");
    net.link("r2", "r4");
    net.link("r3", "small");
    net.link("r4", "big");
    net.join(session.destination, "small");
    net.join(session.destination, "big");
    net.start();
    sender = {net.address("alice"), 9};
    net["alice"].announce(session, sender, tspec(1000, 8000), net.now());
    net.run_for(50_ms);
  }
  void reserve(const std::string& who, std::int64_t kbps, bool confirm = false, ReservationStyle style = FF) {
    const std::vector<Sender> filters = style == WF ? std::vector<Sender>{} : std::vector{sender};
    net[who].reserve(session, {style, {{load(kbps), filters}}, confirm}, net.now());
    net.run_for(50_ms);
  }

  RsvpNetwork net;
  rsvp::Session session{IpAddress::v4(0xe0010101), ip_protocol::udp, 7000};
  Sender sender;
};

TEST_F(ToAGroup, ThePathBranches) {
  EXPECT_EQ(net.sent_of(MessageType::path).size(), 6U);
  for (const char* who : {"small", "big"}) EXPECT_EQ(net.count(who, Kind::path), 1);
}

TEST_F(ToAGroup, UpstreamOfTheBranchTheLargerRequestCounts) {
  for (const auto style : {FF, SE, WF}) {
    reserve("small", 100, false, style);
    EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100}));
    reserve("big", 800, false, style);
    EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{800}));
    EXPECT_EQ(rates(net, "r2"), (std::vector<std::int64_t>{100, 800}));
    EXPECT_EQ(rates(net, "r3"), (std::vector<std::int64_t>{100}));
    EXPECT_EQ(rates(net, "r4"), (std::vector<std::int64_t>{800}));
    const auto& branches = net.control("r2").installed;
    EXPECT_TRUE(branches.begin()->second.police_branch) << "here less than upstream passes";
    EXPECT_FALSE(branches.rbegin()->second.police_branch);
    net["big"].release(session, net.now());
    net.run_for(50_ms);
    EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100}));
    EXPECT_EQ(rates(net, "r4"), (std::vector<std::int64_t>{}));
    net["small"].release(session, net.now());
    net.run_for(50_ms);
    EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{}));
  }
}

TEST_F(ToAGroup, RequestsOfWhichNeitherIsLargerMergeToTheirUpperBound) {
  const FlowSpec fast{tspec(500, 1000), RSpec{Rate::kbps(900), 9_ms}};
  const FlowSpec bursty{tspec(200, 6000), RSpec{Rate::kbps(700), 2_ms}};
  net["small"].reserve(session, {FF, {{fast, {sender}}}, false}, net.now());
  net["big"].reserve(session, {FF, {{bursty, {sender}}}, false}, net.now());
  net.run_for(50_ms);
  const FlowSpec both{tspec(500, 6000), RSpec{Rate::kbps(900), 2_ms}};
  EXPECT_EQ(net.control("r1").installed.begin()->second.flowspec, both);
}

TEST_F(ToAGroup, ASmallerRequestIsNotPassedOn) {
  reserve("big", 800);
  net.sent.clear();
  reserve("small", 100);
  EXPECT_EQ(net.sent_of(MessageType::resv).size(), 2U) << "from small, and from r3 to r2, where it ends";
}

TEST_F(ToAGroup, AConfirmationComesFromWhereTheRequestsMeet) {
  reserve("big", 800, true);
  ASSERT_EQ(net.count("big", Kind::confirmed), 1);
  EXPECT_EQ(net.notices("big").back().error.node, net.address("alice"));
  reserve("small", 100, true);
  ASSERT_EQ(net.count("small", Kind::confirmed), 1);
  EXPECT_EQ(net.notices("small").back().error.node, net.interfaces("r2").at(1).address);
}

TEST_F(ToAGroup, AKillerReservationDoesNotTakeTheSmallOneWithIt) {
  net.control("r1").capacity = Rate::kbps(500);
  reserve("small", 100);
  reserve("big", 800);
  EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100})) << "the small one stands";
  ASSERT_EQ(net.count("big", Kind::resv_error), 1);
  EXPECT_TRUE(net.notices("big").back().error.in_place);
  EXPECT_FALSE(net.notices("big").back().error.not_guilty);
  EXPECT_EQ(net.count("small", Kind::resv_error), 0) << "nobody troubles the small one";
  const int refusals = net.control("r1").refusals;
  net.run_for(blockade - 100_ms);
  EXPECT_EQ(net.control("r1").refusals, refusals) << "blockaded";
  net.run_for(200_ms);
  EXPECT_EQ(net.control("r1").refusals, refusals + 1) << "tried again when the blockade ends";
  net.run_for(lifetime * 4);
  EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100}));
}

TEST_F(ToAGroup, ASmallRequestThatComesAfterTheKillerIsServed) {
  net.control("r1").capacity = Rate::kbps(500);
  reserve("big", 800);
  EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{}));
  reserve("small", 100);
  EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(net.count("small", Kind::resv_error), 0);
}

TEST_F(ToAGroup, TheInnocentLearnThatTheyAreWhenTheirReservationIsGoneToo) {
  reserve("small", 100);
  reserve("big", 800);
  net.control("r1").capacity = Rate::kbps(500);
  rsvp::Message error = last(net, MessageType::resv, "r1").message;
  error.type = MessageType::resv_error;
  error.refresh.reset();
  error.hop = rsvp::Hop{net.interfaces("r1").at(1).address, 1};
  error.error = rsvp::Error{.node = error.hop->address, .code = rsvp::error_code::admission_failure, .value = 2};
  net["r2"].receive(rsvp::encode(error), {0, error.hop->address, 64}, net.now());
  net.run_for(50_ms);
  ASSERT_EQ(net.count("small", Kind::resv_error), 1);
  EXPECT_TRUE(net.notices("small").back().error.not_guilty);
  ASSERT_EQ(net.count("big", Kind::resv_error), 1);
  EXPECT_FALSE(net.notices("big").back().error.not_guilty);
  EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100}));
}

TEST_F(ToAGroup, StylesDoNotMix) {
  reserve("small", 100, false, FF);
  reserve("big", 100, false, WF);
  ASSERT_EQ(net.count("big", Kind::resv_error), 1);
  EXPECT_EQ(net.notices("big").back().error.code, rsvp::error_code::conflicting_style);
  EXPECT_EQ(rates(net, "r1"), (std::vector<std::int64_t>{100}));
}

TEST_F(ToAGroup, ServicesDoNotMix) {
  reserve("small", 100);
  FlowSpec guaranteed = load(100);
  guaranteed.guaranteed = RSpec{Rate::kbps(100), {}};
  net["big"].reserve(session, {FF, {{guaranteed, {sender}}}, false}, net.now());
  net.run_for(50_ms);
  ASSERT_EQ(net.count("big", Kind::resv_error), 1);
  EXPECT_EQ(net.notices("big").back().error.code, rsvp::error_code::traffic_control);
  EXPECT_EQ(net.notices("big").back().error.value, rsvp::traffic_control_value::service_conflict);
}

// Two senders behind routers of their own, two receivers:   one - p1 \.     / small
//                                                           two - p2 - m - big
TEST(BlockadeOfOneHop, LeavesTheRequestToAnotherHopAlone) {
  RsvpNetwork net;
  for (const char* name : {"one", "two", "small", "big"}) net.host(name);
  for (const char* name : {"p1", "p2", "m"}) net.router(name);
  for (const auto& [a, b] :
       {std::pair{"one", "p1"}, {"two", "p2"}, {"p1", "m"}, {"p2", "m"}, {"m", "small"}, {"m", "big"}}) {
    net.link(a, b);
  }
  const rsvp::Session session{IpAddress::v4(0xe0010104), ip_protocol::udp, 7000};
  for (const char* name : {"small", "big"}) net.join(session.destination, name);
  net.start();
  net.control("p1").capacity = Rate::kbps(500);
  for (const char* name : {"one", "two"}) {
    net[name].announce(session, {net.address(name), 1}, tspec(1000), net.now());
  }
  net.run_for(50_ms);
  for (const auto& [name, kbps] : {std::pair{"small", 100}, {"big", 800}}) {
    net[name].reserve(session, {WF, {{load(kbps), {}}}, false}, net.now());
    net.run_for(50_ms);
  }
  EXPECT_EQ(rates(net, "p1"), (std::vector<std::int64_t>{100}));
  EXPECT_EQ(rates(net, "p2"), (std::vector<std::int64_t>{800}));
}

// Both hosts send and listen: a's request goes one way, b's the other.
TEST(RsvpErrors, DoNotGoBackToWhereTheyCameFrom) {
  RsvpNetwork net;
  for (const char* name : {"a", "b"}) net.host(name);
  for (const char* name : {"r1", "r2"}) net.router(name);
  net.link("r1", "r2");
  net.link("a", "r1");
  net.link("b", "r2");
  const rsvp::Session session{IpAddress::v4(0xe0010105), ip_protocol::udp, 7000};
  for (const char* name : {"a", "b"}) net.join(session.destination, name);
  net.start();
  for (const char* name : {"a", "b"}) net[name].announce(session, {net.address(name), 1}, tspec(100), net.now());
  net.run_for(50_ms);
  net["a"].reserve(session, {WF, {{load(100), {}}}, false}, net.now());
  net.run_for(50_ms);
  net.control("r1").capacity = Rate::kbps(50);
  net["b"].reserve(session, {WF, {{load(100), {}}}, false}, net.now());
  net.run_for(50_ms);
  EXPECT_EQ(net.count("b", Kind::resv_error), 1);
  EXPECT_EQ(net.count("a", Kind::resv_error), 0);
}

}  // namespace
}  // namespace qoslab::testing
