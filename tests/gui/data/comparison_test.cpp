#include "gui/data/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers/recorded/read.h"

namespace qoslab::gui {
namespace {

using testing::ElementsAre;

recorded::Results results_of(const std::string& path, const std::string& rest) {
  return recorded::read_results_text(R"({"scenario": "s", )" + rest + "}", path);
}

const auto first = results_of("a/results.json", R"("flows": [
  {"name": "call", "goodput_bps": 64000, "goodput_bps_ci95": 100, "delay_ms": {"p99": 4}},
  {"name": "file", "point": {"rate": "1"}, "goodput_bps": 1e6}, {"name": "idle", "goodput_bps": 0}])");
const auto second = results_of("b/results.json", R"("flows": [
  {"name": "new", "goodput_bps": 5}, {"name": "call", "goodput_bps": 32000, "goodput_bps_ci95": 50},
  {"name": "file", "point": {"rate": "2"}, "goodput_bps": 2e6}, {"name": "idle", "goodput_bps": 7}])");

TEST(Comparison, PutsSubjectsBesideEachOther) {
  const auto table = compared({&first, &second}, "goodput_bps");
  EXPECT_EQ(table.metric.unit, "bit/s");
  EXPECT_THAT(table.columns, ElementsAre("s (a)", "s (b)"));
  std::vector<std::string> names;
  for (const auto& row : table.rows) names.push_back(row.subject + " " + recorded::name_of(row.point));
  EXPECT_THAT(names, ElementsAre("call ", "file rate=1", "idle ", "new ", "file rate=2"));

  const auto& call = table.rows[0].cells;
  EXPECT_EQ(call[0].value, (recorded::Measure{64000, 100}));
  EXPECT_EQ(call[0].difference, std::nullopt);
  EXPECT_EQ(call[1].difference, -32000);
  EXPECT_EQ(call[1].difference_percent, -50);
  EXPECT_TRUE(call[1].apart);

  EXPECT_EQ(table.rows[1].cells[1].value, std::nullopt) << "missing in the second";
  EXPECT_EQ(table.rows[3].cells[0].value, std::nullopt) << "missing in the first";
  EXPECT_EQ(table.rows[3].cells[1].difference, std::nullopt);
  EXPECT_EQ(table.rows[2].cells[1].difference, 7);
  EXPECT_EQ(table.rows[2].cells[1].difference_percent, std::nullopt) << "of nothing";
}

TEST(Comparison, IntervalsThatOverlapAreNotApart) {
  const auto near = results_of("c/results.json", R"("flows": [
    {"name": "call", "goodput_bps": 64120, "goodput_bps_ci95": 20}])");
  EXPECT_FALSE(compared({&first, &near}, "goodput_bps").rows[0].cells[1].apart);
}

TEST(Comparison, OffersTheMetricsThatAnyHas) {
  std::vector<std::string_view> ids;
  for (const auto& metric : metrics_in({&first, &second})) ids.push_back(metric.id);
  EXPECT_THAT(ids, ElementsAre("goodput_bps", "delay_p99_ms"));
  EXPECT_TRUE(metrics_in({}).empty());
  EXPECT_TRUE(compared({}, "goodput_bps").rows.empty());
}

TEST(Comparison, RunsAndEmulationsOfAGatewayAreNamedAlike) {
  const auto run = results_of("", R"("traffic": [{"gateway": "bng", "direction": "downstream", "group": "homes",
    "class": "ef", "subscriber": 3, "delay_ms": {"mean": 2}}], "classes": [{"port": "r.l", "class": "EF",
    "most_waiting": 3}], "places": [{"name": "bng.core.0", "busy": 0.5}])");
  const auto emulation = results_of("", R"("accounts": [{"name": "a-b.dscp46", "delay_ns": {"mean": 2000000}}])");
  const auto table = compared({&run, &emulation, &run}, "delay_mean_ms");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].subject, "bng downstream homes/ef[3]");
  EXPECT_EQ(table.rows[0].cells[2].difference, 0);
  EXPECT_EQ(table.rows[1].subject, "a-b.dscp46");
  EXPECT_EQ(table.rows[1].cells[1].value, recorded::Measure{2});
  EXPECT_EQ(compared({&run}, "most_waiting").rows.at(0).subject, "r.l EF");
  EXPECT_EQ(compared({&run}, "busy").rows.at(0).subject, "bng.core.0");
}

TEST(Comparison, AnAccountOfOneFlowIsBesideThatFlow) {
  const auto run = results_of("a/results.json", R"("flows": [{"name": "call", "carried_bps": 64000,
    "throughput_bps": {"frame": 69000}, "delay_ms": {"mean": 2}}])");
  const auto emulation = results_of("b/results.json", R"("command": "emulate", "accounts": [
    {"name": "a-b.dscp46", "flows": ["call"], "rate_bps": 69500, "delay_ns": {"mean": 2500000}},
    {"name": "a-b.dscp0", "flows": ["file", "page"], "rate_bps": 8000}])");
  const auto delays = compared({&run, &emulation}, "delay_mean_ms");
  ASSERT_EQ(delays.rows.size(), 1U);
  EXPECT_EQ(delays.rows[0].subject, "call");
  EXPECT_EQ(delays.rows[0].cells[1].difference, 0.5);
  const auto rates = compared({&run, &emulation}, "carried_frames_bps");
  ASSERT_EQ(rates.rows.size(), 2U);
  EXPECT_EQ(rates.rows[0].cells[1].difference, 500) << "both with the headers of frames";
  EXPECT_EQ(rates.rows[1].subject, "a-b.dscp0");
  EXPECT_EQ(compared({&run, &emulation}, "carried_bps").rows.at(0).cells[1].value, std::nullopt);
}

TEST(Comparison, NamesTellResultsApart) {
  auto other = first;
  other.scenario = "t";
  EXPECT_THAT(names_of({&first, &other, &second, &first}), ElementsAre("s (a)", "t", "s (b)", "s (a) 2"));
}

}  // namespace
}  // namespace qoslab::gui
