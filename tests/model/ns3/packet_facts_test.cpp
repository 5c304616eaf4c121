#include "model/ns3/packet_facts.h"

#include <gtest/gtest.h>
#include <ns3/ipv4-header.h>

namespace qoslab {
namespace {

ns3::Ptr<ns3::Packet> packet_with(std::uint8_t ttl) {
  const auto packet = ns3::Create<ns3::Packet>(100);
  ns3::Ipv4Header header;
  header.SetSource(ns3::Ipv4Address{"10.0.0.1"});
  header.SetDestination(ns3::Ipv4Address{"10.0.0.6"});
  header.SetProtocol(ip_protocol::rsvp);
  header.SetDscp(ns3::Ipv4Header::DSCP_CS6);
  header.SetTtl(ttl);
  header.SetPayloadSize(100);
  packet->AddHeader(header);
  attach(*packet, {7, Instant{} + Duration::seconds(3)});
  return packet;
}

TEST(PacketFacts, AHopTakesOneOffTheTtlAndNothingElse) {
  const auto before = packet_with(64);
  const auto after = forwarded(*before);
  ns3::Ipv4Header header;
  after->PeekHeader(header);
  EXPECT_EQ(header.GetTtl(), 63);
  EXPECT_EQ(facts_of(*after).tuple, facts_of(*before).tuple);
  EXPECT_EQ(facts_of(*after).dscp, Dscp{48});
  EXPECT_EQ(after->GetSize(), before->GetSize());
  EXPECT_EQ(ticket_of(*after)->account, 7U);
}

TEST(PacketFacts, WhoseTtlRunsOutGoesNoFurther) { EXPECT_EQ(forwarded(*packet_with(1)), nullptr); }

}  // namespace
}  // namespace qoslab
