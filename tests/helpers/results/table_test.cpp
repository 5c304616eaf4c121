#include "helpers/results/table.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "helpers/results/numbers.h"

namespace qoslab {
namespace {

Table sample() {
  Table table{{{"id", false}, {"value"}, {"why", false, 3}}};
  table.row({{"table4.ef", Ink::plain}, {"10 ± 2", Ink::plain}, {"a long story", Ink::plain}});
  table.row({{"x", Ink::plain}, {"7", Ink::bad}});
  return table;
}

TEST(Table, AlignsByWhatIsSeenAndNotByBytes) {
  EXPECT_EQ(sample().text({false, 80}),
            "  id          value  why\n"
            "  table4.ef  10 ± 2  a long story\n"
            "  x               7\n");
}

TEST(Table, LeavesOutTheLeastImportantColumnWhenItIsNarrow) {
  EXPECT_EQ(sample().text({false, 30}),
            "  id          value\n"
            "  table4.ef  10 ± 2\n"
            "  x               7\n");
}

TEST(Table, CutsTheFirstColumnWhenNothingElseHelps) {
  EXPECT_EQ(sample().text({false, 18}),
            "  id         value\n"
            "  table4.…  10 ± 2\n"
            "  x              7\n");
}

TEST(Table, DoesNotShowColumnsThatAreEmpty) {
  Table table{{{"a", false}, {"b"}, {"c"}}};
  table.row({{"1", Ink::plain}, {}, {"3", Ink::plain}});
  EXPECT_EQ(table.text({}), "  a  c\n  1  3\n");
}

TEST(Table, WithoutRowsIsNothing) { EXPECT_EQ((Table{{{"a"}, {"b"}}}.text({})), ""); }

TEST(Table, ColoursDoNotChangeTheAlignment) {
  EXPECT_EQ(sample().text({true, 30}),
            "  \033[1mid\033[0m          \033[1mvalue\033[0m\n"
            "  table4.ef  10 ± 2\n"
            "  x               \033[31m7\033[0m\n");
}

TEST(Table, ANameCannotSteerTheTerminal) {
  Table table{{{"a", false}}};
  table.row({{"x\033[2Jy\nz", Ink::plain}});
  EXPECT_EQ(table.text({}), "  a\n  x [2Jy z\n");
}

TEST(Wrapped, BreaksBetweenWordsAndIndents) {
  EXPECT_EQ(wrapped("  - ", "one two  three\nfour", {false, 14}), "  - one two\n    three four\n");
  EXPECT_EQ(wrapped("", "unbreakable words", {false, 5}), "unbreakable\nwords\n");
  EXPECT_EQ(wrapped("", "", {false, 5}), "\n");
}

TEST(Style, HasNoColoursWhereNobodyLooks) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  ::setenv("COLUMNS", "77", 1);
  EXPECT_FALSE(style_for(ends[1]).color);
  EXPECT_EQ(style_for(ends[1]).width, 77);
  ::setenv("COLUMNS", "wide", 1);
  EXPECT_EQ(style_for(ends[1]).width, 120);
  ::unsetenv("COLUMNS");
  EXPECT_EQ(style_for(ends[1]).width, 120);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(Style, OnATerminalRespectsTheWishForNoColour) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) GTEST_SKIP() << "no pseudo-terminals here";
  ::setenv("TERM", "xterm", 1);
  ::unsetenv("NO_COLOR");
  EXPECT_TRUE(style_for(terminal).color);
  ::setenv("NO_COLOR", "", 1);
  EXPECT_TRUE(style_for(terminal).color) << "empty counts as unset (no-color.org)";
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(style_for(terminal).color);
  ::unsetenv("NO_COLOR");
  ::setenv("TERM", "dumb", 1);
  EXPECT_FALSE(style_for(terminal).color);
  ::close(terminal);
}

TEST(Table, ShowsAColumnsBlankUnlessAllOfItIsEmpty) {
  Table table{{{"place", false}, {"rate", true, 9, "-"}, {"busy", true, 9, "-"}}};
  table.row({{"a"}, {"1"}});
  table.row({{"b"}});
  EXPECT_EQ(table.text({false, 80}), "  place  rate\n  a         1\n  b         -\n");
}

TEST(Numbers, HaveFourFigures) {
  EXPECT_EQ(figures(0), "0");
  EXPECT_EQ(figures(0.83), "0.8300");
  EXPECT_EQ(figures(10.0134), "10.01");
  EXPECT_EQ(figures(891.04), "891.0");
  EXPECT_EQ(figures(17'090'000), "17090000");
  EXPECT_EQ(figures(-5.1), "-5.100");
  EXPECT_EQ(figures(0.000123), "0.00012");
}

TEST(Numbers, HaveTheDecimalsOfTheirMean) {
  EXPECT_EQ(figures(Estimate{10.0134, 0.2, 10}), "10.01 ± 0.20");
  EXPECT_EQ(figures(Estimate{0, 0, 10}), "0 ± 0");
  EXPECT_EQ(figures(Estimate{0.001, 12.3, 3}), "0.00 ± 12.30");
  EXPECT_EQ(figures(Estimate{10.0134, std::nullopt, 1}), "10.01");
  EXPECT_EQ(figures(std::nullopt), "-");
}

TEST(Numbers, AmountsAndPercentages) {
  EXPECT_EQ(amount(16), "16");
  EXPECT_EQ(amount(16.25), "16.2");
  EXPECT_EQ(percentage(-0.13), "-0.1 %");
  EXPECT_EQ(percentage(15051.5), "+15052 %");
  EXPECT_EQ(as_written(10.013), "10.013");
  EXPECT_EQ(as_written(891), "891");
}

}  // namespace
}  // namespace qoslab
