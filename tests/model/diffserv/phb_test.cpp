#include "model/diffserv/phb.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

TEST(CodePoints, HaveTheValuesOfTheirRfcs) {
  EXPECT_EQ(parse_dscp("EF")->value, 0b101110);    // RFC 3246 section 2.7
  EXPECT_EQ(parse_dscp("AF11")->value, 0b001010);  // RFC 2597 section 6
  EXPECT_EQ(parse_dscp("AF12")->value, 0b001100);
  EXPECT_EQ(parse_dscp("AF13")->value, 0b001110);
  EXPECT_EQ(parse_dscp("AF21")->value, 0b010010);
  EXPECT_EQ(parse_dscp("AF31")->value, 0b011010);
  EXPECT_EQ(parse_dscp("AF43")->value, 0b100110);
  EXPECT_EQ(parse_dscp("CS0")->value, 0);  // RFC 2474 section 4.2.2
  EXPECT_EQ(parse_dscp("CS7")->value, 0b111000);
  EXPECT_EQ(parse_dscp("BE")->value, 0);
}

TEST(CodePoints, AreReadInAnyCaseAndAsNumbers) {
  EXPECT_EQ(parse_dscp("ef"), phb::ef);
  EXPECT_EQ(parse_dscp("aF41"), phb::af(4, 1));
  EXPECT_EQ(parse_dscp("0"), phb::best_effort);
  EXPECT_EQ(parse_dscp("46"), phb::ef);
  EXPECT_EQ(parse_dscp("63"), Dscp{63});
}

TEST(CodePoints, AnythingElseIsNone) {
  for (const auto* text :
       {"",    "64", "-1",   "046", "00",  "AF",  "AF1", "AF10", "AF14", "AF51",        "AF01",      "AF111",
        "CS8", "CS", "CS00", "EFX", "E F", " EF", "46 ", "0x2e", "1.0",  "best effort", "4294967342"})
    EXPECT_EQ(parse_dscp(text), std::nullopt) << text;
}

TEST(CodePoints, EachIsPrintedAsTextThatIsReadAsTheSame) {
  for (std::uint8_t value = 0; value < 64; ++value) EXPECT_EQ(parse_dscp(to_string(Dscp{value})), Dscp{value});
  EXPECT_EQ(to_string(Dscp{0}), "BE");
  EXPECT_EQ(to_string(Dscp{46}), "EF");
  EXPECT_EQ(to_string(Dscp{8}), "CS1");
  EXPECT_EQ(to_string(Dscp{14}), "AF13");
  EXPECT_EQ(to_string(Dscp{44}), "44");
  EXPECT_EQ(to_string(Dscp{42}), "42") << "there is no fifth assured forwarding class";
}

TEST(CodePoints, OfAssuredForwardingSayADropPrecedenceAndNoOthersDo) {
  int colored = 0;
  for (int c = 1; c <= 4; ++c) {
    EXPECT_EQ(color_of(phb::af(c, 1)), Color::green);
    EXPECT_EQ(color_of(phb::af(c, 2)), Color::yellow);
    EXPECT_EQ(color_of(phb::af(c, 3)), Color::red);
  }
  for (std::uint8_t value = 0; value < 64; ++value) colored += color_of(Dscp{value}) != Color::green ? 1 : 0;
  EXPECT_EQ(colored, 8);
}

}  // namespace
}  // namespace qoslab
