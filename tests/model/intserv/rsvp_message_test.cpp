#include "model/intserv/rsvp_message.h"

#include <random>

#include "tests/model/intserv/message_bytes.h"

namespace qoslab::rsvp {
namespace {

TEST(RsvpMessage, APathByteForByte) {
  const Bytes8 expected{
      0x10, 0x01, 0x00, 0x00, 63,   0x00, 0x00, 0x58,                      // version 1, PATH, checksum, TTL, 88 bytes
      0x00, 0x0c, 1,    1,    10,   0,    1,    2,    17,  0, 0x13, 0x8c,  // SESSION
      0x00, 0x0c, 3,    1,    10,   0,    0,    1,    0,   0, 0,    3,     // RSVP_HOP
      0x00, 0x08, 5,    1,    0x00, 0x00, 0x75, 0x30,                      // TIME_VALUES: 30000 ms
      0x00, 0x0c, 11,   1,    10,   0,    0,    1,    0,   0, 0x13, 0x8a,  // SENDER_TEMPLATE
      0x00, 0x24, 12,   2,                                                 // SENDER_TSPEC
      0x00, 0x00, 0x00, 0x07, 1,    0,    0x00, 0x06, 127, 0, 0x00, 0x05, 0x46, 0x1c, 0x40, 0x00,  // r = 10000 B/s
      0x43, 0xc8, 0x00, 0x00,                                                                      // b = 400 B
      0x49, 0x98, 0x96, 0x80,                                                                      // p = 1250000 B/s
      0x00, 0x00, 0x00, 60,   0x00, 0x00, 0x00, 200,
  };
  EXPECT_EQ(encode(path()), with_good_checksum(expected));
}

TEST(RsvpMessage, ARequestForGuaranteedServiceByteForByte) {
  const FlowSpec flowspec{voice, RSpec{Rate::kbps(160), Duration::milliseconds(5)}};
  const Bytes8 bytes = encode(resv(ReservationStyle::fixed_filter, {{flowspec, {{IpAddress::v4(0x0a000001), 5002}}}}));
  const Bytes8 tail{
      0x00, 0x08, 8,    1,    0,    0,    0,    0x0a,  // STYLE: FF
      0x00, 0x30, 9,    2,                             // FLOWSPEC
      0x00, 0x00, 0x00, 0x0a, 2,    0,    0x00, 0x09, 127,  0,    0x00, 0x05, 0x46, 0x1c, 0x40,
      0x00, 0x43, 0xc8, 0x00, 0x00, 0x49, 0x98, 0x96, 0x80, 0x00, 0x00, 0x00, 60,   0x00, 0x00,
      0x00, 200,  130,  0,    0x00, 0x02, 0x46, 0x9c, 0x40, 0x00, 0x00, 0x00, 0x13, 0x88,  // R = 20000 B/s, S = 5000 us
      0x00, 0x0c, 10,   1,    10,   0,    0,    1,    0,    0,    0x13, 0x8a,              // FILTER_SPEC
  };
  ASSERT_GT(bytes.size(), tail.size());
  EXPECT_EQ(Bytes8(bytes.end() - static_cast<std::ptrdiff_t>(tail.size()), bytes.end()), tail);
}

TEST(RsvpMessage, StylesHaveTheirOptionVectors) {
  const FlowSpec load{voice, std::nullopt};
  const Sender a{IpAddress::v4(1), 1};
  const auto vector_of = [](const Message& m) {
    const auto bytes = encode(m);
    return bytes.at(8 + 12 + 12 + 8 + 7);
  };
  EXPECT_EQ(vector_of(resv(ReservationStyle::fixed_filter, {{load, {a}}})), 0x0a);
  EXPECT_EQ(vector_of(resv(ReservationStyle::wildcard_filter, {{load, {}}})), 0x11);
  EXPECT_EQ(vector_of(resv(ReservationStyle::shared_explicit, {{load, {a}}})), 0x12);
}

TEST(RsvpMessage, WhatIsEncodedIsDecoded) {
  RandomMessages random{1};
  for (int i = 0; i < 20'000; ++i) {
    const Message m = random.next();
    ASSERT_TRUE(well_formed(m));
    const auto decoded = decode(encode(m));
    ASSERT_TRUE(std::holds_alternative<Message>(decoded)) << i;
    ASSERT_EQ(std::get<Message>(decoded), m) << i;
  }
}

TEST(RsvpMessage, APeakWithoutLimitTravelsAsInfinity) {
  Message m = path();
  m.sender->tspec.peak = unlimited;
  EXPECT_EQ(sound(encode(m)), m);
}

TEST(RsvpMessage, AboveTwentyFourBitsARateIsRoundedButStaysWithinASixteenMillionth) {
  std::mt19937_64 random{7};
  for (int i = 0; i < 10'000; ++i) {
    Message m = path();
    m.sender->tspec.rate = Rate::bps(static_cast<std::int64_t>(random() % (1ULL << 49)));
    m.sender->tspec.peak = unlimited;
    const auto there = m.sender->tspec.rate.bps();
    const auto back = sound(encode(m)).sender->tspec.rate.bps();
    ASSERT_LE(std::abs(back - there), (there >> 24) + 1);
  }
}

TEST(RsvpMessage, DelaysAreRoundedToTheSafeSide) {
  Message m = path();
  Adspec a;
  a.general = {.hops = 1, .bandwidth = Rate::mbps(1), .latency = Duration::nanoseconds(1999), .mtu = Bytes{1500}};
  a.guaranteed.emplace();
  a.guaranteed->d_total = Duration::nanoseconds(1001);
  m.sender->adspec = a;
  const Adspec back = *sound(encode(m)).sender->adspec;
  EXPECT_EQ(back.general.latency, Duration::microseconds(1)) << "the least latency is at least what is said";
  EXPECT_EQ(back.guaranteed->d_total, Duration::microseconds(2)) << "D is at most what is said";
}

TEST(RsvpMessage, SumsBeyondTheFieldSaturate) {
  Message m = path();
  Adspec a;
  a.general = {.hops = 1, .bandwidth = Rate::mbps(1), .latency = Duration::seconds(10'000), .mtu = Bytes{1500}};
  a.guaranteed.emplace();
  a.guaranteed->c_total = Bytes{1LL << 40};
  m.sender->adspec = a;
  const Adspec back = *sound(encode(m)).sender->adspec;
  EXPECT_EQ(back.general.latency, unknown_latency);
  EXPECT_EQ(back.guaranteed->c_total, Bytes{0xffff'ffff});
}

TEST(RsvpMessage, AnUnknownClassIsRejectedIgnoredOrCarriedOnByItsHighBits) {
  const Bytes8 bytes = encode(path());
  const Bytes8 body{1, 2, 3, 4};
  for (int c = 0; c < 256; ++c) {
    if (c <= 15) continue;
    const auto decoded = decode(with_object(bytes, static_cast<std::uint8_t>(c), 7, body));
    if (c < 0b1000'0000) {
      const auto& f = std::get<DecodeFailure>(decoded);
      EXPECT_EQ(f.fault, Fault::unknown_class);
      EXPECT_EQ(f.code, error_code::unknown_class);
      EXPECT_EQ(f.value, c << 8 | 7);
      EXPECT_EQ(f.understood.session, path().session) << "so that an answer can be addressed";
    } else {
      Message expected = path();
      if (c >= 0b1100'0000) expected.opaque = {{static_cast<std::uint8_t>(c), 7, body}};
      EXPECT_EQ(std::get<Message>(decoded), expected);
    }
  }
}

TEST(RsvpMessage, AnUnknownTypeOfAKnownClassIsNamed) {
  const auto f = failure(with_object(encode(path()), class_number::sender_tspec, 99, Bytes8(32)));
  EXPECT_EQ(f.fault, Fault::unknown_type);
  EXPECT_EQ(f.code, error_code::unknown_type);
  EXPECT_EQ(f.value, class_number::sender_tspec << 8 | 99);
}

TEST(RsvpMessage, NullAndIntegrityObjectsAreSkipped) {
  const Bytes8 bytes = encode(path());
  EXPECT_EQ(sound(with_object(bytes, class_number::null, 9, Bytes8(8))), path());
  EXPECT_EQ(sound(with_object(bytes, class_number::integrity, 1, Bytes8(32))), path());
}

TEST(RsvpMessage, AnyWrongBitFailsTheChecksum) {
  const Bytes8 good = encode(path());
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    Bytes8 bad = good;
    bad[bit / 8] = static_cast<std::uint8_t>(bad[bit / 8] ^ 1 << bit % 8);
    EXPECT_TRUE(std::holds_alternative<DecodeFailure>(decode(bad))) << bit;
  }
}

TEST(RsvpMessage, NoChecksumAtAllIsAccepted) {
  Bytes8 bytes = encode(path());
  bytes[2] = bytes[3] = 0;
  EXPECT_EQ(sound(bytes), path());
}

TEST(RsvpMessage, AChecksumIsNeverSentAsNone) {
  EXPECT_EQ(message_checksum(Bytes8{0xff, 0xff, 0, 0}), 0xffff) << "the other zero of one's complement";
  EXPECT_EQ(message_checksum(Bytes8{0x12, 0x34, 0, 0, 0x00, 0x01}), 0xffff - 0x1235);
}

TEST(RsvpMessage, BytesBehindTheMessageAreNotPartOfIt) {
  Bytes8 bytes = encode(path());
  bytes.insert(bytes.end(), {1, 2, 3});
  EXPECT_EQ(sound(bytes), path());
}

TEST(RsvpMessage, ObjectLengthsThatCannotBe) {
  constexpr std::size_t length_of_session = 8;
  for (const int length : {0, 1, 3, 5, 10, 0xfffc, 0xffff}) {
    Bytes8 bytes = encode(path());
    bytes[length_of_session] = static_cast<std::uint8_t>(length >> 8);
    bytes[length_of_session + 1] = static_cast<std::uint8_t>(length);
    EXPECT_EQ(failure(with_good_checksum(bytes)).fault, Fault::object_length) << length;
  }
}

TEST(RsvpMessage, AnObjectIsWholeWords) {
  EXPECT_EQ(failure(with_object(encode(path()), 0xc1, 1, {1, 2})).fault, Fault::object_length);
}

TEST(RsvpMessage, OtherVersionsAndTypesAreNotGuessedAt) {
  Bytes8 bytes = encode(path());
  bytes[0] = 0x20;
  EXPECT_EQ(failure(with_good_checksum(bytes)).fault, Fault::version);
  bytes = encode(path());
  for (const int type : {0, 8, 12, 255}) {
    bytes[1] = static_cast<std::uint8_t>(type);
    EXPECT_EQ(failure(with_good_checksum(bytes)).fault, Fault::unknown_message);
  }
}

TEST(RsvpMessage, TSpecsThatCannotBeAreTrafficControlErrors) {
  constexpr std::size_t rate_at = 8 + 12 + 12 + 8 + 12 + 4 + 12;
  const auto with_word = [&](std::size_t at, std::uint32_t word) {
    Bytes8 bytes = encode(path());
    for (int i = 0; i < 4; ++i)
      bytes[at + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(word >> (24 - 8 * i));
    return with_good_checksum(bytes);
  };
  const std::uint32_t nan = 0x7fc0'0000;
  const std::uint32_t minus_one = 0xbf80'0000;
  const std::uint32_t infinity = 0x7f80'0000;
  const std::uint32_t huge = 0x7f00'0000;
  for (const std::uint32_t bad : {nan, minus_one, infinity, huge}) {
    const auto f = failure(with_word(rate_at, bad));
    EXPECT_EQ(f.fault, Fault::bad_service);
    EXPECT_EQ(f.code, error_code::traffic_control);
    EXPECT_EQ(f.value, traffic_control_value::bad_tspec);
    EXPECT_EQ(failure(with_word(rate_at + 4, bad)).fault, Fault::bad_service) << "bucket";
  }
  EXPECT_EQ(failure(with_word(rate_at + 8, 0)).fault, Fault::bad_service) << "peak below the rate";
  EXPECT_EQ(failure(with_word(rate_at + 12, 201)).fault, Fault::bad_service) << "m above M";
  EXPECT_EQ(sound(with_word(rate_at + 8, infinity)).sender->tspec.peak, unlimited);
}

TEST(RsvpMessage, AGuaranteedRateBelowTheTokenRateIsABadFlowspec) {
  const FlowSpec flowspec{voice, RSpec{Rate::kbps(79), {}}};
  const auto f = failure(encode(resv(ReservationStyle::fixed_filter, {{flowspec, {{IpAddress::v4(1), 1}}}})));
  EXPECT_EQ(f.code, error_code::traffic_control);
  EXPECT_EQ(f.value, traffic_control_value::bad_flowspec);
}

TEST(RsvpMessage, FixedFiltersMayShareTheFlowspecBeforeThem) {
  const FlowSpec load{voice, std::nullopt};
  const Sender a{IpAddress::v4(1), 1};
  const Sender b{IpAddress::v4(2), 2};
  Bytes8 bytes = encode(resv(ReservationStyle::fixed_filter, {{load, {a}}}));
  bytes = with_object(bytes, class_number::filter_spec, 1, {0, 0, 0, 2, 0, 0, 0, 2});
  EXPECT_EQ(sound(bytes).flows, (std::vector<FlowDescriptor>{{load, {a}}, {load, {b}}}));
}

TEST(RsvpMessage, AMessageWithoutWhatItsTypeNeedsIsNotOne) {
  Message m = path();
  m.refresh.reset();
  EXPECT_EQ(failure(encode(m)).fault, Fault::missing_object);
  m = path();
  m.hop.reset();
  EXPECT_EQ(failure(encode(m)).fault, Fault::missing_object);
  m = path();
  m.sender.reset();
  EXPECT_EQ(failure(encode(m)).fault, Fault::missing_object);
  EXPECT_EQ(failure(encode(resv(ReservationStyle::fixed_filter, {}))).fault, Fault::missing_object);
  const FlowSpec load{voice, std::nullopt};
  EXPECT_EQ(failure(encode(resv(ReservationStyle::shared_explicit, {{load, {}}}))).fault, Fault::missing_object);
  EXPECT_EQ(failure(encode(resv(ReservationStyle::wildcard_filter, {{load, {{IpAddress::v4(1), 1}}}}))).fault,
            Fault::missing_object);
}

/// Without the object that begins at `at`.
Bytes8 without_object(Bytes8 bytes, std::size_t at) {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  bytes.erase(begin, begin + bytes[at + 1]);
  bytes[7] = static_cast<std::uint8_t>(bytes.size());
  return with_good_checksum(bytes);
}

TEST(RsvpMessage, OfThePathOnlyTheAdspecMayBeLeftOut) {
  Message m = path();
  m.session.destination = m.hop->address = m.sender->sender.address = {0x2001'0db8'0000'0000ULL, 1};
  m.sender->adspec.emplace().general = {1, Rate::mbps(1), Duration{}, Bytes{1500}};
  const Bytes8 bytes = encode(m);
  int objects = 0;
  for (std::size_t at = common_header_size; at < bytes.size(); at += bytes[at + 1]) {
    ++objects;
    const auto decoded = decode(without_object(bytes, at));
    EXPECT_EQ(std::holds_alternative<Message>(decoded), bytes[at + 2] == class_number::adspec) << int{bytes[at + 2]};
  }
  EXPECT_EQ(objects, 6);
}

TEST(RsvpMessage, AnAdspecLacksNothing) {
  Message m = path();
  m.sender->adspec.emplace().general = {1, Rate::mbps(1), Duration{}, Bytes{1500}};
  m.sender->adspec->guaranteed.emplace();
  const Bytes8 bytes = encode(m);
  int spoiled = 0;
  // Behind ADSPEC's two headers: every parameter or service under another number.
  for (std::size_t at = encode(path()).size() + 8; at < bytes.size(); at += 4) {
    const bool parameter = bytes[at] != 0 && bytes[at + 1] == 0 && bytes[at + 2] == 0 && bytes[at + 3] == 1;
    const bool general_service = bytes[at] == 1 && bytes[at + 3] == 8;
    if (!parameter && !general_service) continue;
    ++spoiled;
    Bytes8 bad = bytes;
    bad[at] = 200;
    const auto decoded = decode(with_good_checksum(bad));
    ASSERT_TRUE(std::holds_alternative<DecodeFailure>(decoded)) << int{bytes[at]};
    EXPECT_EQ(std::get<DecodeFailure>(decoded).value, traffic_control_value::bad_adspec);
  }
  EXPECT_EQ(spoiled, 1 + 4 + 4);
}

TEST(RsvpMessage, AddressFamiliesDoNotMix) {
  Message m = path();
  m.hop->address = {0x2001'0db8'0000'0000ULL, 1};
  EXPECT_FALSE(well_formed(m));
  Bytes8 bytes = encode(path());
  bytes = with_object(bytes, class_number::sender_template, 2, Bytes8(20));
  EXPECT_EQ(failure(bytes).fault, Fault::missing_object);
}

}  // namespace
}  // namespace qoslab::rsvp
