#include "helpers/scenario/scalars.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

TEST(Scalars, QuantitiesKeepTheirUnit) {
  const auto q = *parse_quantity("891 kbit/s");
  EXPECT_EQ(q.number, 891);
  EXPECT_EQ(q.unit, "kbit/s");
  EXPECT_EQ(q.base, "bit/s");
  EXPECT_EQ(q.scale, 1000);
  EXPECT_EQ((*parse_quantity("10.013%")).number, 10.013);
  EXPECT_EQ((*parse_quantity("8.2 ms")).scale, 1e-3);
  EXPECT_EQ((*parse_quantity("4.54")).unit, "1");
}

TEST(Scalars, QuantitiesOfNoMetricAreRefused) {
  EXPECT_EQ(parse_quantity("5 apples").error(),
            "'5 apples': unknown unit 'apples'; write %, ms, s, kbit/s, Mbit/s, Mpacket/s or no unit");
  EXPECT_EQ(parse_quantity("5 h").error(),
            "'5 h': unknown unit 'h'; write %, ms, s, kbit/s, Mbit/s, Mpacket/s or no unit");
  EXPECT_FALSE(parse_quantity("-1 %"));
  EXPECT_FALSE(parse_quantity("%"));
  EXPECT_FALSE(parse_quantity(""));
  EXPECT_FALSE(parse_quantity(".nan"));
  EXPECT_FALSE(parse_quantity(".inf"));
  EXPECT_FALSE(parse_quantity("1e400"));
}

TEST(Scalars, Tolerances) {
  EXPECT_FALSE((*parse_tolerance("1.5 %")).of_it);
  EXPECT_TRUE((*parse_tolerance("3 % of it")).of_it);
  EXPECT_EQ((*parse_tolerance("3 % of it")).quantity.number, 3);
  EXPECT_EQ(parse_tolerance("3 ms of it").error(),
            "'3 ms of it': relative, but no percentage; write it as in 3 % of it");
}

TEST(Scalars, Booleans) {
  EXPECT_TRUE(*parse_boolean("true"));
  EXPECT_FALSE(*parse_boolean("false"));
  for (const auto* other : {"yes", "no", "True", "1", ""}) EXPECT_FALSE(parse_boolean(other)) << other;
}

TEST(Scalars, QueueLimits) {
  EXPECT_EQ((*parse_queue_limit("16 packets")).packets, 16);
  EXPECT_FALSE((*parse_queue_limit("16 packets")).bytes);
  EXPECT_EQ((*parse_queue_limit("64 KiB")).bytes, Bytes{65'536});
  EXPECT_EQ(parse_queue_limit("16").error(), "'16': no limit of a queue; write it as in 16 packets or 64 kB");
  EXPECT_EQ(parse_queue_limit("0 packets").error(), "'0 packets': nothing could ever wait; allow at least 1 packet");
  EXPECT_EQ(parse_queue_limit("0 B").error(), "'0 B': nothing could ever wait; allow at least 1 packet");
}

TEST(Scalars, CodePoints) {
  EXPECT_EQ(*parse_code_point("EF"), Dscp{46});
  EXPECT_EQ(*parse_code_point("AF21"), Dscp{18});
  EXPECT_EQ(parse_code_point("AF51").error(),
            "'AF51': no code point; write EF, AF11 to AF43, CS0 to CS7, BE or 0 to 63");
  EXPECT_FALSE(parse_code_point("64"));
}

TEST(Scalars, PrefixesOfBothFamilies) {
  const auto v4 = *parse_prefix("10.1.0.0/16");
  EXPECT_EQ(v4.address, IpAddress::v4(0x0a010000));
  EXPECT_EQ(v4.length, 112);
  EXPECT_EQ((*parse_prefix("10.1.2.3")).length, 128);
  EXPECT_EQ((*parse_prefix("0.0.0.0/0")).length, 96);
  const auto v6 = *parse_prefix("2001:db8::/32");
  EXPECT_EQ(v6.address.high, 0x2001'0db8'0000'0000ULL);
  EXPECT_EQ(v6.length, 32);
  EXPECT_EQ((*parse_prefix("::/0")).length, 0);
}

TEST(Scalars, PrefixesThatAreNone) {
  EXPECT_EQ(parse_prefix("10.0.0.1/8").error(),
            "'10.0.0.1/8': bits are set beyond the prefix; clear them, or lengthen the prefix");
  EXPECT_EQ(parse_prefix("10.0.0/8").error(), "'10.0.0/8': no address; write it as in 10.0.0.0/8");
  EXPECT_EQ(parse_prefix("10.0.0.0/33").error(), "'10.0.0.0/33': no such prefix length; write 0 to 32 after the /");
  EXPECT_FALSE(parse_prefix("10.0.0.0/"));
  EXPECT_FALSE(parse_prefix("2001:db8::1/32"));
  EXPECT_FALSE(parse_prefix("2001::/16x"));
}

TEST(Scalars, Ports) {
  EXPECT_EQ((*parse_port_range("5000")).first, 5000);
  EXPECT_EQ((*parse_port_range("5000")).last, 5000);
  EXPECT_EQ((*parse_port_range("0-65535")).last, 65535);
  for (const auto* bad : {"65536", "5010-5000", "5000-", "-5000", "x", ""}) EXPECT_FALSE(parse_port_range(bad)) << bad;
}

TEST(Scalars, Protocols) {
  EXPECT_EQ(*parse_protocol("udp"), 17);
  EXPECT_EQ(*parse_protocol("tcp"), 6);
  EXPECT_EQ(*parse_protocol("rsvp"), 46);
  EXPECT_EQ(*parse_protocol("icmp"), 1);
  EXPECT_EQ(*parse_protocol("255"), 255);
  EXPECT_FALSE(parse_protocol("256"));
  EXPECT_FALSE(parse_protocol("UDP"));
}

TEST(Scalars, Names) {
  EXPECT_EQ(*parse_name("r1_a-b+C"), "r1_a-b+C");
  for (const auto* bad : {"", "a.b", "a/b", "a b", "-a", "$a"}) EXPECT_FALSE(parse_name(bad)) << bad;
  EXPECT_TRUE(parse_name(std::string(64, 'a')));
  EXPECT_FALSE(parse_name(std::string(65, 'a')));
}

TEST(Scalars, WhatMessagesQuoteIsShortAndOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb"), "'a b'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
  EXPECT_EQ(in_quotes(std::string(59, 'x') + "\xc3\xa9"), "'" + std::string(59, 'x') + "...'");
}

}  // namespace
}  // namespace qoslab
