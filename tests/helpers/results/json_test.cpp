#include "helpers/results/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using Json = nlohmann::json;

Json parsed(const Report& report) { return Json::parse(to_json(report)); }

TEST(ResultsJson, SaysWhatItIs) {
  const auto json = parsed(samples::report());
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["scenario"], "diffserv");
  EXPECT_EQ(json["lesson"], Json({"Look at the loss first.", "Then at the jitter: \"why\"?"}));
  EXPECT_EQ(json["status"], "complete");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["duration_s"], 20);
  EXPECT_EQ(json["warmup_s"], 10);
  EXPECT_EQ(json["replications"], 3);
  EXPECT_EQ(json["provenance"]["seed"], 7);
  EXPECT_EQ(json["provenance"]["version"], "0.1.0");
  EXPECT_EQ(json["warnings"].size(), 1U);
  EXPECT_EQ(json["notes"].size(), 1U);
}

TEST(ResultsJson, AFlowHasItsMeansAndTheirConfidence) {
  const auto flow = parsed(samples::report())["flows"][0];
  EXPECT_EQ(flow["name"], "voice");
  EXPECT_EQ(flow["class"], "EF");
  EXPECT_DOUBLE_EQ(flow["offered_bps"], 80'000);
  EXPECT_DOUBLE_EQ(flow["carried_bps"], 72'000);
  EXPECT_DOUBLE_EQ(flow["goodput_bps"], 57'600);
  EXPECT_DOUBLE_EQ(flow["loss_percent"], 10);
  EXPECT_NEAR(flow["loss_percent_ci95"], 4.3026527 / std::sqrt(3), 1e-6);
  EXPECT_DOUBLE_EQ(flow["delay_ms"]["min"], 5);
  EXPECT_DOUBLE_EQ(flow["delay_ms"]["p99"], 13);
  EXPECT_EQ(flow["delay_ms"]["max_ci95"], 0);
  EXPECT_DOUBLE_EQ(flow["pdv_ms"]["p99"], 8);
  EXPECT_NEAR(flow["jitter_ms"]["max"], 8, 1e-9);
  EXPECT_FALSE(flow.contains("response_ms"));
  EXPECT_FALSE(flow.contains("reservation"));
}

std::int64_t samples_in(const Json& histogram) {
  std::int64_t sum = 0;
  for (const auto& bin : histogram) sum += bin[1].get<std::int64_t>();
  return sum;
}

TEST(ResultsJson, AFlowHasHistogramsOfAllReplications) {
  const auto json = parsed(samples::report());
  const auto& voice = json["flows"][0];
  ASSERT_EQ(voice["histogram_ns"].size(), 2U);
  EXPECT_NEAR(voice["histogram_ns"][0][0], 5e6, 5e3);
  EXPECT_LE(voice["histogram_ns"][0][0], 5'000'000);
  EXPECT_EQ(voice["histogram_ns"][0][1], 1350) << "every other packet of three replications";
  EXPECT_EQ(samples_in(voice["histogram_ns"]), 2700);
  EXPECT_EQ(samples_in(voice["jitter_histogram_ns"]), 2700 - 3) << "the first packet has no predecessor";
  EXPECT_FALSE(voice.contains("histogram_joined"));
  EXPECT_FALSE(json["flows"][1].contains("histogram_ns")) << "nothing was sampled";
  EXPECT_FALSE(json["flows"][1].contains("jitter_histogram_ns"));
}

TEST(ResultsJson, HistogramsOfManyFlowsGetShorter) {
  auto report = samples::report();
  auto& flows = report.points.front().flows;
  flows.resize(1);
  auto& bins = flows.front().histograms.delays.bins;
  bins.clear();
  for (std::uint32_t i = 0; i < 512; ++i) bins.push_back({100 + i, 1});
  EXPECT_EQ(parsed(report)["flows"][0]["histogram_ns"].size(), 512U);
  flows.resize(1000, flows.front());
  const auto last = parsed(report)["flows"][999];
  EXPECT_LE(last["histogram_ns"].size(), 131U);
  EXPECT_EQ(last["histogram_joined"], 4);
  EXPECT_EQ(last["histogram_ns"][1], Json({104, 4}));
  EXPECT_EQ(samples_in(last["histogram_ns"]), 512);
}

TEST(ResultsJson, TheBooksOfAFlowAddUp) {
  const auto json = parsed(samples::report());
  for (const auto& flow : json["flows"]) {
    std::int64_t by_reason = 0;
    for (const auto& [reason, packets] : flow["drops"].items()) by_reason += packets.get<std::int64_t>();
    EXPECT_EQ(flow["lost"], by_reason);
    EXPECT_EQ(flow["sent"].get<std::int64_t>(), flow["delivered"].get<std::int64_t>() + by_reason +
                                                    flow["queued"].get<std::int64_t>() +
                                                    flow["in_flight"].get<std::int64_t>());
  }
  EXPECT_EQ(json["flows"][0]["drops"]["r1.wan: queue_full"], 300);
  EXPECT_EQ(json["flows"][0]["drops_bytes"]["r1.wan: queue_full"], 60'000);
  EXPECT_EQ(json["flows"][1]["measured"]["carried"]["packets"], 1500);
  EXPECT_EQ(json["balance"]["ok"], true);
  EXPECT_EQ(json["balance"]["sent"]["packets"], 3 * 1510);
  EXPECT_EQ(json["balance"]["violations"].size(), 0U);
}

TEST(ResultsJson, FilesHaveResponseTimes) {
  const auto response = parsed(samples::report())["flows"][1]["response_ms"];
  EXPECT_DOUBLE_EQ(response["mean"], 900);
  EXPECT_EQ(response["count"], 7) << "a count has no milliseconds";
}

TEST(ResultsJson, AReferenceStandsBesideWhatWasPublished) {
  const auto references = parsed(samples::report())["references"];
  ASSERT_EQ(references.size(), 3U);
  const auto& loss = references[0];
  EXPECT_EQ(loss["id"], "table4.ef");
  EXPECT_EQ(loss["metric"], "voice.loss");
  EXPECT_EQ(loss["unit"], "%");
  EXPECT_EQ(loss["documented"], 10.013);
  EXPECT_DOUBLE_EQ(loss["simulated"], 10);
  EXPECT_TRUE(loss.contains("simulated_ci95"));
  EXPECT_NEAR(loss["deviation_percent"], -0.13, 0.001);
  EXPECT_EQ(loss["tolerance"], 1.5);
  EXPECT_EQ(loss["kind"], "predicted");
  EXPECT_EQ(loss["within"], true);
  EXPECT_EQ(references[1]["tolerance"], nullptr);
  EXPECT_EQ(references[1]["at_most"], 0.17);
  EXPECT_EQ(references[1]["within"], false);
  EXPECT_EQ(references[2]["kind"], "calibrated");
  EXPECT_EQ(references[2]["parameter"], "background");
}

TEST(ResultsJson, WhatWasNotMeasuredIsNull) {
  auto s = samples::scenario();
  s.references = {samples::reference("x", "response.mean", "ms", 5, std::nullopt)};
  const auto reference = parsed(make_report({s}, {{samples::replication(0)}}))["references"][0];
  EXPECT_EQ(reference["simulated"], nullptr);
  EXPECT_EQ(reference["deviation_percent"], nullptr);
  EXPECT_EQ(reference["within"], nullptr);
  EXPECT_EQ(reference["replications"], 0);
}

TEST(ResultsJson, OneReplicationHasNoConfidence) {
  const auto text = to_json(make_report({samples::scenario()}, {{samples::replication(3)}}));
  EXPECT_EQ(text.find("ci95"), std::string::npos);
}

TEST(ResultsJson, ClassesParametersAndExpectationsAreThere) {
  const auto json = parsed(samples::report());
  const auto& ef = json["classes"][0];
  EXPECT_EQ(ef["port"], "r1.wan");
  EXPECT_EQ(ef["class"], "ef");
  EXPECT_EQ(ef["arrived"]["packets"], 3000);
  EXPECT_DOUBLE_EQ(ef["rate_bps"], 72'000);
  EXPECT_DOUBLE_EQ(ef["suspended_s"], 0.12);
  EXPECT_EQ(ef["most_waiting"], 16);
  EXPECT_EQ(json["parameters"][0]["kind"], "calibrated");
  EXPECT_EQ(json["parameters"][0]["set_for"][1], "table5.ef");
  EXPECT_EQ(json["expectations"][0]["metric"], "voice.delay.p99");
  EXPECT_EQ(json["expectations"][0]["holds"], true);
  EXPECT_EQ(json["honesty"]["calibrated_parameters"], 1);
  EXPECT_EQ(json["honesty"]["predicted"], 2);
}

TEST(ResultsJson, PerformanceIsPerPacket) {
  const auto performance = parsed(samples::report())["performance"];
  EXPECT_EQ(performance["packets"], 12'000);
  EXPECT_DOUBLE_EQ(performance["busy_s"], 0.75);
  EXPECT_DOUBLE_EQ(performance["ns_per_packet"], 0.75e9 / 12'000);
  EXPECT_EQ(performance["peak_rss_bytes"], 50'000'000);
  EXPECT_EQ(performance["threads"], 2);
}

TEST(ResultsJson, AnEmptyRunIsStillADocument) {
  const auto json = parsed(make_report({samples::scenario()}, {{}}));
  EXPECT_EQ(json["status"], "incomplete");
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["flows"], Json::array());
  EXPECT_EQ(json["performance"]["ns_per_packet"], nullptr);
  EXPECT_EQ(json["points"][0]["point"], Json::object());
}

TEST(ResultsJson, AnInterruptedRunSaysHowFarItCame) {
  auto s = samples::scenario();
  s.runs.replications = 2;
  auto stopped = samples::replication(0);
  stopped.complete = false;
  stopped.until = stopped.from + 400_ms;
  const auto whole = samples::replication(0);
  const auto json = parsed(make_report({s}, {{whole, stopped}}));
  EXPECT_EQ(json["duration_s"], 0.4);
  EXPECT_EQ(json["planned_duration_s"], s.runs.duration.to_seconds());
  EXPECT_EQ(json["points"][0]["measured_s"], Json::array({(whole.until - whole.from).to_seconds(), 0.4}));
  EXPECT_EQ(json["points"][0]["replications"], 1);
}

TEST(ResultsJson, BooksThatDoNotBalanceMakeTheRunInvalid) {
  auto broken = samples::replication(0);
  broken.flows[1].delivered.packets -= 1;
  auto s = samples::scenario();
  s.runs.replications = 1;
  const auto json = parsed(make_report({s}, {{broken}}));
  EXPECT_EQ(json["status"], "invalid");
  EXPECT_EQ(json["balance"]["ok"], false);
  EXPECT_EQ(json["balance"]["violations"][0]["flow"], "file");
  EXPECT_EQ(json["balance"]["violations"][0]["books"]["delivered"]["packets"], 504);
}

TEST(ResultsJson, EveryEntryOfASweepNamesItsPoint) {
  auto a = samples::scenario();
  a.point = {{"load", "50 %"}};
  auto b = a;
  b.point["load"] = "90 %";
  const auto json = parsed(make_report({a, b}, {{samples::replication(0)}, {samples::replication(9)}}));
  for (const auto* list : {"flows", "classes", "references", "expectations"}) {
    const auto& entries = json[list];
    const auto half = entries.size() / 2;
    ASSERT_GT(half, 0U);
    for (std::size_t i = 0; i < entries.size(); ++i) EXPECT_EQ(entries[i]["point"]["load"], i < half ? "50 %" : "90 %");
  }
}

TEST(ResultsJson, NamesThatAreNoUtf8DoNotBreakTheDocument) {
  auto report = samples::report();
  report.scenario = "caf\xe9 \"quoted\"\n";
  EXPECT_EQ(parsed(report)["scenario"], "caf\xef\xbf\xbd \"quoted\"\n");
}

TEST(ResultsJson, ANumberThatIsNoneIsNull) {
  auto report = samples::report();
  report.points.front().flows.front().metrics["loss"].mean = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(parsed(report)["flows"][0]["loss_percent"], nullptr);
}

}  // namespace
}  // namespace qoslab
