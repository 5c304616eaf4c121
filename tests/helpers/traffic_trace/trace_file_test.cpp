// A capture becomes a trace: what is sound is read, the rest is counted.
#include "helpers/traffic_trace/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/helpers/traffic_trace/capture_bytes.h"
#include "tests/own_folder.h"

namespace qoslab {
namespace {

using namespace literals;
using testing::HasSubstr;

Parsed<Trace> read(const std::string& bytes) {
  std::istringstream stream{bytes};
  return read_trace(stream, "a.pcap");
}

std::string frame(int dscp = 0) { return ethernet(type(0x0800), ipv4(dscp)); }

std::int64_t faults(const Trace& trace) {
  std::int64_t sum = 0;
  for (const auto count : trace.faults) sum += count;
  return sum;
}

TEST(TraceFile, ReadsBothByteOrdersAndBothUnitsOfTime) {
  for (const bool big_endian : {false, true})
    for (const bool nanoseconds : {false, true}) {
      PcapFile file{.big_endian = big_endian, .nanoseconds = nanoseconds};
      file.header().packet(1'700'000'000, 999'999, 600, frame(46)).packet(1'700'000'001, 5, 60, frame(0));
      const auto trace = read(file.out.bytes());
      ASSERT_TRUE(trace) << trace.error();
      const auto& packets = (*trace).packets;
      ASSERT_EQ(packets.size(), 2U);
      EXPECT_EQ(faults(*trace), 0);
      EXPECT_EQ(packets[0].at, Duration{});
      EXPECT_EQ(packets[1].at, nanoseconds ? 1_s - 999'994_ns : 6_us);
      EXPECT_EQ(packets[0].frame, 604);
      EXPECT_EQ(packets[1].frame, 64);
      EXPECT_EQ(packets[0].dscp.value, 46);
      EXPECT_FALSE(packets[0].ipv6);
    }
}

TEST(TraceFile, LooksThroughTagsAndPppoe) {
  PcapFile file;
  const std::string q_in_q = type(0x88a8) + type(7) + type(0x8100) + type(8);
  const std::string session = type(0x8864) + std::string{"\x11\x00\x00\x01\x00\x2a", 6};
  file.header()
      .packet(0, 0, 508, ethernet(q_in_q + type(0x0800), ipv4(10)))
      .packet(0, 1, 516, ethernet(q_in_q + session + type(0x0057), ipv6(46)))
      .packet(0, 2, 1514, ethernet(type(0x86dd), ipv6(63)));
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  const auto& packets = (*trace).packets;
  ASSERT_EQ(packets.size(), 3U);
  for (const std::size_t i : {0U, 1U}) EXPECT_EQ(packets[i].frame, 504);
  EXPECT_EQ(packets[0].dscp.value, 10);
  EXPECT_EQ(packets[1].dscp.value, 46);
  EXPECT_EQ(packets[2].dscp.value, 63);
  EXPECT_EQ((std::vector<bool>{packets[0].ipv6, packets[1].ipv6, packets[2].ipv6}),
            (std::vector<bool>{false, true, true}));
}

TEST(TraceFile, AShortenedPacketKeepsItsLengthOnTheWire) {
  PcapFile file;
  file.header().packet(0, 0, 1514, frame(12).substr(0, 16));
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  EXPECT_EQ((*trace).packets[0].frame, 1518);
  EXPECT_EQ((*trace).packets[0].dscp.value, 12);
}

TEST(TraceFile, ACapturedCheckSequenceIsNotCountedTwice) {
  PcapFile file{.link = 0x2400'0001};  // two 16-bit words
  file.header().packet(0, 0, 604, frame());
  EXPECT_EQ((*read(file.out.bytes())).packets[0].frame, 604);
}

TEST(TraceFile, CountsWhatCannotBeSent) {
  PcapFile file;
  file.header()
      .packet(0, 0, 60, frame())
      .packet(0, 1, 60, ethernet(type(0x0806), "arp"))
      .packet(0, 2, 60, ethernet(type(0x8864), std::string{"\x11\x00\x00\x01\x00\x2a\xc0\x21", 8}))  // LCP
      .packet(0, 3, 13, std::string(13, 'x'))
      .packet(0, 4, 60, frame().substr(0, 15))
      .packet(0, 5, 60, ethernet(type(0x0800), ipv6(0)))
      .packet(0, 6, 60, ethernet(type(0x8100) + type(1), ""))
      .packet(0, 7, 20, frame())  // shorter on the wire than captured
      .packet(0, 8, 65'100, frame());
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  EXPECT_EQ((*trace).packets.size(), 1U);
  EXPECT_EQ((*trace)[TraceFault::not_ip], 2);
  EXPECT_EQ((*trace)[TraceFault::no_header], 5);
  EXPECT_EQ((*trace)[TraceFault::giant], 1);
  EXPECT_EQ(faults(*trace), 8);
  EXPECT_EQ(summary(*trace), "1 packet in 0.000000 s; 2 not IP; 5 without a sound IP header; 1 too large for a frame");
}

TEST(TraceFile, TimesNeverGoBack) {
  PcapFile file;
  file.header();
  for (const auto& [s, us] : std::vector<std::pair<unsigned, unsigned>>{
           {100, 0}, {100, 500}, {100, 400}, {100, 600}, {50, 0}, {50, 100}, {90'000, 0}, {90'000, 50}})
    file.packet(s, us, 60, frame());
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  std::vector<Duration> times;
  for (const auto& packet : (*trace).packets) times.push_back(packet.at);
  EXPECT_EQ(times, (std::vector{0_us, 500_us, 500_us, 600_us, 600_us, 700_us, 700_us, 750_us}));
  EXPECT_EQ((*trace)[TraceFault::earlier], 1);
  EXPECT_EQ((*trace)[TraceFault::step], 2);
}

TEST(TraceFile, NothingIsReadBeyondTheLongestTime) {
  PcapFile file;
  file.header();
  for (unsigned i = 0; i < 2'000; ++i) file.packet(3'000 * i, 0, 60, frame());
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  EXPECT_EQ((*trace).packets.back().at, 3'000_s * 864);
  EXPECT_EQ((*trace)[TraceFault::beyond], 2'000 - 865);
}

TEST(TraceFile, AFileThatEndsEarlyGivesItsWholePackets) {
  PcapFile file;
  file.header();
  for (unsigned i = 0; i < 3; ++i) file.packet(0, i, 60, frame());
  const std::string whole = file.out.bytes();
  const std::size_t record = (whole.size() - 24) / 3;
  for (std::size_t size = 24 + record; size <= whole.size(); ++size) {
    const auto trace = read(whole.substr(0, size));
    ASSERT_TRUE(trace) << trace.error();
    EXPECT_EQ((*trace).packets.size(), (size - 24) / record);
    EXPECT_EQ((*trace)[TraceFault::cut_off], (size - 24) % record == 0 ? 0 : 1);
  }
}

TEST(TraceFile, StopsAtALengthThatCannotBeTrue) {
  PcapFile file;
  file.header().packet(0, 0, 60, frame());
  file.out.u32(0).u32(1).u32(0xffff'fff0).u32(60);
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  EXPECT_EQ((*trace).packets.size(), 1U);
  EXPECT_EQ((*trace)[TraceFault::unreadable], 1);
}

TEST(TraceFile, ReadsPcapngWithItsInterfacesAndClocks) {
  for (const bool big_endian : {false, true}) {
    PcapngFile file{.big_endian = big_endian};
    const auto option = [&](unsigned code, unsigned value) {
      return file.body().u16(code).u16(1).u8(value).raw(std::string(3, 0)).bytes();
    };
    file.section()
        .interface(1)
        .interface(1, option(9, 9) + file.body().u16(14).u16(8).u64(1'000).bytes() + option(13, 32))
        .interface(1, option(9, 0x80 | 10))
        .interface(113)
        .interface(1, option(9, 0x80 | 70))
        .packet(0, 1'001'000'000, 596, frame(1))
        .packet(1, 1'500'000'000, 600, frame(2))
        .block(5, "statistics")
        .packet(2, 1'002 * 1'024 + 1, 596, frame(3))
        .packet(3, 0, 60, "cooked")
        .packet(4, 0, 60, frame())
        .block(3, file.body().u32(60).raw(frame()).bytes());
    const auto trace = read(file.out.bytes());
    ASSERT_TRUE(trace) << trace.error();
    const auto& packets = (*trace).packets;
    ASSERT_EQ(packets.size(), 3U);
    EXPECT_EQ(packets[1].at, 500_ms);
    EXPECT_EQ(packets[2].at, 1_s + Duration::picoseconds(1'000'000'000'000 / 1'024));
    for (std::uint8_t i = 0; i < 3; ++i) {
      EXPECT_EQ(packets[i].frame, 600);
      EXPECT_EQ(packets[i].dscp.value, i + 1);
    }
    EXPECT_EQ((*trace)[TraceFault::other_link], 1);
    EXPECT_EQ((*trace)[TraceFault::no_time], 2);
    EXPECT_EQ(faults(*trace), 3);
  }
}

TEST(TraceFile, APcapngSectionMayChangeTheByteOrder) {
  PcapngFile first{.big_endian = false};
  first.section().interface(1).packet(0, 10, 60, frame());
  PcapngFile second{.big_endian = true};
  second.section().interface(1).packet(0, 30, 60, frame());
  const auto trace = read(first.out.bytes() + second.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  ASSERT_EQ((*trace).packets.size(), 2U);
  EXPECT_EQ((*trace).packets[1].at, 20_us);
}

TEST(TraceFile, APacketOfAnInterfaceThatIsNotDescribedEndsTheReading) {
  PcapngFile file;
  file.section().interface(1).packet(0, 0, 60, frame()).packet(1, 0, 60, frame()).packet(0, 0, 60, frame());
  const auto trace = read(file.out.bytes());
  ASSERT_TRUE(trace) << trace.error();
  EXPECT_EQ((*trace).packets.size(), 1U);
  EXPECT_EQ((*trace)[TraceFault::unreadable], 1);
}

TEST(TraceFile, AFileWithoutAPacketToSendIsAnError) {
  EXPECT_THAT(read("").error(), HasSubstr("a.pcap: the file is empty"));
  EXPECT_THAT(read("scenario: 1\nname: x\n").error(), HasSubstr("neither pcap nor pcapng"));
  EXPECT_THAT(read("\xd4\xc3").error(), HasSubstr("neither pcap nor pcapng"));
  EXPECT_THAT(read(PcapFile{}.header().out.bytes().substr(0, 23)).error(), HasSubstr("ends within its header"));
  EXPECT_THAT(read(PcapFile{.link = 113}.header().out.bytes()).error(), HasSubstr("link type 113; only Ethernet (1)"));
  EXPECT_THAT(read(PcapFile{}.header().out.bytes()).error(), HasSubstr("no packet that can be replayed: 0 packets"));
  EXPECT_THAT(read(PcapngFile{}.section().interface(113).packet(0, 0, 60, "x").out.bytes()).error(),
              HasSubstr("1 not from an Ethernet link"));
}

TEST(TraceFile, NamesAFileThatCannotBeRead) {
  const test::OwnFolder own;
  const std::string path = own.path() / "a.pcap";
  EXPECT_EQ(read_trace(path).error(), path + ": there is no such file");
  EXPECT_THAT(read_trace(own.path()).error(), HasSubstr("is a directory"));
  std::ofstream{path, std::ios::binary} << PcapFile{}.header().packet(0, 0, 60, frame()).out.bytes();
  EXPECT_TRUE(read_trace(path));
}

TEST(TraceFile, SurvivesAnyDamage) {
  PcapFile classic;
  classic.header();
  PcapngFile blocks;
  blocks.section().interface(1);
  for (unsigned i = 0; i < 20; ++i) {
    classic.packet(i, i, 60 + i, frame(1));
    blocks.packet(0, i * 1'000, 60 + i, frame(2));
  }
  std::mt19937_64 random{5};
  for (const auto& sound : {classic.out.bytes(), blocks.out.bytes()})
    for (int i = 0; i < 5'000; ++i) {
      auto bytes = sound.substr(0, random() % 2 == 0 ? sound.size() : random() % sound.size());
      for (auto flips = random() % 8; flips > 0 && !bytes.empty(); --flips)
        bytes[random() % bytes.size()] = static_cast<char>(random() % 3 == 0 ? 0xff : random());
      const auto trace = read(bytes);
      if (!trace) continue;
      ASSERT_LE((*trace).packets.size(), 20U);
      ASSERT_TRUE(std::ranges::is_sorted((*trace).packets, {}, &TracePacket::at));
    }
}

}  // namespace
}  // namespace qoslab
