#include "gui/pictures/numbers.h"

#include <gtest/gtest.h>

namespace qoslab::gui {
namespace {

TEST(Numbers, HaveFourDigitsAndAPrefixWhereThatIsShorter) {
  EXPECT_EQ(number_text(0.0), "0");
  EXPECT_EQ(number_text(9999.0), "9999");
  EXPECT_EQ(number_text(12'345.0), "12.35 k");
  EXPECT_EQ(number_text(-2.5e6), "-2.5 M");
  EXPECT_EQ(number_text(1.25e9), "1.25 G");
  EXPECT_EQ(number_text(std::nullopt), "–");
  EXPECT_EQ(measured_text(recorded::Measure{9.534, 0.12}), "9.534 ± 0.12");
  EXPECT_EQ(measured_text(std::nullopt), "–");
}

TEST(Numbers, TimesHaveTheUnitThatFits) {
  EXPECT_EQ(time_text(999.0), "999 ns");
  EXPECT_EQ(time_text(12'000.0), "12 µs");
  EXPECT_EQ(time_text(1.5e6), "1.5 ms");
  EXPECT_EQ(time_text(2e9), "2 s");
  EXPECT_EQ(time_text(std::nullopt), "–");
}

TEST(Numbers, NoneIsWrittenWithAnExponentThatAPrefixSpares) {
  EXPECT_EQ(number_text(9999.4), "9999");
  EXPECT_EQ(number_text(9999.6), "10 k");
  EXPECT_EQ(number_text(-9999.6), "-10 k");
}

TEST(Numbers, AnIntervalEndsAtNothing) {
  const auto interval = interval_at(3, {.value = 1, .ci95 = 2});
  EXPECT_EQ(interval.x, 3);
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 3);
}

}  // namespace
}  // namespace qoslab::gui
