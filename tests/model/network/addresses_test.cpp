#include "model/network/addresses.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

std::vector<LinkSpec> links() {
  LinkSpec first;
  first.a = "h";
  first.b = "r";
  LinkSpec second;
  second.a = "g";
  second.b = "h";
  return {first, second};
}

TEST(Addresses, EveryLinkIsANetworkOfTwo) {
  EXPECT_EQ(interface_address(0, false), IpAddress::v4(0x0a000001));
  EXPECT_EQ(interface_address(0, true), IpAddress::v4(0x0a000002));
  EXPECT_EQ(interface_address(64, false), IpAddress::v4(0x0a000101));
  EXPECT_EQ(link_network(64).address, IpAddress::v4(0x0a000100));
  EXPECT_EQ(link_network(64).length, 126);
}

TEST(Addresses, ANodeIsKnownByItsFirstLink) {
  EXPECT_EQ(node_address("h", links()), IpAddress::v4(0x0a000001));
  EXPECT_EQ(node_address("r", links()), IpAddress::v4(0x0a000002));
  EXPECT_EQ(node_address("g", links()), IpAddress::v4(0x0a000005));
  EXPECT_FALSE(node_address("lost", links()));
}

TEST(Addresses, PortsCountTheFlows) {
  FlowSpecification flow;
  flow.from = "h";
  flow.to = "g";
  const auto tuple = flow_tuple(3, flow, links());
  EXPECT_EQ(tuple.source, IpAddress::v4(0x0a000001));
  EXPECT_EQ(tuple.destination, IpAddress::v4(0x0a000005));
  EXPECT_EQ(tuple.source_port, 20006);
  EXPECT_EQ(tuple.destination_port, 5006);
  EXPECT_EQ(tuple.protocol, ip_protocol::udp);
}

TEST(Addresses, FilesAndTransactionsAreTcp) {
  FlowSpecification flow;
  flow.from = "h";
  flow.to = "g";
  flow.traffic = FileTraffic{};
  EXPECT_EQ(flow_tuple(0, flow, links()).protocol, ip_protocol::tcp);
  flow.traffic = TransactionTraffic{};
  EXPECT_EQ(flow_tuple(0, flow, links()).protocol, ip_protocol::tcp);
}

TEST(Addresses, ANamedPortJoinsASession) {
  FlowSpecification flow;
  flow.from = "h";
  flow.to = "g";
  flow.port = 6000;
  EXPECT_EQ(flow_tuple(9, flow, links()).destination_port, 6000);
}

}  // namespace
}  // namespace qoslab
