#include "model/emulation/probe.h"

#include <gtest/gtest.h>

#include "model/emulation/flow_meter.h"
#include "model/packet/frame.h"
#include "tests/model/packet/frames.h"

namespace qoslab::emulation {
namespace {

using namespace literals;

ProbeHeader header_of() {
  ProbeHeader header{{2, 0, 0, 0, 0, 9}, {2, 0, 0, 0, 0, 8}, {}, Dscp{46}};
  header.tuple = {IpAddress::v4(0x0a000001), IpAddress::v4(0x0a000002), 20'000, 5'000, ip_protocol::udp};
  return header;
}

TEST(Probe, ComesBackAsItWasWritten) {
  std::vector<std::uint8_t> frame;
  write_probe(header_of(), {7, 3, 1ULL << 40, 123'456'789'012'345}, Bytes{500}, frame);
  EXPECT_EQ(frame.size(), 514U);
  const auto probe = read_probe(frame);
  ASSERT_TRUE(probe);
  EXPECT_EQ(probe->run, 7U);
  EXPECT_EQ(probe->flow, 3U);
  EXPECT_EQ(probe->number, 1ULL << 40);
  EXPECT_EQ(probe->sent_ps, 123'456'789'012'345U);
  FrameFacts facts;
  EXPECT_EQ(read_frame(frame, facts), std::nullopt) << "its checksum is right";
  EXPECT_EQ(facts.packet.dscp, Dscp{46});
  EXPECT_EQ(facts.packet.tuple.destination_port, 5'000);
  EXPECT_EQ(facts.packet.ip_size, Bytes{500});
}

TEST(Probe, AShortOneIsLengthenedToWhatItCarries) {
  std::vector<std::uint8_t> frame;
  write_probe(header_of(), {}, Bytes{29}, frame);
  EXPECT_EQ(frame.size(), 14U + 56U);
  EXPECT_TRUE(read_probe(frame));
}

TEST(Probe, IsReadBehindTags) {
  std::vector<std::uint8_t> frame;
  write_probe(header_of(), {1, 2, 3, 4}, Bytes{100}, frame);
  const std::uint8_t tag[] = {0x81, 0x00, 0x00, 0x05};
  frame.insert(frame.begin() + 12, std::begin(tag), std::end(tag));
  EXPECT_EQ(read_probe(frame).value().number, 3U);
}

TEST(Probe, OthersAreNone) {
  EXPECT_FALSE(read_probe(udp_frame(0, 100).bytes()));
  EXPECT_FALSE(read_probe(std::vector<std::uint8_t>{1, 2, 3}));
  std::vector<std::uint8_t> frame;
  write_probe(header_of(), {}, Bytes{100}, frame);
  frame.resize(40);
  EXPECT_FALSE(read_probe(frame));
}

std::vector<std::uint8_t> question(std::uint32_t address) {
  auto frame = FrameBytes{}.u16(0x0806).u16(1).u16(0x0800).octets({6, 4}).u16(1);
  frame.octets({2, 0, 0, 0, 0, 1, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0});
  frame.u16(address >> 16).u16(address & 0xffff);
  return frame.bytes();
}

TEST(ArpAnswer, OfOurAddressesOnly) {
  const std::vector<IpAddress> ours{IpAddress::v4(0x0a000002)};
  EXPECT_FALSE(arp_answer(question(0x0a000003), {}, ours));
  EXPECT_FALSE(arp_answer(udp_frame().bytes(), {}, ours));
  const MacAddress own{2, 0, 0, 0, 0, 7};
  const auto answer = arp_answer(question(0x0a000002), own, ours);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->size(), 60U);
  const auto at = [&](std::size_t first, std::size_t count) {
    return std::vector<int>(answer->begin() + static_cast<long>(first),
                            answer->begin() + static_cast<long>(first + count));
  };
  EXPECT_EQ(at(0, 6), (std::vector<int>{2, 0, 0, 0, 0, 1})) << "to who asked";
  EXPECT_EQ(at(6, 6), (std::vector<int>{2, 0, 0, 0, 0, 7}));
  EXPECT_EQ(at(20, 2), (std::vector<int>{0, 2})) << "a reply";
  EXPECT_EQ(at(22, 10), (std::vector<int>{2, 0, 0, 0, 0, 7, 10, 0, 0, 2}));
  EXPECT_EQ(at(32, 10), (std::vector<int>{2, 0, 0, 0, 0, 1, 10, 0, 0, 1}));
}

class FlowMeterTest : public testing::Test {
 protected:
  FlowMeterTest() {
    for (int i = 0; i < 5; ++i) meter.sent(Instant{} + i * 1_ms, Bytes{100});
  }
  void arrive(std::uint64_t number) {
    meter.arrived({0, 0, number, number * 1'000'000'000}, Instant{} + static_cast<std::int64_t>(number) * 1_ms + 7_us);
  }
  FlowMeter meter{"call", "EF", Bytes{40}, Instant{} + 1_ms};
};

TEST_F(FlowMeterTest, CountsLossDuplicatesAndReorderingApart) {
  for (const auto number : {0U, 2U, 1U, 2U, 4U}) arrive(number);
  const auto results = meter.results();
  EXPECT_EQ(results.sent.packets, 5);
  EXPECT_EQ(results.delivered.packets, 4);
  EXPECT_EQ(results.drops.at("outside: lost").packets, 1);
  EXPECT_EQ(meter.duplicates(), 1);
  EXPECT_EQ(meter.reordered(), 1);
}

TEST_F(FlowMeterTest, WarmUpIsInTheBooksOnly) {
  for (const auto number : {0U, 1U}) arrive(number);
  const auto results = meter.results();
  EXPECT_EQ(results.offered.packets, 4);
  EXPECT_EQ(results.carried.packets, 1);
  EXPECT_EQ(results.delivered.packets, 2);
  ASSERT_EQ(results.delays.size(), 1U);
  EXPECT_EQ(results.delays[0].delay, 7_us);
  EXPECT_EQ(results.payload, Bytes{60});
}

TEST_F(FlowMeterTest, StrangeNumbersAreIgnored) {
  arrive(99);
  EXPECT_EQ(meter.results().delivered.packets, 0);
}

}  // namespace
}  // namespace qoslab::emulation
