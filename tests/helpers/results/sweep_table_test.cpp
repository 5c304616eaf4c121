#include "helpers/results/sweep_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers/results/text.h"
#include "tests/analysis/gateway_samples.h"
#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

using testing::HasSubstr;
using testing::Not;

Scenario at_load(Scenario s, const std::string& load) {
  s.point = {{"load", load}, {"queue", "16 packets"}};
  s.runs.replications = 1;
  return s;
}

TEST(SweepTable, HasThePointsOfEachFlowBelowEachOther) {
  const auto s = samples::scenario();
  const auto report =
      make_report({at_load(s, "50 %"), at_load(s, "90 %")}, {{samples::replication(0)}, {samples::replication(100)}});
  EXPECT_EQ(sweep_table(report.points).table.text({}),
            R"(         load       queue  offered  carried  lost %  delay mean    p50    p99    max  response
  voice  50 %  16 packets    80.00    80.00       0       9.000  5.000  13.00  13.00
         90 %  16 packets    80.00    72.00   10.00       9.000  5.000  13.00  13.00
  file   50 %  16 packets    300.0    300.0       0           -      -      -      -     900.0
         90 %  16 packets    300.0    300.0       0           -      -      -      -     900.0
)");
}

TEST(SweepTable, HasThePointsOfEachDirectionOfAGateway) {
  const auto s = samples::gateway_scenario();
  auto light = samples::gateway_replication();
  light.gateway.streams = {samples::stream("basic", Direction::downstream, "be", 500, 500)};
  const auto report =
      make_report({at_load(s, "50 %"), at_load(s, "90 %")}, {{light}, {samples::gateway_replication()}});
  EXPECT_EQ(sweep_table(report.points).table.text({}),
            R"(                  load       queue  offered  carried  lost %  delay mean      p50      p99      max
  bng.downstream  50 %  16 packets    4.000    4.000       0      0.2505   0.2500   0.4948   0.5000
                  90 %  16 packets    17.60    14.40   14.29      0.3394   0.2998   0.8817   0.9000
  bng.upstream    90 %  16 packets   0.9600   0.8800   8.333     0.03368  0.02800  0.07898  0.08000
)");
}

TEST(SweepTable, IsInReportsOfSweepsAlone) {
  const auto s = samples::scenario();
  EXPECT_THAT(to_text(make_report({s}, {{samples::replication(0)}}), {}), Not(HasSubstr("side by side")));
  EXPECT_THAT(to_text(make_report({at_load(s, "50 %"), at_load(s, "90 %")}, {{}, {samples::replication(0)}}), {}),
              HasSubstr("\nPoints side by side (kbit/s as in the tables above, delay and response in ms)\n"));
}

}  // namespace
}  // namespace qoslab
