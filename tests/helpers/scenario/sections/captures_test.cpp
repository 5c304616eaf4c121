// Captures as traffic: what of them a group can send, and what is said of the rest.
#include "helpers/scenario/sections/captures.h"

#include <fstream>

#include "tests/helpers/scenario/gateways.h"
#include "tests/helpers/traffic_trace/capture_bytes.h"
#include "tests/own_folder.h"

namespace qoslab {
namespace {

using test::GatewayText;

/// A file with four packets, of which one is ARP and one IPv6.
std::string own_file(const std::string& name) {
  static const test::OwnFolder own;
  return own.path() / name;
}

std::string office(std::uint64_t largest = 600) {
  PcapFile file;
  file.header()
      .packet(1, 0, 100, ethernet(type(0x0800), ipv4(46)))
      .packet(1, 10, 60, ethernet(type(0x0806), std::string(28, 0)))
      .packet(1, 20, 300, ethernet(type(0x86dd), ipv6(0)))
      .packet(1, 30, largest, ethernet(type(0x0800), ipv4(0)));
  const auto path = own_file("office_" + std::to_string(largest) + ".pcap");
  std::ofstream{path, std::ios::binary} << file.out.bytes();
  return path;
}

GatewayText replaying(const std::string& path, const std::string& more = "") {
  GatewayText text;
  text.traffic = "direction: both, trace: @@" + path + more;
  return text;
}

TEST(ReadCaptures, AGroupSendsWhatItHasAddressesFor) {
  auto text = replaying(office(), ", repeat: true, rate: 5 Mbit/s line");
  test::expect_complaints(
      text.yaml(), {"note: " + office() + ": 1 of 3 packets are left out, group 'all' has no IPv6; the others are sent",
                    "note: " + office() + ": 3 packets in 0.000030 s; 1 not IP; the others are sent"});
  const auto one = test::read_legal(test::marked(text.yaml()).text).gateways.groups[0].traffic;
  ASSERT_EQ(one.size(), 2U);
  EXPECT_EQ(one[0].captured->packets.size(), 2U);
  EXPECT_TRUE(one[0].repeat);
  EXPECT_EQ(one[0].captured, one[1].captured) << "both directions";

  text.group = "ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/40\", each: 64}";
  const auto both = test::read_legal(test::marked(text.yaml()).text).gateways.groups[0].traffic;
  EXPECT_EQ(both[0].captured->packets.size(), 3U);
}

TEST(ReadCaptures, WhatCannotBeSentIsAnError) {
  const auto path = own_file("no_capture.pcap");
  std::ofstream{path} << "version: 1\n";
  auto text = replaying(path);
  text.traffic.erase(text.traffic.find('@'), 1);
  const auto lines = test::printed(read_scenario_text(test::marked(text.yaml()).text, "test").diagnostics);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], ::testing::HasSubstr("error: " + path + ": "));
  EXPECT_THAT(lines[0], ::testing::StartsWith("test:" + test::marked(text.yaml()).places[0] + ": "));

  auto large = replaying(office(9210));
  large.group += ", vlans: {outer: 1, inner: 1-99}";
  const auto line = test::printed(read_scenario_text(test::marked(large.yaml()).text, "test").diagnostics);
  EXPECT_THAT(line, ::testing::Contains(::testing::HasSubstr(
                        "holds a frame of 9222 B, with the group's tags; at most 9 KiB; capture where")));
}

TEST(ReadCaptures, OnlyACaptureIsRepeated) {
  GatewayText text;
  text.traffic += ", repeat: @true";
  test::expect_complaints(text.yaml(),
                          {"error: 'repeat' without a trace: what has no end is not repeated; remove the key"});
}

}  // namespace
}  // namespace qoslab
