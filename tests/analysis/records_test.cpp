#include "analysis/records.h"

#include <gtest/gtest.h>

#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using samples::at;

Records records(Duration from, Duration until, Duration length) {
  Results results;
  results.from = at(from);
  results.until = at(until);
  RunSpec runs;
  runs.record = length;
  return {results, runs};
}

TEST(Records, BeginWithTheMeasuredTimeAndEndWithTheLastWholeOne) {
  const auto r = records(5_s, 8500_ms, 1_s);
  EXPECT_EQ(r.count(), 3U);
  EXPECT_EQ(r.begin_of(2), at(7_s));
  EXPECT_FALSE(r.record_of(at(4999_ms)));
  EXPECT_EQ(r.record_of(at(5_s)), 0U);
  EXPECT_EQ(r.record_of(at(5999_ms)), 0U);
  EXPECT_EQ(r.record_of(at(6_s)), 1U);
  EXPECT_EQ(r.record_of(at(7999_ms)), 2U);
  EXPECT_FALSE(r.record_of(at(8_s)));
  EXPECT_FALSE(r.record_of(at(8500_ms)));
}

TEST(Records, OfARunThatEndedBeforeItsMeasuredTimeAreNone) {
  EXPECT_EQ(records(5_s, 2_s, 1_s).count(), 0U);
  EXPECT_FALSE(records(5_s, 2_s, 1_s).record_of(at(5_s)));
}

}  // namespace
}  // namespace qoslab
