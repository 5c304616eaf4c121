#include "helpers/scenario/parameters.h"

#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string with(const std::string& more) { return test::network + test::flows + more; }

TEST(Parameters, StandForWholeValuesAndInsideTexts) {
  const auto s = test::read_sound(test::network + R"(flows:
  call: {from: h, to: g, dscp: $mark, label: "class ${mark} at $5", traffic: {kind: voice, payload: "${size} B"}}
parameters:
  mark: {value: AF21, why: the class under test}
  size: {value: 80, why: half of G.711}
)");
  EXPECT_EQ(s.flows[0].dscp, Dscp{18});
  EXPECT_EQ(s.flows[0].label, "class AF21 at $5");
  EXPECT_EQ(std::get<VoiceTraffic>(s.flows[0].traffic).payload, Bytes{80});
}

TEST(Parameters, KeepTheirStories) {
  const auto s = test::read_sound(with(R"(parameters:
  a: {value: 1, kind: documented, source: table 3}
  b: {value: 2, kind: calibrated, for: [x]}
  c: {value: 3, why: a guess}
runs: {replications: $a, seed: $b, record: "${c} s"}
reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %, kind: calibrated}
)"));
  ASSERT_EQ(s.parameters.size(), 3U);
  EXPECT_EQ(s.parameters[0].kind, Parameter::Kind::documented);
  EXPECT_EQ(s.parameters[0].source, "table 3");
  EXPECT_EQ(s.parameters[1].kind, Parameter::Kind::calibrated);
  EXPECT_THAT(s.parameters[1].set_for, ElementsAre("x"));
  EXPECT_EQ(s.parameters[2].kind, Parameter::Kind::assumed);
  EXPECT_EQ(s.parameters[2].value, "3");
  EXPECT_EQ(s.references[0].parameter, "b");
}

TEST(Parameters, UnknownOnesAreNamed) {
  test::expect_complaints(
      with("parameters: {seed_value: {value: 1, why: x}}\nruns: {seed: @$seed_valu, record: @'${no} s', replications: "
           "$seed_value}\n"),
      {"error: no parameter 'seed_valu'; did you mean 'seed_value'?", "error: no parameter 'no'; known: seed_value"});
}

TEST(Parameters, AFaultyValueIsReportedWithItsName) {
  test::expect_complaints(
      with("parameters: {n: {value: many, why: x}}\nruns: {replications: @$n}\n"),
      {"error: replications: 'many': not a number (from parameter 'n'); write decimal digits, as in 7"});
}

TEST(Parameters, HaveOneValue) {
  test::expect_complaints(
      with("parameters:\n  a: @{why: x}\n  b: @[1]\n  c: {value: @$a, why: x}\n  @d e: 1\n"),
      {"error: a of parameters has no 'value'; write value: VALUE", "error: a list for 'b'; write b: VALUE or {...}",
       "error: a parameter made of parameters; write its value out",
       "error: 'd e' cannot name a parameter; use letters, digits and _"});
}

TEST(Sweep, EveryCombinationIsAPoint) {
  const auto outcome = read_scenario_text(with(R"(parameters:
  n: {value: 1, why: x}
  m: {value: 1, why: x}
sweep:
  n: [1, 2]
  m: [10, 20, 30]
runs: {replications: $n, seed: $m}
)"),
                                          "test");
  EXPECT_THAT(outcome.diagnostics, IsEmpty());
  ASSERT_EQ(outcome.points.size(), 6U);
  std::vector<std::pair<int, std::uint64_t>> seen;
  for (const auto& p : outcome.points) seen.emplace_back(p.runs.replications, p.runs.seed);
  EXPECT_THAT(seen, ElementsAre(std::pair{1, 10U}, std::pair{1, 20U}, std::pair{1, 30U}, std::pair{2, 10U},
                                std::pair{2, 20U}, std::pair{2, 30U}));
  EXPECT_EQ(outcome.points[5].point, (std::map<std::string, std::string>{{"m", "30"}, {"n", "2"}}));
}

TEST(Sweep, WithoutOneThereIsOnePoint) { EXPECT_THAT(test::read_sound(with("")).point, IsEmpty()); }

TEST(Sweep, AFaultOfOnePointSaysWhere) {
  test::expect_complaints(
      with("parameters: {n: {value: 1, why: x}}\nsweep: {n: [1, x, y]}\nruns: {replications: @@$n}\n"),
      {"error: replications: 'x': not a number (from parameter 'n') (at n=x); write decimal digits, as in 7",
       "error: replications: 'y': not a number (from parameter 'n') (at n=y); write decimal digits, as in 7"});
}

std::string ports_of_rates(const std::string& rates, const std::string& at_the_rate = "@") {
  test::GatewayText text;
  text.access = "rate: " + at_the_rate + "$port";
  text.profile = "classes: {be: {queue: {pir: 10 Mbit/s frame, mbs: 100 kB}}}";
  text.traffic = "direction: downstream, rate: 10 Mbit/s line, sizes: 500 B, classes: {be: 100 %}";
  text.rest = "parameters: {port: {value: 1 Gbit/s line, why: x}}\nsweep: {port: [" + rates + "]}\n";
  return text.yaml();
}

TEST(Sweep, ANoteOfOnePointSaysWhere) {
  test::expect_complaints(
      ports_of_rates("1 Gbit/s line, 80 Mbit/s line"),
      {"note: the peak rates of what is behind access port 0 sum to 100 Mbit/s, above 80 Mbit/s (at "
       "port=80 Mbit/s line); oversubscribed 1.25 : 1"});
}

TEST(Sweep, NotesThatDifferInTheirNumbersAreOne) {
  test::expect_complaints(
      ports_of_rates("80 Mbit/s line, 1 Gbit/s line, 50 Mbit/s line"),
      {"note: the peak rates of what is behind access port 0 sum to 100 Mbit/s, above 80 Mbit/s (at "
       "port=80 Mbit/s line, and alike at 1 more point); oversubscribed 1.25 : 1"});
  test::expect_complaints(
      ports_of_rates("80 Mbit/s line, 20 Mbit/s line, 50 Mbit/s line"),
      {"note: the peak rates of what is behind access port 0 sum to 100 Mbit/s, above 80 Mbit/s (at "
       "port=80 Mbit/s line, and alike at 2 more points); oversubscribed 1.25 : 1"});
}

TEST(Sweep, NamesParametersWithLists) {
  test::expect_complaints(
      with("parameters: {n: {value: 1, why: x}}\nsweep:\n  @m: [1]\n  n: @[]\nruns: {replications: $n}\n"),
      {"error: swept 'm' is no parameter; known: n",
       "error: 'n' of sweep is an empty list; remove the key or fill it"});
}

TEST(Sweep, EachValueOnce) {
  test::expect_complaints(
      with("parameters: {n: {value: 1, why: x}}\nsweep: {n: [1, 2, @1]}\nruns: {replications: $n}\n"),
      {"error: '1' for the second time; list each value once"});
}

TEST(Sweep, HasABound) {
  std::string values;
  for (int i = 1; i <= 40; ++i) values += std::to_string(i) + (i < 40 ? ", " : "");
  test::expect_complaints(with("parameters: {n: {value: 1, why: x}, m: {value: 1, why: x}}\nsweep: @{n: [" + values +
                               "], m: [" + values + "]}\nruns: {replications: $n, seed: $m}\n"),
                          {"error: a sweep of more than 1000 points; sweep fewer values"});
}

TEST(Set, OverridesAParameterAndStopsItsSweep) {
  const auto text = with("parameters: {n: {value: 1, why: x}}\nsweep: {n: [1, 2]}\nruns: {replications: $n}\n");
  ReadOptions options;
  options.parameters.set["n"] = "7";
  const auto outcome = read_scenario_text(text, "test", options);
  ASSERT_EQ(outcome.points.size(), 1U);
  EXPECT_EQ(outcome.points[0].runs.replications, 7);
  EXPECT_EQ(outcome.points[0].parameters[0].value, "7");
}

TEST(Set, OfAnUnknownParameterIsAnError) {
  ReadOptions options;
  options.parameters.set["m"] = "7";
  const auto outcome =
      read_scenario_text(with("parameters: {n: {value: 1, why: x}}\nruns: {replications: $n}\n"), "test", options);
  EXPECT_THAT(test::printed(outcome.diagnostics),
              ElementsAre("--set m=7: error: the scenario has no parameter 'm'; known: n"));
  EXPECT_THAT(outcome.points, IsEmpty());
}

TEST(SweepOption, SweepsWhatTheFileDoesNot) {
  const auto text = with(
      "parameters: {n: {value: 1, why: x}, m: {value: 5, why: x}}\nsweep: {n: [1, 2]}\nruns: {replications: $n, seed: "
      "$m}\n");
  ReadOptions options;
  options.parameters.sweep = {{"m", {"7", "8"}}, {"n", {"3", "4"}}};
  const auto outcome = read_scenario_text(text, "test", options);
  ASSERT_EQ(outcome.points.size(), 4U);
  EXPECT_EQ(outcome.points[1].runs.replications, 3) << "instead of the file's";
  EXPECT_EQ(outcome.points[1].runs.seed, 8U) << "the last one changes fastest";
  EXPECT_EQ(outcome.points[1].point, (std::map<std::string, std::string>{{"m", "8"}, {"n", "3"}}));
}

TEST(SweepOption, IsWhatTheFilesSweepIs) {
  const std::string head = "parameters: {n: {value: 1, why: x}}\nruns: {replications: $n}\n";
  ReadOptions options;
  options.parameters.sweep = {{"n", {"1", "3"}}};
  const auto swept = read_scenario_text(with(head), "test", options);
  const auto written = read_scenario_text(with(head + "sweep: {n: [1, 3]}\n"), "test");
  ASSERT_EQ(swept.points.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(swept.points[i].point, written.points.at(i).point);
    EXPECT_EQ(swept.points[i].runs.replications, written.points.at(i).runs.replications);
    EXPECT_EQ(swept.points[i].parameters.at(0).value, written.points.at(i).parameters.at(0).value);
  }
}

TEST(SweepOption, WhatIsWrongWithItIsSaid) {
  const auto text = with("parameters: {n: {value: 1, why: x}}\nruns: {replications: $n}\n");
  const auto complaints = [&](const std::vector<SweepAxis>& sweep, const Settings& set = {}) {
    ReadOptions options;
    options.parameters = {set, sweep};
    return test::printed(read_scenario_text(text, "test", options).diagnostics);
  };
  EXPECT_THAT(complaints({{"m", {"1", "2"}}}),
              ElementsAre("--sweep m=1,2: error: the scenario has no parameter 'm'; known: n"));
  EXPECT_THAT(complaints({{"n", {"1", "1"}}}),
              ElementsAre("--sweep n=1,1: error: its values are empty or not different; "
                          "list each value once: NAME=VALUE,VALUE"));
  EXPECT_THAT(complaints({{"n", {"1", ""}}}).size(), 1U);
  EXPECT_THAT(complaints({{"n", {}}}).size(), 1U);
  EXPECT_THAT(complaints({{"n", {"1", "2"}}}, {{"n", "3"}}),
              ElementsAre("--sweep n=1,2: error: 'n' is set, too; either set or sweep it"));
  SweepAxis many{"n", {}};
  for (int i = 1; i <= 1001; ++i) many.values.push_back(std::to_string(i));
  EXPECT_EQ(complaints({many}).size(), 1U);
}

TEST(Options, SeedAndReplicationsOverrideTheFile) {
  ReadOptions options;
  options.seed = 42;
  options.replications = 3;
  const auto s = test::read_sound(with("runs: {seed: 1, replications: 10}\n"), options);
  EXPECT_EQ(s.runs.seed, 42U);
  EXPECT_EQ(s.runs.replications, 3);
}

TEST(Options, DurationAndWarmupOverrideTheFile) {
  ReadOptions options;
  options.duration = Duration::milliseconds(50);
  options.warmup = Duration::milliseconds(10);
  const auto s = test::read_sound(with("runs: {duration: 9 s, warmup: 2 s}\n"), options);
  EXPECT_EQ(s.runs.duration, Duration::milliseconds(50));
  EXPECT_EQ(s.runs.warmup, Duration::milliseconds(10));
  const auto outcome = read_scenario_text(with("runs: {record: 1 s}\n"), "test", options);
  EXPECT_TRUE(has_errors(outcome.diagnostics)) << "checked with what the command line says";
}

}  // namespace
}  // namespace qoslab
