#include "analysis/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace qoslab {
namespace {

TEST(StudentT, HasItsClosedForms) {
  // One degree of freedom is Cauchy's distribution; two give t = p·√(2/(1 - p²)).
  for (const double p : {0.5, 0.9, 0.95, 0.99}) {
    EXPECT_NEAR(student_t(1, p), std::tan(std::acos(-1.0) / 2 * p), 1e-9);
    EXPECT_NEAR(student_t(2, p), p * std::sqrt(2 / (1 - p * p)), 1e-9);
  }
}

TEST(StudentT, AgreesWithThePrintedTable) {
  const std::array<std::pair<int, double>, 10> table{{{1, 12.706},
                                                      {2, 4.303},
                                                      {3, 3.182},
                                                      {4, 2.776},
                                                      {5, 2.571},
                                                      {9, 2.262},
                                                      {19, 2.093},
                                                      {29, 2.045},
                                                      {60, 2.000},
                                                      {120, 1.980}}};
  for (const auto& [degrees, t] : table) EXPECT_NEAR(student_t(degrees, 0.95), t, 0.0005) << degrees;
}

TEST(StudentT, FallsTowardsTheNormalDistribution) {
  for (int degrees = 1; degrees < 200; ++degrees) EXPECT_GT(student_t(degrees, 0.95), student_t(degrees + 1, 0.95));
  EXPECT_NEAR(student_t(100'000, 0.95), 1.959964, 5e-5);
}

TEST(EstimateOf, NothingIsAbsent) { EXPECT_FALSE(estimate({})); }

TEST(EstimateOf, OneValueHasNoConfidence) {
  const std::array values{891.0};
  const auto e = estimate(values);
  EXPECT_EQ(e->mean, 891.0);
  EXPECT_EQ(e->count, 1);
  EXPECT_FALSE(e->ci95);
}

TEST(EstimateOf, EqualValuesHaveAnIntervalOfNoWidth) {
  for (const double value : {4.0, 0.9, 0.1 + 0.2, -1e300}) {
    const std::vector<double> values(7, value);
    EXPECT_EQ(estimate(values)->mean, value);
    EXPECT_EQ(estimate(values)->ci95, 0.0);
  }
}

TEST(EstimateOf, FiveValuesIsTheTextbooks) {
  // Mean 3, s² = 10/4, t(4) = 2.7764451.
  const std::array values{1.0, 2.0, 3.0, 4.0, 5.0};
  const auto e = estimate(values);
  EXPECT_DOUBLE_EQ(e->mean, 3);
  EXPECT_NEAR(*e->ci95, 2.7764451 * std::sqrt(2.5 / 5), 1e-7);
  EXPECT_EQ(e->count, 5);
}

TEST(EstimateOf, CoversTheTruthInNineteenCasesOfTwenty) {
  std::mt19937_64 random{11};
  std::normal_distribution<double> normal{10, 3};
  int covered = 0;
  constexpr int rounds = 4000;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> values(5);
    for (auto& value : values) value = normal(random);
    const auto e = *estimate(values);
    if (std::abs(e.mean - 10) <= *e.ci95) ++covered;
  }
  EXPECT_NEAR(static_cast<double>(covered) / rounds, 0.95, 0.012);
}

TEST(Fairness, IsOneAmongEqualsAndOneNthWhenOneHasAll) {
  const std::array equal{7.0, 7.0, 7.0, 7.0};
  const std::array greedy{0.0, 0.0, 9.0, 0.0};
  const std::array half{5.0, 5.0, 0.0, 0.0};
  const std::array none{0.0, 0.0};
  EXPECT_DOUBLE_EQ(*fairness(equal), 1);
  EXPECT_DOUBLE_EQ(*fairness(greedy), 0.25);
  EXPECT_DOUBLE_EQ(*fairness(half), 0.5);
  EXPECT_FALSE(fairness(none));
  EXPECT_FALSE(fairness({}));
}

TEST(Fairness, DoesNotDependOnTheScale) {
  const std::array shares{1.0, 2.0, 4.0};
  const std::array scaled{1e6, 2e6, 4e6};
  EXPECT_DOUBLE_EQ(*fairness(shares), 49.0 / 63);
  EXPECT_DOUBLE_EQ(*fairness(scaled), 49.0 / 63);
}

}  // namespace
}  // namespace qoslab
