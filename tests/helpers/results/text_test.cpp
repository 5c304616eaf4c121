#include "helpers/results/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using testing::HasSubstr;
using testing::Not;

TEST(ReportText, IsThis) {
  EXPECT_EQ(to_text(samples::report(), {false, 100}), R"(diffserv
How does a call fare when everybody else is sending?
20 s measured after 10 s of warm-up, 3 replications, seed 7

References
  id           documented      simulated  unit  deviation   allowed  kind
  table4.ef        10.013   10.00 ± 2.48  %        -0.1 %     ± 1.5  predicted   ✓
  table4.cntl       0.066   10.00 ± 2.48  %      +15052 %  0 … 0.17  predicted   ✗
  fig29.mean            5  7.867 ± 0.004  ms      +57.3 %     ± 0.5  calibrated  ✗

Expectations
  metric           expected     simulated  unit
  voice.delay.p99     ≤ 150  13.00 ± 0.00  ms    ✓

Flows (kbit/s of IP, goodput of payload; ms)
  flow   class  offered  carried  goodput  lost %  delay mean    p99    max  jitter  response  done
  voice  EF       80.00    72.00    57.60   10.00       9.000  13.00  13.00   7.867
  file   BE       300.0    300.0    280.0       0                                       900.0     7

Classes (kbit/s of IP)
  port/class   rate  lost %  most waiting  suspensions  suspended s
  r1.wan/ef   72.00   10.00            16            4       0.1200

Drops (whole runs, all replications)
  dropped at          flow   packets
  r1.wan: queue_full  voice      300

Parameters
  parameter   value        kind        set for              source
  background  1061 kbit/s  calibrated  table4.be table5.ef  not in the source
  interval    20 ms        documented                       page 12

Notes
  - the reservation of port 5004 ended at 29 s

Warnings
  - diffserv.yaml:12:3: the children of wan promise 150 % of what it has

1 of 3 references hold; 1 of 1 expectations hold; 2 of 3 predicted, 1 calibrated parameter; books
balance
)");
}

TEST(ReportText, FitsANarrowTerminal) {
  const auto text = to_text(samples::report(), {false, 60});
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    EXPECT_LE(width_of(text.substr(begin, end - begin)), 60) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(ReportText, ColoursSayNothingThatTheTextDoesNot) {
  auto coloured = to_text(samples::report(), {true, 100});
  EXPECT_THAT(coloured, HasSubstr("\033[32m✓\033[0m"));
  EXPECT_THAT(coloured, HasSubstr("\033[31m✗\033[0m"));
  for (std::size_t at = 0; (at = coloured.find('\033')) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) - at + 1);
  EXPECT_EQ(coloured, to_text(samples::report(), {false, 100}));
}

TEST(ReportText, SaysThatTheRunIsNotWhole) {
  EXPECT_THAT(to_text(make_report({samples::scenario()}, {{samples::replication(0)}}), {}),
              HasSubstr("\nINCOMPLETE: 1 of 3 replications; "));
}

TEST(ReportText, SaysThatTheBooksDoNotBalance) {
  auto broken = samples::replication(0);
  broken.flows[1].delivered.packets -= 1;
  const auto text = to_text(make_report({samples::scenario()}, {{broken}}), {});
  EXPECT_THAT(text, HasSubstr("file, replication 0: -1 packets, +0 bytes"));
  EXPECT_THAT(text, HasSubstr("BOOKS DO NOT BALANCE"));
}

TEST(ReportText, OfAnEmptyRunSaysWhatItWas) {
  const auto text = to_text(make_report({samples::scenario()}, {{}}), {});
  EXPECT_THAT(text, HasSubstr("INCOMPLETE: 0 of 3 replications"));
  EXPECT_THAT(text, Not(HasSubstr("Flows")));
}

TEST(ReportText, ShowsEachPointOfASweep) {
  auto a = samples::scenario();
  a.point = {{"load", "50 %"}};
  auto b = a;
  b.point["load"] = "90 %";
  const auto text = to_text(make_report({a, b}, {{samples::replication(0)}, {samples::replication(9)}}), {});
  EXPECT_THAT(text, HasSubstr("\nPoint load=50 %\n"));
  EXPECT_THAT(text, HasSubstr("\nPoint load=90 %\n"));
}

TEST(ReportText, OfAnInterruptedRunSaysHowFarItCame) {
  auto s = samples::scenario();
  s.runs.replications = 1;
  s.runs.duration = 2_s;
  s.runs.warmup = 1_s;
  auto stopped = samples::replication(0);
  stopped.complete = false;
  stopped.from = Instant::at(1_s);
  stopped.until = Instant::at(1250_ms);
  EXPECT_THAT(to_text(make_report({s}, {{stopped}}), {}),
              HasSubstr("\n2 s to be measured after 1 s of warm-up, 1 replication, seed 7\n"
                        "Stopped after 0.25 s of 2 s measured\n"));
  s.runs.replications = 3;
  EXPECT_THAT(
      to_text(make_report({s}, {{samples::replication(0), stopped}}), {}),
      HasSubstr("\nStopped when 1 of 3 replications had ended; 1 more was begun, and stopped after 0.25 s of 2 s "
                "measured\n"));
  EXPECT_THAT(to_text(make_report({s}, {{}}), {}), HasSubstr("\nStopped when 0 of 3 replications had ended\n"));
  s.runs.replications = 1;
  stopped.until = Instant::at(600_ms);
  EXPECT_THAT(to_text(make_report({s}, {{stopped}}), {}),
              HasSubstr("\nStopped after 0.6 s of 1 s of warm-up, with nothing measured\n"));
}

Report named(std::string name, const std::vector<std::string>& ids) {
  auto s = samples::scenario();
  s.name = std::move(name);
  s.references.clear();
  for (const auto& id : ids) s.references.push_back(samples::reference(id, "loss", "%", 10, 1));
  return make_report({s}, {{samples::replication(90), samples::replication(100), samples::replication(110)}});
}

TEST(ComparisonText, IsOneTableOfAllReferences) {
  EXPECT_EQ(to_text(compare({named("cbq", {"table10.ef"}), named("fifo", {"table4.be", "fig29.mean"})}), {}),
            R"(  id          documented     simulated  unit  deviation  allowed  kind          scenario
  fig29.mean          10  10.00 ± 2.48  %        +0.0 %      ± 1  predicted  ✓  fifo
  table4.be           10  10.00 ± 2.48  %        +0.0 %      ± 1  predicted  ✓  fifo
  table10.ef          10  10.00 ± 2.48  %        +0.0 %      ± 1  predicted  ✓  cbq

2 scenarios; 3 of 3 references hold; 2 of 2 expectations hold; 3 of 3 predicted, 1 calibrated parameter; books balance
)");
}

TEST(ComparisonText, OfScenariosWithoutReferencesShowsTheirFlows) {
  const auto text = to_text(compare({named("first", {}), named("second", {})}), {});
  EXPECT_THAT(text, HasSubstr("\n  first     voice  EF "));
  EXPECT_THAT(text, HasSubstr("\n  second    file   BE "));
}

TEST(ComparisonText, NamesTheExpectationsThatDoNotHold) {
  auto s = samples::scenario();
  s.references.clear();
  s.expectations.front().at_most = 5;
  const auto text = to_text(compare({make_report({s}, {{samples::replication(0)}})}), {});
  EXPECT_THAT(text, HasSubstr("\nExpectations that do not hold\n"));
  EXPECT_THAT(text, HasSubstr("  voice.delay.p99       ≤ 5      13.00  ms    ✗  diffserv\n"));
  EXPECT_THAT(text, HasSubstr("0 of 1 expectations hold"));
}

}  // namespace
}  // namespace qoslab
