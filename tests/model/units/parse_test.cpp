#include "model/units/parse.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace qoslab {
namespace {

using namespace literals;

TEST(ParsingRates, ReadsEveryUnitExactly) {
  EXPECT_EQ(*parse_rate("0 bit/s"), Rate{});
  EXPECT_EQ(*parse_rate("1 bit/s"), Rate::bps(1));
  EXPECT_EQ(*parse_rate("558 kbit/s"), Rate::kbps(558));
  EXPECT_EQ(*parse_rate("50 Mbit/s"), Rate::mbps(50));
  EXPECT_EQ(*parse_rate("100 Gbit/s"), Rate::gbps(100));
  EXPECT_EQ(*parse_rate("1000000 Gbit/s"), largest_readable_rate);
}

TEST(ParsingRates, TakesASpaceOrNoneBeforeTheUnitAndIgnoresThoseAround) {
  EXPECT_EQ(*parse_rate("50Mbit/s"), Rate::mbps(50));
  EXPECT_EQ(*parse_rate("  50 \t Mbit/s  "), Rate::mbps(50));
}

TEST(ParsingRates, FractionsAreExactWhereDoublesAreNot) {
  EXPECT_EQ(*parse_rate("0.1 kbit/s"), Rate::bps(100));
  EXPECT_EQ(*parse_rate("999999.999999999 Gbit/s"), Rate::bps(999'999'999'999'999));
  EXPECT_EQ(*parse_rate("4.35 Mbit/s"), Rate::bps(4'350'000));  // 4.35 * 1e6 is 4349999.999... in doubles
  EXPECT_EQ(*parse_rate("1.000000000000000000000000000000000 bit/s"), Rate::bps(1));
}

TEST(ParsingSizes, KnowsDecimalAndBinaryUnits) {
  EXPECT_EQ(*parse_bytes("1500 B"), Bytes{1500});
  EXPECT_EQ(*parse_bytes("64 kB"), Bytes{64'000});
  EXPECT_EQ(*parse_bytes("64 KiB"), Bytes{65'536});
  EXPECT_EQ(*parse_bytes("17.5 kB"), Bytes{17'500});
  EXPECT_EQ(*parse_bytes("0.5 KiB"), Bytes{512});
  EXPECT_EQ(*parse_bytes("1 MB"), Bytes{1'000'000});
  EXPECT_EQ(*parse_bytes("1 MiB"), Bytes{1'048'576});
  EXPECT_EQ(*parse_bytes("1 GB"), Bytes{1'000'000'000});
  EXPECT_EQ(*parse_bytes("1 GiB"), Bytes{1'073'741'824});
}

TEST(ParsingSizes, ReadsTheThirtyDigitsOfOneByteInGibibytes) {
  EXPECT_EQ(*parse_bytes("0.000000000931322574615478515625 GiB"), Bytes{1});
  EXPECT_EQ(parse_bytes("0.000000000931322574615478515626 GiB").error(),
            "'0.000000000931322574615478515626 GiB': finer than 1 B; write a whole multiple of 1 B");
}

TEST(ParsingTimes, KnowsEveryUnitFromPicosecondsToHours) {
  EXPECT_EQ(*parse_duration("5 ps"), 5_ps);
  EXPECT_EQ(*parse_duration("5.12 ns"), 5120_ps);
  EXPECT_EQ(*parse_duration("20 us"), 20_us);
  EXPECT_EQ(*parse_duration("20 \u00b5s"), 20_us);
  EXPECT_EQ(*parse_duration("20 \u03bcs"), 20_us);
  EXPECT_EQ(*parse_duration("10 ms"), 10_ms);
  EXPECT_EQ(*parse_duration("2.4 s"), 2400_ms);
  EXPECT_EQ(*parse_duration("1.5 min"), 90_s);
  EXPECT_EQ(*parse_duration("720 h"), longest_duration);
}

TEST(ParsingOthers, PacketsPercentNumbersCounts) {
  EXPECT_EQ(*parse_packets("16 packets"), 16);
  EXPECT_EQ(*parse_packets("1 packet"), 1);
  EXPECT_EQ(*parse_percent("3 %"), 3.0);
  EXPECT_EQ(*parse_percent("0.066%"), 0.066);
  EXPECT_EQ(*parse_number("4.54"), 4.54);
  EXPECT_EQ(*parse_count("0"), 0);
  EXPECT_EQ(*parse_count("9223372036854775807"), 9'223'372'036'854'775'807);
}

TEST(ParsingLayeredRates, NeedALayer) {
  EXPECT_EQ(*parse_layered_rate("1 Mbit/s ip"), (LayeredRate{Rate::mbps(1), Layer::ip}));
  EXPECT_EQ(*parse_layered_rate("1 Mbit/s payload"), (LayeredRate{Rate::mbps(1), Layer::payload}));
  EXPECT_EQ(*parse_layered_rate("200kbit/s  ethernet"), (LayeredRate{Rate::kbps(200), Layer::ethernet}));
  EXPECT_EQ(*parse_layered_rate("1 Gbit/s frame"), (LayeredRate{Rate::gbps(1), Layer::frame}));
  EXPECT_EQ(*parse_layered_rate("10 Mbit/s line"), (LayeredRate{Rate::mbps(10), Layer::line}));
  EXPECT_EQ(parse_layered_rate("1 Mbit/s").error(),
            "'1 Mbit/s': no layer; say which bytes the rate counts: payload, ip, ethernet, frame or line, "
            "as in 1 Mbit/s ip");
  EXPECT_EQ(parse_layered_rate("1 Mbit/s l2").error(),
            "'1 Mbit/s l2': unknown layer 'l2'; write payload, ip, ethernet, frame or line");
  EXPECT_EQ(parse_layered_rate("1 mbps ip").error(), "'1 mbps': unknown unit 'mbps'; write kbit/s, Mbit/s or Gbit/s");
  EXPECT_EQ(parse_layered_rate("1 mbps").error(), "'1 mbps': unknown unit 'mbps'; write kbit/s, Mbit/s or Gbit/s");
  EXPECT_EQ(parse_layered_rate("ip").error(), "'ip': not a number; write decimal digits, as in 50 Mbit/s");
}

struct Refusal {
  std::string text;
  std::string message;
};

TEST(RefusedRates, SayWhatIsWrongAndWhatWouldBeRight) {
  const Refusal refusals[] = {
      {"10 mbps", "'10 mbps': unknown unit 'mbps'; write kbit/s, Mbit/s or Gbit/s"},
      {"10 Mb/s", "'10 Mb/s': unknown unit 'Mb/s'; write kbit/s, Mbit/s or Gbit/s"},
      {"10", "'10': no unit; write kbit/s, Mbit/s or Gbit/s after the number, as in 50 Mbit/s"},
      {"1 Mbit/s ip", "'1 Mbit/s ip': something follows the unit; leave out 'ip'"},
      {"", "'': nothing is written here; write a number, as in 50 Mbit/s"},
      {"nan", "'nan': not a number; write decimal digits, as in 50 Mbit/s"},
      {".inf", "'.inf': not a number; write decimal digits, as in 50 Mbit/s"},
      {"inf Mbit/s", "'inf Mbit/s': not a number; write decimal digits, as in 50 Mbit/s"},
      {"1e400", "'1e400': exponents are not read; write the digits out and choose a unit, as in 50 Mbit/s"},
      {"1E+6 bit/s", "'1E+6 bit/s': exponents are not read; write the digits out and choose a unit, as in 50 Mbit/s"},
      {"-1 Mbit/s", "'-1 Mbit/s': negative; write 0 or more, as in 50 Mbit/s"},
      {"-0 Mbit/s", "'-0 Mbit/s': negative; write 0 or more, as in 50 Mbit/s"},
      {"+1 Mbit/s", "'+1 Mbit/s': a sign; leave out the +"},
      {"010 Mbit/s", "'010 Mbit/s': a leading zero could mean octal; write 10 Mbit/s"},
      {"00 Mbit/s", "'00 Mbit/s': a leading zero could mean octal; write 0 Mbit/s"},
      {"00.5 Mbit/s", "'00.5 Mbit/s': a leading zero could mean octal; write 0.5 Mbit/s"},
      {".5 Mbit/s", "'.5 Mbit/s': no digit before the point; write 0.5 Mbit/s"},
      {"5. Mbit/s", "'5. Mbit/s': no digit after the point; leave the point out or go on behind it"},
      {"1,5 Mbit/s", "'1,5 Mbit/s': not a number; use one decimal point and no separators, as in 50 Mbit/s"},
      {"1.2.3 Mbit/s", "'1.2.3 Mbit/s': not a number; use one decimal point and no separators, as in 50 Mbit/s"},
      {"1_000 Mbit/s", "'1_000 Mbit/s': not a number; use one decimal point and no separators, as in 50 Mbit/s"},
      {"0x10 Mbit/s", "'0x10 Mbit/s': unknown unit 'x10 Mbit/s'; write kbit/s, Mbit/s or Gbit/s"},
      {"1.5 bit/s", "'1.5 bit/s': finer than 1 bit/s; write a whole multiple of 1 bit/s"},
      {"0.0005 kbit/s", "'0.0005 kbit/s': finer than 1 bit/s; write a whole multiple of 1 bit/s"},
      {"1000001 Gbit/s", "'1000001 Gbit/s': too large; at most 1000000 Gbit/s"},
      {"1000000.000000001 Gbit/s", "'1000000.000000001 Gbit/s': too large; at most 1000000 Gbit/s"},
      {"18446744074 Gbit/s", "'18446744074 Gbit/s': too large; at most 1000000 Gbit/s"},  // just above 2^64 bit/s
      {"99999999999999999999 bit/s", "'99999999999999999999 bit/s': too large; at most 1000000 Gbit/s"},
  };
  for (const auto& [text, message] : refusals) {
    ASSERT_FALSE(parse_rate(text)) << text;
    EXPECT_EQ(parse_rate(text).error(), message);
  }
}

TEST(RefusedOthers, SayWhatIsWrongAndWhatWouldBeRight) {
  EXPECT_EQ(parse_bytes("64 KB").error(),
            "'64 KB': unknown unit 'KB'; write B, kB (1000 B), KiB (1024 B), MB, MiB, GB or GiB");
  EXPECT_EQ(parse_bytes("1.5 B").error(), "'1.5 B': finer than 1 B; write a whole multiple of 1 B");
  EXPECT_EQ(parse_bytes("1000001 GB").error(), "'1000001 GB': too large; at most 1000000 GB");
  EXPECT_EQ(parse_duration("10 sec").error(), "'10 sec': unknown unit 'sec'; write ns, us, ms, s, min or h");
  EXPECT_EQ(parse_duration("0.5 ps").error(), "'0.5 ps': finer than 1 ps; write a whole multiple of 1 ps");
  EXPECT_EQ(parse_duration("721 h").error(), "'721 h': too large; at most 720 h");
  EXPECT_EQ(parse_packets("16").error(), "'16': no unit; write packets after the number, as in 16 packets");
  EXPECT_EQ(parse_packets("1.5 packets").error(),
            "'1.5 packets': finer than a packet; write a whole multiple of a packet");
  EXPECT_EQ(parse_percent("3").error(), "'3': no unit; write it as in 3 %");
  EXPECT_EQ(parse_percent("3 percent").error(), "'3 percent': unknown unit 'percent'; write it as in 3 %");
  EXPECT_EQ(parse_percent("1e400 %").error(),
            "'1e400 %': exponents are not read; write the digits out and choose a unit, as in 3 %");
  EXPECT_EQ(parse_number("4.5 ms").error(), "'4.5 ms': a unit 'ms'; write it as in 4.54");
  EXPECT_EQ(parse_count("1.0").error(), "'1.0': not a whole number; write digits only, as in 7");
  EXPECT_EQ(parse_count("7 B").error(), "'7 B': a number without a unit is meant here; write digits only, as in 7");
  EXPECT_EQ(parse_count("9223372036854775808").error(),
            "'9223372036854775808': too large; at most 9223372036854775807");
  EXPECT_FALSE(parse_number(std::string(400, '9')));
}

TEST(RefusedOthers, KeepMessagesShortAndOnOneLine) {
  const auto long_text = parse_duration("1 " + std::string(10'000'000, 'x')).error();
  EXPECT_LT(long_text.size(), 300U);
  const auto digits = parse_duration("1" + std::string(10'000'000, '0') + " s").error();
  EXPECT_LT(digits.size(), 300U);
  EXPECT_EQ(parse_duration("1 s\n2").error(), "'1 s?2': unknown unit 's?2'; write ns, us, ms, s, min or h");
  std::string umlauts = "10 ";  // an odd number of bytes, so that the limit falls into a character
  for (int i = 0; i < 60; ++i) umlauts += "\u00e4";
  const auto cut = parse_duration(umlauts).error();
  EXPECT_EQ(cut.find("\xc3...'"), std::string::npos) << "cut inside a character";
}

TEST(Printing, ChoosesTheUnitThatReadsBest) {
  EXPECT_EQ(to_string(Rate{}), "0 bit/s");
  EXPECT_EQ(to_string(Rate::bps(1)), "1 bit/s");
  EXPECT_EQ(to_string(Rate::kbps(558)), "558 kbit/s");
  EXPECT_EQ(to_string(Rate::kbps(1061)), "1061 kbit/s");
  EXPECT_EQ(to_string(Rate::mbps(1)), "1 Mbit/s");
  EXPECT_EQ(to_string(Rate::gbps(100)), "100 Gbit/s");
  EXPECT_EQ(to_string(Rate::bps(933'333)), "933.333 kbit/s");
  EXPECT_EQ(to_string(Rate::bps(123'456'789)), "123.456789 Mbit/s");
  EXPECT_EQ(to_string(Bytes{}), "0 B");
  EXPECT_EQ(to_string(Bytes{1500}), "1500 B");
  EXPECT_EQ(to_string(Bytes{64'000}), "64 kB");
  EXPECT_EQ(to_string(Bytes{65'536}), "64 KiB");
  EXPECT_EQ(to_string(Bytes{128'000}), "128 kB") << "not 125 KiB";
  EXPECT_EQ(to_string(Bytes{1'234'567}), "1.234567 MB");
  EXPECT_EQ(to_string(Duration{}), "0 s");
  EXPECT_EQ(to_string(5120_ps), "5120 ps");
  EXPECT_EQ(to_string(20_us), "20 us");
  EXPECT_EQ(to_string(73_ms), "73 ms");
  EXPECT_EQ(to_string(2400_ms), "2400 ms");
  EXPECT_EQ(to_string(120_s), "120 s");
  EXPECT_EQ(to_string(-10_ms), "-10 ms");
  EXPECT_EQ(to_string(Duration::picoseconds(std::numeric_limits<std::int64_t>::min())), "-9223372.036854775808 s");
  EXPECT_EQ(to_string(LayeredRate{Rate::kbps(200), Layer::ethernet}), "200 kbit/s ethernet");
}

TEST(Printing, WhatIsPrintedIsReadBackAsTheSameValue) {
  std::mt19937_64 random{1};
  for (int i = 0; i < 20'000; ++i) {
    const int bits = static_cast<int>(random() % 50);
    const auto n = static_cast<std::int64_t>(random() >> (63 - bits));
    const auto rounded = n - n % (random() % 2 == 0 ? 1 : 1000);
    if (rounded <= largest_readable_rate.bps()) {
      EXPECT_EQ(*parse_rate(to_string(Rate::bps(rounded))), Rate::bps(rounded));
      EXPECT_EQ(*parse_bytes(to_string(Bytes{rounded})), Bytes{rounded});
    }
    EXPECT_EQ(*parse_duration(to_string(Duration::picoseconds(rounded))), Duration::picoseconds(rounded));
  }
}

TEST(ParseFrequency, ToTheHertz) {
  EXPECT_EQ(*parse_frequency("2300 MHz"), 2'300'000'000);
  EXPECT_EQ(*parse_frequency("2.3 GHz"), 2'300'000'000);
  EXPECT_EQ(*parse_frequency("1 Hz"), 1);
  EXPECT_FALSE(parse_frequency("0.5 Hz"));
  EXPECT_EQ(parse_frequency("2300").error(),
            "'2300': no unit; write Hz, kHz, MHz or GHz after the number, as in 2300 MHz");
}

TEST(Parsing, NoGarbageIsReadAndNoneCrashes) {
  constexpr std::string_view alphabet = "0123456789.eE+-_ \t%bBkKMGis/tpnumhip\n";
  std::mt19937_64 random{2};
  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    for (auto length = random() % 14; length > 0; --length) text += alphabet[random() % alphabet.size()];
    const auto rate = parse_rate(text);
    EXPECT_TRUE(!rate || *rate <= largest_readable_rate) << text;
    const auto size = parse_bytes(text);
    EXPECT_TRUE(!size || *size <= largest_size) << text;
    const auto time = parse_duration(text);
    EXPECT_TRUE(!time || *time <= longest_duration) << text;
    const auto layered = parse_layered_rate(text);
    EXPECT_TRUE(layered || layered.error().find("; ") != std::string::npos) << text;
    const auto percent = parse_percent(text);
    EXPECT_TRUE(!percent || *percent >= 0) << text;
  }
}

}  // namespace
}  // namespace qoslab
