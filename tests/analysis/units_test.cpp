#include "analysis/units.h"

#include <gtest/gtest.h>

#include "model/results/metric_names.h"

namespace qoslab {
namespace {

TEST(Convert, KeepsRoundValuesRound) {
  EXPECT_EQ(convert(0.005, "s", "ms"), 5.0);
  EXPECT_EQ(convert(0.00083, "s", "ms"), 0.83);
  EXPECT_EQ(convert(891'000, "bit/s", "kbit/s"), 891.0);
  EXPECT_EQ(convert(79.2e9, "bit/s", "Gbit/s"), 79.2);
  EXPECT_EQ(convert(2.5, "Mbit/s", "kbit/s"), 2500.0);
  EXPECT_EQ(convert(3.54, "1", "%"), 354.0);
  EXPECT_EQ(convert(12, "%", "%"), 12.0);
  EXPECT_EQ(convert(3, "us", "ns"), 3000.0);
  EXPECT_EQ(convert(3, "µs", "us"), 3.0);
  EXPECT_EQ(convert(90, "s", "min"), 1.5);
  EXPECT_EQ(convert(31e6, "packet/s", "Mpacket/s"), 31.0);
  EXPECT_EQ(convert(17.09, "Mpacket/s", "kpacket/s"), 17090.0);
}

TEST(Convert, RefusesWhatMeasuresSomethingElse) {
  EXPECT_FALSE(convert(1, "s", "bit/s"));
  EXPECT_FALSE(convert(1, "s", "%"));
  EXPECT_FALSE(convert(1, "packet/s", "bit/s"));
  EXPECT_FALSE(convert(1, "s", "parsec"));
  EXPECT_FALSE(convert(1, "", ""));
}

TEST(Convert, KnowsEveryBaseUnit) {
  for (const auto& metric : metric_table) EXPECT_EQ(convert(1, metric.unit, metric.unit), 1.0) << metric.name;
}

}  // namespace
}  // namespace qoslab
