#include "analysis/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace qoslab {
namespace {

Report report(std::string scenario, const std::vector<std::pair<std::string, std::optional<bool>>>& references) {
  Report r;
  r.scenario = std::move(scenario);
  r.points.emplace_back();
  for (const auto& [id, within] : references) {
    ReferenceReport reference;
    reference.reference.id = id;
    reference.within = within;
    r.points.front().references.push_back(reference);
  }
  r.honesty.references = static_cast<int>(references.size());
  r.honesty.predicted = 1;
  return r;
}

TEST(NaturalOrder, ComparesNumbersAsNumbers) {
  EXPECT_TRUE(naturally_before("table2.be", "table10.be"));
  EXPECT_FALSE(naturally_before("table10.be", "table2.be"));
  EXPECT_TRUE(naturally_before("fig31", "table2"));
  EXPECT_TRUE(naturally_before("table3.af1", "table3.af2"));
  EXPECT_TRUE(naturally_before("table3", "table3.be"));
  EXPECT_FALSE(naturally_before("same7", "same7"));
  EXPECT_FALSE(naturally_before("a007", "a7"));
  EXPECT_FALSE(naturally_before("a7", "a007"));
  EXPECT_TRUE(naturally_before("a99999999999999999998", "a99999999999999999999"));
}

TEST(NaturalOrder, IsAnOrder) {
  std::mt19937_64 random{2};
  const auto name = [&] {
    std::string text(random() % 6, ' ');
    for (auto& c : text) c = "ab01."[random() % 5];
    return text;
  };
  for (int round = 0; round < 20'000; ++round) {
    const auto a = name();
    const auto b = name();
    const auto c = name();
    EXPECT_FALSE(naturally_before(a, b) && naturally_before(b, a)) << a << " " << b;
    EXPECT_TRUE(!naturally_before(a, b) || !naturally_before(b, c) || naturally_before(a, c)) << a << " " << b << c;
  }
}

TEST(Comparison, SortsTheReferencesOfAllScenarios) {
  const auto all =
      compare({report("b", {{"table10.x", true}, {"table2.z", true}}), report("a", {{"table2.be", true}})});
  ASSERT_EQ(all.rows.size(), 3U);
  EXPECT_EQ(all.rows[0].reference.reference.id, "table2.be");
  EXPECT_EQ(all.rows[0].scenario, "a");
  EXPECT_EQ(all.rows[1].reference.reference.id, "table2.z");
  EXPECT_EQ(all.rows[2].reference.reference.id, "table10.x");
}

TEST(Comparison, CountsWhatHoldsAndWhatIsNotJudged) {
  const auto all = compare({report("a", {{"x", true}, {"y", false}}), report("b", {{"z", std::nullopt}, {"w", true}})});
  EXPECT_EQ(all.scenarios, 2);
  EXPECT_EQ(all.within, 2);
  EXPECT_EQ(all.outside, 1);
  EXPECT_EQ(all.honesty.references, 4);
  EXPECT_EQ(all.honesty.predicted, 2);
}

TEST(Comparison, AParameterThatScenariosShareCountsOnce) {
  auto a = report("a", {});
  Parameter shared;
  shared.name = "background.poisson";
  shared.kind = Parameter::Kind::calibrated;
  a.parameters = {shared};
  auto b = report("b", {});
  b.parameters = a.parameters;
  b.parameters.push_back(shared);
  b.parameters.back().name = "dead_time";
  EXPECT_EQ(compare({a, b}).honesty.calibrated_parameters, 2);
}

TEST(Comparison, IsAsIncompleteAsItsLeastCompleteScenario) {
  auto cut = report("b", {});
  cut.points.front().wanted = 2;
  EXPECT_TRUE(compare({report("a", {})}).complete);
  EXPECT_FALSE(compare({report("a", {}), cut}).complete);
  auto broken = report("c", {});
  broken.points.front().violations.emplace_back();
  EXPECT_FALSE(compare({broken, report("a", {})}).balanced);
}

TEST(Comparison, ScenariosWithoutReferencesShowTheirFlows) {
  auto a = report("a", {});
  a.points.front().flows.resize(2);
  auto b = report("b", {{"x", true}});
  b.points.front().flows.resize(3);
  EXPECT_EQ(compare({a, b}).flows.size(), 2U);
}

TEST(Comparison, CountsReplications) {
  auto a = report("a", {});
  a.points.front().replications = 3;
  a.points.front().wanted = 10;
  EXPECT_EQ(compare({a, a}).replications, 6);
  EXPECT_EQ(compare({a, a}).wanted, 20);
}

TEST(Comparison, CountsExpectations) {
  auto a = report("a", {});
  a.points.front().expectations.resize(3);
  a.points.front().expectations[1].holds = true;
  EXPECT_EQ(compare({a}).expectations, 3);
  EXPECT_EQ(compare({a}).expectations_held, 1);
  ASSERT_EQ(compare({a}).disappointments.size(), 2U);
  EXPECT_EQ(compare({a}).disappointments[0].scenario, "a");
}

}  // namespace
}  // namespace qoslab
