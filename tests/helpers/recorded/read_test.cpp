#include "helpers/recorded/read.h"
#include "tests/own_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace qoslab::recorded {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::StartsWith;

const std::string of_a_run = R"({"format": 1, "scenario": "two-classes", "question": "Who loses?", "status": "complete",
 "complete": true, "provenance": {"version": "0.1.0", "seed": 7, "command": "run", "file": "a.yaml",
 "started": "2026-11-30T20:14:26Z"}, "duration_s": 10.0, "planned_duration_s": 20.0, "warmup_s": 1.0, "record_s": 0.5,
 "replications": 2, "lesson": ["Look at the loss.", "Then at the jitter."],
 "points": [{"point": {"rate": "1"}, "replications": 2, "wanted": 2, "measured_s": [10.0, 10.0]}],
 "parameters": [{"name": "rate", "value": "1 Mbit/s", "kind": "documented", "source": "page 3", "set_for": ["t.be"]}],
 "flows": [{"name": "call", "class": "EF", "point": {"rate": "1"}, "offered_bps": 64000, "carried_bps": 60000.5,
  "goodput_bps": 50000, "goodput_bps_ci95": 125.0, "loss_percent": 1.5, "drops": {"a.l: queue full": 3},
  "measured": {"offered": {"packets": 10, "bytes": 1000}, "carried": {"packets": 7, "bytes": 700}},
  "books": {"sent": {"packets": 12, "bytes": 1200}, "delivered": {"packets": 9, "bytes": 900}},
  "throughput_bps": {"ip": 60000.5, "line": 70000}, "delay_ms": {"min": 1, "mean": 2, "mean_ci95": 0.5, "p99": 5},
  "jitter_ms": {"mean": 0.25}, "reservation": {"bound_ms": 12.5}, "histogram_ns": [[2000, 3], [1000, 5]], "histogram_joined": 4}],
 "classes": [{"port": "r1.link", "class": "EF", "point": {}, "arrived": {"packets": 4, "bytes": 400}, "sent": {
  "packets": 3, "bytes": 300}, "drops": {"queue full": 1}, "rate_bps": 8000, "most_waiting": 17.0}],
 "traffic": [{"subject": "homes.downstream/ef", "gateway": "bng", "group": "homes", "direction": "downstream", "class":
  "ef", "subscriber": 17, "carried_bps": 5e9, "delay_ms": {"p999": 0.2}, "waited_percent": {"port": 25.0}, "waited":
  {"no": 1, "own_shaper": 2, "parent": 3, "port": 4}, "measured": {"offered": {"packets": 20, "bytes": 2},
  "drops": {"red": 2}}, "marked": {"green": 5, "red": 2}}],
 "subscribers": [{"gateway": "bng", "group": "homes", "direction": "downstream", "subscribers": 128000, "loaded": 90,
  "mean_bps": 3.5, "bands_bps": {"p1": 1, "p50": 2}, "fairness": 0.9, "worst": [{"subscriber": 5, "offered_bps": 10,
  "arrived_bps": 5, "share": 0.5}]}],
 "places": [{"name": "bng.core.0", "sent": {"packets": 1, "bytes": 2}, "busy": 0.52}],
 "aggregates": [{"gateway": "bng", "level": "olt", "direction": "upstream", "number": 4, "all": {"lost_packets": 3},
  "worst": {"name": "olt.1", "loss_percent": 2.5}}],
 "fairness": [{"class": "EF", "flows": 2, "index": 0.75}],
 "references": [{"id": "t.be", "metric": "call.goodput", "unit": "kbit/s", "documented": 52, "simulated": 50,
  "simulated_ci95": 0.1, "replications": 2, "deviation_percent": null, "tolerance": 3, "kind": "calibrated",
  "parameter": "rate", "within": true}],
 "expectations": [{"metric": "call.loss", "unit": "%", "at_most": 2, "simulated": null, "holds": false}],
 "notes": ["one"], "warnings": ["two"], "performance": {"wall_s": 2.5, "packets": 8, "ns_per_packet": null},
 "balance": {"ok": false, "sent": {"packets": 12, "bytes": 1200}, "traffic": {"sent": {"packets": 1, "bytes": 2}},
 "violations": [{"flow": "call", "replication": 1, "books": {}}]}})";

const std::string of_an_emulation = R"({"version": "0.1.0", "command": "emulate", "scenario": "s", "complete": false,
 "started": "now", "certificate": {"valid": true, "grade": "exact", "reasons": [], "lateness_ns": {"p99": 60000}},
 "accounts": [{"name": "a-b.dscp46", "offered": {"packets": 5, "bytes": 50}, "drops": {"a: full": 2}, "rate_bps": 8000,
 "lost_percent": 1.5, "delay_ns": {"mean": 2500000}}], "ports": [{"name": "a", "device": "veth0"}]})";

std::string refusal_of(const std::string& text) {
  try {
    read_results_text(text, "results.json");
  } catch (const Unreadable& e) {
    return e.what();
  }
  return "";
}

TEST(ReadResults, OfARunHaveEveryFieldInItsPlace) {
  const auto r = read_results_text(of_a_run, "x/results.json");
  EXPECT_THAT(r.oddities, IsEmpty());
  EXPECT_EQ(r.path, "x/results.json");
  EXPECT_EQ(r.command, "run");
  EXPECT_EQ(r.status, "complete");
  EXPECT_EQ(r.provenance.seed, 7);
  EXPECT_EQ(r.planned_duration_s, 20);
  EXPECT_THAT(r.lesson, ElementsAre("Look at the loss.", "Then at the jitter."));
  EXPECT_THAT(r.points.at(0).measured_s, ElementsAre(10, 10));
  EXPECT_THAT(r.parameters.at(0).set_for, ElementsAre("t.be"));
  EXPECT_THAT(r.notes, ElementsAre("one"));
  EXPECT_EQ(r.places.at(0).busy, Measure{0.52});
  EXPECT_EQ(r.aggregates.at(0).worst.value().loss_percent, 2.5);
  EXPECT_FALSE(r.aggregates.at(0).best);
  EXPECT_EQ(r.fairness.at(0).index, Measure{0.75});
  EXPECT_EQ(r.performance.value().ns_per_packet, std::nullopt);
  EXPECT_FALSE(r.balance.ok);
  EXPECT_EQ(r.balance.flows.sent, (Count{12, 1200}));
  EXPECT_EQ(r.balance.traffic.value().sent, (Count{1, 2}));
  EXPECT_EQ(r.balance.violations.at(0).flow, "call");
}

TEST(ReadResults, OfAFlow) {
  const auto flow = read_results_text(of_a_run, "").flows.at(0);
  EXPECT_EQ(flow.name, "call");
  EXPECT_EQ(name_of(flow.point), "rate=1");
  EXPECT_EQ(flow.goodput_bps, (Measure{50000, 125}));
  EXPECT_EQ(flow.carried_bps, Measure{60000.5});
  EXPECT_EQ(flow.offered, (Count{10, 1000}));
  EXPECT_EQ(flow.books.delivered, (Count{9, 900}));
  EXPECT_EQ(flow.delay_ms.mean, (Measure{2, 0.5}));
  EXPECT_EQ(flow.delay_ms.p95, std::nullopt) << "what has no samples is absent";
  EXPECT_EQ(flow.throughput_bps.at("line"), Measure{70000});
  EXPECT_EQ(flow.jitter_ms, Measure{0.25});
  EXPECT_EQ(flow.bound_ms, Measure{12.5});
  EXPECT_THAT(flow.drops, ElementsAre(Pair("a.l: queue full", 3)));
  EXPECT_THAT(flow.histogram_ns, ElementsAre(Bin{1000, 5}, Bin{2000, 3})) << "in order, whatever the file's";
  EXPECT_EQ(flow.histogram_joined, 4);
  EXPECT_EQ(flow.jitter_histogram_joined, 1);
}

TEST(ReadResults, OfGatewaysAndReferences) {
  const auto r = read_results_text(of_a_run, "");
  const auto& traffic = r.traffic.at(0);
  EXPECT_EQ(traffic.subscriber, 17);
  EXPECT_EQ(traffic.class_name, "ef");
  EXPECT_EQ(traffic.waited.all(), 10);
  EXPECT_EQ(traffic.waited_port_percent, Measure{25});
  EXPECT_THAT(traffic.measured_drops, ElementsAre(Pair("red", 2)));
  EXPECT_EQ(traffic.red, 2);
  const auto& subscribers = r.subscribers.at(0);
  EXPECT_THAT(subscribers.bands_bps, ElementsAre(Pair(1, 1.0), Pair(50, 2.0)));
  EXPECT_EQ(subscribers.worst.at(0).share, 0.5);
  EXPECT_EQ(r.classes.at(0).most_waiting, Measure{17});
  EXPECT_EQ(r.references.at(0).simulated, (Measure{50, 0.1}));
  EXPECT_EQ(r.references.at(0).within, true);
  EXPECT_EQ(r.references.at(0).deviation_percent, std::nullopt);
  EXPECT_EQ(r.expectations.at(0).simulated, std::nullopt);
  EXPECT_EQ(r.expectations.at(0).at_most, 2);
}

TEST(ReadResults, OfAnEmulationAreInTheUnitsOfARun) {
  const auto r = read_results_text(of_an_emulation, "");
  EXPECT_EQ(r.command, "emulate");
  EXPECT_EQ(r.status, "incomplete");
  EXPECT_EQ(r.provenance.version, "0.1.0");
  EXPECT_EQ(r.accounts.at(0).delay_ms.mean, Measure{2.5});
  EXPECT_EQ(r.accounts.at(0).offered, (Count{5, 50}));
  EXPECT_EQ(r.certificate.value().lateness_ns.p99, 60000);
  EXPECT_EQ(r.ports.at(0).device, "veth0");
}

TEST(ReadResults, WrongTypesArePassedOverAndNamed) {
  const auto r = read_results_text(R"({"scenario": ["s"], "duration_s": "ten", "points": 3, "notes": [1, "two"],
    "flows": [7, {"name": "call", "goodput_bps": "fast", "offered_bps": 5, "offered_bps_ci95": true, "delay_ms": [],
    "point": {"a": 1, "b": []}, "drops": {"x": 1.5}, "histogram_ns": [[1, 2], [1], [-1, 2], 3]}],
    "replications": 1e300})",
                                   "");
  EXPECT_THAT(
      r.oddities,
      testing::UnorderedElementsAre(
          "scenario: a list, where text is wanted", "duration_s: text, where a number is wanted",
          "points: the number 3, where a list is wanted", "notes[0]: the number 1, where text is wanted",
          "flows[0]: the number 7, where an object is wanted", "flows[1].goodput_bps: text, where a number is wanted",
          "flows[1].offered_bps_ci95: true or false, where a number is wanted",
          "flows[1].delay_ms: a list, where an object is wanted", "flows[1].point.b: a list, where text is wanted",
          "flows[1].drops.x: the number 1.5, where a whole number is wanted",
          "flows[1].histogram_ns[1]: a list, where [nanoseconds, count] is wanted",
          "flows[1].histogram_ns[2]: a list, where [nanoseconds, count] is wanted",
          "flows[1].histogram_ns[3]: the number 3, where [nanoseconds, count] is wanted",
          "replications: the number 1e+300, where a whole number is wanted"));
  ASSERT_THAT(r.flows, SizeIs(1));
  EXPECT_EQ(r.flows[0].offered_bps, Measure{5}) << "the rest of the entry is there";
  EXPECT_EQ(r.flows[0].goodput_bps, std::nullopt);
  EXPECT_THAT(r.flows[0].point, ElementsAre(Pair("a", "1")));
  EXPECT_THAT(r.notes, ElementsAre("two"));
}

TEST(ReadResults, OddThingsAreNamedTwentyTimesAndNoMore) {
  std::string text = R"({"scenario": "s", "flows": [0)";
  for (int i = 0; i < 1000; ++i) text += ",0";
  const auto r = read_results_text(text + "]}", "");
  ASSERT_THAT(r.oddities, SizeIs(most_oddities + 1));
  EXPECT_EQ(r.oddities.back(), "and more of this kind");
}

TEST(ReadResults, AWrongFileIsRefusedWithWhatIsWrong) {
  EXPECT_EQ(refusal_of(R"({"format": 2, "scenario": "s"})"),
            "results.json: results of format 2; this program reads format 1. A newer qoslab wrote it");
  EXPECT_EQ(refusal_of(R"({"format": 0, "scenario": "s"})"),
            "results.json: results of format 0; this program reads format 1");
  EXPECT_EQ(refusal_of(R"({"format": "1", "scenario": "s"})"),
            "results.json: its 'format' is no whole number; not of qoslab");
  EXPECT_EQ(refusal_of(""), "results.json: cut off after 0 bytes; a whole results.json is wanted");
  EXPECT_EQ(refusal_of(R"({"scenario": "s", "fl)"),
            "results.json: cut off after 21 bytes; a whole results.json is wanted");
  EXPECT_EQ(refusal_of("time_s,flow\n"), "results.json: no JSON from byte 2 on; a results.json is wanted");
  EXPECT_EQ(refusal_of("[1]"), "results.json: JSON, but not of qoslab; a results.json is wanted");
  EXPECT_EQ(refusal_of(R"({"flows": []})"), "results.json: JSON, but not of qoslab; a results.json is wanted");
  EXPECT_THAT(refusal_of("{\"scenario\": \"\xff\"}"), StartsWith("results.json: no JSON from byte"));
  EXPECT_THAT(refusal_of(R"({"scenario": "s", "duration_s": 1e999})"), StartsWith("results.json: no JSON"));
}

TEST(ReadResults, SizesAndNestingAreBounded) {
  EXPECT_EQ(refusal_of(R"({"scenario": )" + std::string(200'000, '[')),
            "results.json: nested more than 64 deep; not of qoslab");
  std::string many = R"({"scenario": "s", "flows": [0)";
  for (std::size_t i = 0; i < most_results_values; ++i) many += ",0";
  EXPECT_EQ(refusal_of(many + "]}"), "results.json: more than 3000000 values; too large to read");
  EXPECT_EQ(refusal_of(std::string(largest_results_bytes + 1, ' ')),
            "results.json: more than 64 MiB; no results.json is so large");
}

TEST(ReadResults, EveryPartOfAFileThatWasCutOffIsRefusedOrRead) {
  for (const auto& whole : {of_a_run, of_an_emulation})
    for (std::size_t length = 0; length < whole.size(); ++length)
      EXPECT_THAT(refusal_of(whole.substr(0, length)), HasSubstr("cut off after")) << length;
}

TEST(ReadResults, NoFlippedByteIsAnAccident) {
  std::mt19937 random{1};
  int read = 0;
  for (const auto& whole : {of_a_run, of_an_emulation})
    for (int round = 0; round < 3000; ++round) {
      auto text = whole;
      for (int flips = 0; flips < 1 + round % 4; ++flips)
        text[random() % text.size()] =
            round % 2 == 0 ? static_cast<char>(random() % 256) : std::string{"{}[],:\"0-"}[random() % 9];
      const auto refusal = refusal_of(text);
      if (refusal.empty()) ++read;
      EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
    }
  EXPECT_GT(read, 500);
}

class ReadResultsFile : public testing::Test {
 protected:
  std::string refusal_of_file(const fs::path& path) {
    try {
      read_results(path);
    } catch (const Unreadable& e) {
      return e.what();
    }
    return "";
  }
  const test::OwnFolder own;
  fs::path folder = own.path();
};

TEST_F(ReadResultsFile, TheDirectoryIsEnough) {
  std::ofstream{folder / "results.json"} << of_a_run;
  EXPECT_EQ(read_results(folder).scenario, "two-classes");
  EXPECT_EQ(read_results(folder / "results.json").scenario, "two-classes");
}

TEST_F(ReadResultsFile, ACertificateIsInTheFileOrBesideIt) {
  EXPECT_EQ(certificate_of(read_results_text(of_an_emulation, "")).value().grade, "exact");
  std::ofstream{folder / "results.json"} << of_a_run;
  EXPECT_FALSE(certificate_of(read_results(folder)));
  std::ofstream{folder / "certificate.json"} << of_an_emulation;
  EXPECT_EQ(certificate_of(read_results(folder)).value().grade, "exact");
  std::ofstream{folder / "certificate.json"} << "{";
  EXPECT_THROW(certificate_of(read_results(folder)), Unreadable);
}

TEST_F(ReadResultsFile, WhatIsNoFileIsRefused) {
  const auto none = folder / "none" / "results.json";
  EXPECT_THAT(refusal_of_file(none), AllOf(StartsWith(none.string()), EndsWith("No such file or directory")));
  EXPECT_THAT(refusal_of_file(folder), HasSubstr("No such file"));
  const auto pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal_of_file(pipe), EndsWith("is no regular file; a results.json is wanted"))
      << "and nobody waits for a writer";
  const auto large = folder / "large.json";
  std::ofstream{large} << "{";
  fs::resize_file(large, std::uintmax_t{1} << 40);
  EXPECT_THAT(refusal_of_file(large), EndsWith("1048576 MiB; no results.json is so large"));
}

}  // namespace
}  // namespace qoslab::recorded
