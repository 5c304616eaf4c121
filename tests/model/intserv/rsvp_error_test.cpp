// What is refused, what cannot be read, and who is told.
#include <random>
#include <utility>

#include "tests/model/intserv/rsvp_line.h"

namespace qoslab::testing {
namespace {

TEST_F(RsvpLine, WhatDoesNotFitIsRefusedAndOnlyTheRestOfThePathIsFree) {
  net.control("r2").capacity = Rate::kbps(79);
  set_up();
  ASSERT_EQ(net.count("bob", Kind::resv_error), 1);
  const auto& error = net.notices("bob").back().error;
  EXPECT_EQ(error.code, rsvp::error_code::admission_failure);
  EXPECT_EQ(error.value, rsvp::admission_value::bandwidth);
  EXPECT_EQ(error.node, net.interfaces("r2").at(1).address);
  EXPECT_FALSE(error.in_place);
  EXPECT_FALSE(error.not_guilty);
  EXPECT_EQ(net.count("alice", Kind::reserved), 0);
  EXPECT_EQ(installed("r1"), 0U);
  EXPECT_EQ(installed("r2"), 0U);
  EXPECT_EQ(installed("r3"), 1U) << "downstream of the failure it stands (RFC 2205 section 2.5)";
}

TEST_F(RsvpLine, ARefusedReservationIsTriedAgainOnlyWithARefresh) {
  net.control("r2").capacity = Rate::kbps(79);
  set_up();
  ASSERT_EQ(net.control("r2").refusals, 1);
  net.run_for(14_s);
  EXPECT_EQ(net.control("r2").refusals, 1);
  net.control("r2").capacity = Rate::mbps(1);
  net.run_for(46_s);
  EXPECT_EQ(installed_anywhere(), 3U);
  EXPECT_EQ(net.count("alice", Kind::reserved), 1);
}

TEST_F(RsvpLine, ALargerRequestThatIsRefusedLeavesTheOldOneInPlace) {
  set_up();
  TSpec more = voice;
  more.rate = Rate::kbps(200);
  net["alice"].announce(session, sender, more, net.now());
  net.run_for(100_ms);
  net.control("r2").capacity = Rate::kbps(150);
  net["bob"].reserve(session, request(more), net.now());
  net.run_for(100_ms);
  ASSERT_EQ(net.count("bob", Kind::resv_error), 1);
  EXPECT_TRUE(net.notices("bob").back().error.in_place);
  EXPECT_EQ(net.control("r2").installed.begin()->second.flowspec.tspec.rate, Rate::kbps(80));
  net.run_for(lifetime * 3);
  EXPECT_EQ(net.control("r2").installed.begin()->second.flowspec.tspec.rate, Rate::kbps(80))
      << "and there it stays while the receiver goes on asking";
}

TEST_F(RsvpLine, AResvForWhichThereIsNoPathIsAnswered) {
  set_up();
  rsvp::Message m = last(MessageType::resv, "r2").message;
  m.session.port = 9;
  net["r2"].receive(rsvp::encode(m), {1, m.hop->address, 64}, net.now());
  net.run_for(1_ms);
  EXPECT_EQ(last(MessageType::resv_error, "r3").message.error->code, rsvp::error_code::no_path);
  m.session.port = session.port;
  m.style = ReservationStyle::wildcard_filter;
  const auto named = std::exchange(m.flows.front().filters, {});
  m.hop->handle = 0;
  net["r2"].receive(rsvp::encode(m), {1, m.hop->address, 64}, net.now());
  net.run_for(1_ms);
  EXPECT_EQ(last(MessageType::resv_error, "r1").message.error->code, rsvp::error_code::no_path)
      << "no path leads out of the interface";
  m.style = ReservationStyle::fixed_filter;
  m.hop->handle = 1;
  m.flows.front().filters = named;
  m.flows.front().filters.front().port = 7;
  net["r2"].receive(rsvp::encode(m), {1, m.hop->address, 64}, net.now());
  net.run_for(1_ms);
  EXPECT_EQ(last(MessageType::resv_error, "r3").message.error->code, rsvp::error_code::no_sender);
  EXPECT_EQ(installed("r2"), 1U);
}

TEST_F(RsvpLine, ObjectsOfTheFutureTravelOnOrComeBackAsErrors) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(10_ms);
  rsvp::Message m = last(MessageType::path, "r1").message;
  m.opaque = {{0xc1, 1, {1, 2, 3, 4}}};
  net["r1"].receive(rsvp::encode(m), {0, sender.address, 64}, net.now());
  net.run_for(10_ms);
  EXPECT_EQ(last(MessageType::path, "bob").message.opaque, m.opaque);
  m.opaque = {{0x41, 1, {1, 2, 3, 4}}};
  net["r1"].receive(rsvp::encode(m), {0, sender.address, 64}, net.now());
  net.run_for(10_ms);
  ASSERT_EQ(net.count("alice", Kind::path_error), 1);
  EXPECT_EQ(net.notices("alice").back().error.code, rsvp::error_code::unknown_class);
  EXPECT_EQ(net.notices("alice").back().error.value, 0x4101);
}

TEST_F(RsvpLine, APathErrorFindsItsWayToTheSender) {
  net["alice"].announce(session, sender, voice, net.now());
  net.run_for(10_ms);
  rsvp::Message m = last(MessageType::path, "r3").message;
  m.session.port = 0;
  net["r3"].receive(rsvp::encode(m), {0, sender.address, 62}, net.now());
  net.run_for(1_ms);
  const auto answer = last(MessageType::path_error, "r2").message;
  EXPECT_EQ(answer.error->code, rsvp::error_code::conflicting_ports);
  rsvp::Message about_ours = answer;
  about_ours.session = session;
  net["r2"].receive(rsvp::encode(about_ours), {1, net.interfaces("r3").front().address, 64}, net.now());
  net.run_for(10_ms);
  ASSERT_EQ(net.count("alice", Kind::path_error), 1);
  EXPECT_EQ(net.notices("alice").back().error.code, rsvp::error_code::conflicting_ports);
  EXPECT_EQ(net.notices("alice").back().sender.sender, sender);
}

TEST_F(RsvpLine, APortOfZeroBesideOthersOfTheSameSenderConflicts) {
  set_up();
  rsvp::Message m = last(MessageType::path, "r1").message;
  m.sender->sender.port = 0;
  net["r1"].receive(rsvp::encode(m), {0, sender.address, 64}, net.now());
  net.run_for(1_ms);
  EXPECT_EQ(last(MessageType::path_error, "alice").message.error->code, rsvp::error_code::conflicting_sender_ports);
}

TEST_F(RsvpLine, FortyThousandBrokenMessagesLeaveNothingBehind) {
  set_up();
  std::mt19937_64 dice{11};
  std::vector<std::vector<std::uint8_t>> seen;
  for (const auto& s : net.sent) seen.push_back(s.raw.bytes);
  for (int i = 0; i < 40'000; ++i) {
    auto bytes = seen[dice() % seen.size()];
    for (auto n = dice() % 4; n > 0; --n) bytes[8 + dice() % (bytes.size() - 8)] = static_cast<std::uint8_t>(dice());
    bytes[1] = static_cast<std::uint8_t>(1 + dice() % 7);
    bytes[2] = bytes[3] = 0;
    net["r2"].receive(bytes, {static_cast<int>(dice() % 2), sender.address, 62}, net.now());
    for (const auto& action : net["r2"].take_actions()) {
      const auto* out = std::get_if<RsvpTransmission>(&action);
      if (out == nullptr) continue;
      const auto decoded = rsvp::decode(out->bytes);
      ASSERT_TRUE(std::holds_alternative<rsvp::Message>(decoded)) << "what it sends can be read";
    }
  }
  net["alice"].withdraw(session, sender, net.now());
  net["bob"].release(session, net.now());
  net.kill("r1");
  net.kill("r3");
  net.run_for(Duration::seconds(86'400) * 6);  // the longest lifetime that a neighbour can ask for
  EXPECT_EQ(installed("r2"), 0U);
  EXPECT_EQ(net["r2"].deadline(), Instant::never());
}

}  // namespace
}  // namespace qoslab::testing
