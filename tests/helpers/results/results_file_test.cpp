#include "helpers/results/results_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "helpers/results/difference_table.h"
#include "tests/own_folder.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

class ResultsFileTest : public testing::Test {
 protected:
  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream{folder / name} << text;
    return folder / name;
  }
  std::string error_of(const fs::path& path) {
    try {
      read_results(path);
    } catch (const ResultsFileError& e) {
      return e.what();
    }
    return "";
  }
  const test::OwnFolder own;
  fs::path folder = own.path();
};

const std::string simulated = R"({"format": 1, "scenario": "s", "complete": true, "provenance": {"command": "run"},
  "flows": [{"name": "call", "goodput_bps": 64000, "loss_percent": 0.0, "delay_ms": {"mean": 2.0, "p99": 5.0}},
            {"name": "file", "point": {"rate": "1"}, "goodput_bps": 1e6}]})";
const std::string emulated = R"({"scenario": "s", "command": "emulate", "complete": false,
  "certificate": {"lateness_ns": {"p99": 60000}},
  "accounts": [{"name": "a-b.dscp46", "rate_bps": 8000, "lost_percent": 1.5, "delay_ns": {"mean": 2500000}}]})";

TEST_F(ResultsFileTest, OfARun) {
  const auto results = read_results(write("results.json", simulated));
  EXPECT_EQ(results.command, "run");
  EXPECT_TRUE(results.complete);
  EXPECT_EQ(results.subjects.at("call").metrics.at("delay.mean, ms"), 2.0);
  EXPECT_EQ(results.subjects.at("file rate=1").metrics.at("goodput, bit/s"), 1e6);
  EXPECT_FALSE(results.lateness_ms);
}

TEST_F(ResultsFileTest, OfAnEmulationInTheUnitsOfARun) {
  const auto results = read_results(write("results.json", emulated));
  EXPECT_EQ(results.command, "emulate");
  EXPECT_FALSE(results.complete);
  EXPECT_EQ(results.subjects.at("a-b.dscp46").metrics.at("delay.mean, ms"), 2.5);
  EXPECT_EQ(results.subjects.at("a-b.dscp46").metrics.at("loss, %"), 1.5);
  EXPECT_EQ(results.lateness_ms, 0.06);
}

TEST_F(ResultsFileTest, ACertificateMayLieBesideAndTheDirectoryIsEnough) {
  write("results.json", simulated);
  write("certificate.json", emulated);
  EXPECT_EQ(read_results(folder).lateness_ms, 0.06);
}

TEST_F(ResultsFileTest, SaysWhatIsWrong) {
  EXPECT_NE(error_of(folder / "none.json").find("cannot be read"), std::string::npos);
  EXPECT_NE(error_of(write("a.json", simulated.substr(0, 100))).find("cut off"), std::string::npos);
  EXPECT_NE(error_of(write("b.json", "[1]")).find("not of qoslab"), std::string::npos);
  EXPECT_NE(error_of(write("c.json", R"({"format": 99, "scenario": "s"})")).find("format 99"), std::string::npos);
  EXPECT_NE(error_of(write("d.json", R"({"format": 1, "scenario": "s"})")).find("no flows"), std::string::npos);
}

TEST_F(ResultsFileTest, WhatIsOfAnotherShapeIsNamedAndNotOfQoslab) {
  for (const auto* accounts : {"3", "[1]", R"({"a": 1})", R"([{"name": "a", "drops": {}}, null])"})
    EXPECT_TRUE(error_of(write("a.json", std::string{R"({"scenario": "s", "accounts": )"} + accounts + "}"))
                    .starts_with((folder / "a.json").string() + ": JSON, but not of qoslab; a results.json is wanted"))
        << accounts;
  EXPECT_EQ(error_of(write("b.json", R"({"scenario": "s", "flows": [{"name": "call", "goodput_bps": "fast"}]})")),
            (folder / "b.json").string() +
                ": JSON, but not of qoslab; a results.json is wanted (flows[0].goodput_bps: text, where a number is "
                "wanted)")
      << "a field passed over would be a number not judged";
}

TEST_F(ResultsFileTest, ADirectoryOrAPipeInTheFilesPlaceIsRefused) {
  fs::create_directories(folder / "results.json");
  EXPECT_EQ(error_of(folder), (folder / "results.json").string() + ": is no regular file; a results.json is wanted");
  fs::remove(folder / "results.json");
  ASSERT_EQ(::mkfifo((folder / "results.json").c_str(), 0600), 0);
  EXPECT_NE(error_of(folder).find("is no regular file"), std::string::npos);
}

ResultsFile with_delay(double mean, std::optional<double> lateness) {
  ResultsFile file;
  file.subjects["call"].metrics["delay.mean, ms"] = mean;
  file.lateness_ms = lateness;
  return file;
}

TEST(Differences, AreExplainedByTheCertificatesOrNot) {
  const auto near = differences(with_delay(2.0, std::nullopt), with_delay(2.05, 0.06));
  EXPECT_EQ(near.subjects, 1);
  EXPECT_NEAR(near.rows.at(0).difference(), 0.05, 1e-12);
  EXPECT_EQ(near.rows.at(0).allowed, 0.06);
  const auto text = [](const ResultsFile& a, const ResultsFile& b) { return to_text(differences(a, b), a, b, {}); };
  EXPECT_NE(text(with_delay(2.0, std::nullopt), with_delay(2.05, 0.06)).find(": they agree"), std::string::npos);
  EXPECT_NE(text(with_delay(2.0, std::nullopt), with_delay(2.07, 0.06)).find("do not agree"), std::string::npos);
  EXPECT_EQ(text(with_delay(2.0, std::nullopt), with_delay(9.0, std::nullopt)).find("agree"), std::string::npos)
      << "without a certificate nothing is said";
}

TEST(Differences, DoNotHoldWhereTheHostWasTheLimit) {
  auto limited = with_delay(2.0, 0.06);
  EXPECT_TRUE(differences(limited, limited).holds());
  limited.flaw = "not valid; 3 frames lost";
  EXPECT_FALSE(differences(limited, limited).holds());
  EXPECT_NE(to_text(differences(limited, with_delay(2.0, 0.0)), limited, limited, {}).find("3 frames lost"),
            std::string::npos);
}

TEST(Differences, SayWhatElseDiffersAndWhoseCertificateIsNotValid) {
  auto first = with_delay(1, 0.1);
  auto second = first;
  EXPECT_TRUE(differences(first, second).remarks.empty());
  first.scenario = "a";
  second.scenario = "b";
  first.seconds = 10;
  second.seconds = 20;
  first.warmup_s = 5;
  second.path = "there/results.json";
  second.flaw = "not valid; 3 frames lost";
  for (const auto* name : {"q1", "q2", "q3", "q4", "q5", "q6", "q7"}) second.subjects[name];
  const auto found = differences(first, second);
  EXPECT_EQ(found.remarks,
            (std::vector<std::string>{"the scenarios have different names: 'a' and 'b'",
                                      "they did not last as long: 10 s and 20 s", "warm-ups differ: 5 s and 0 s",
                                      "only the second has: q1, q2, q3, q4, q5 and 2 more"}));
  EXPECT_EQ(found.flaw, "of the second (there/results.json): not valid; 3 frames lost");
  EXPECT_NE(to_text(found, first, second, {}).find("Remark: warm-ups differ"), std::string::npos);
  EXPECT_NE(to_json(found, first, second).find("\"remarks\""), std::string::npos);
}

TEST(Differences, OnlyOfWhatBothHave) {
  auto first = with_delay(1, std::nullopt);
  first.subjects["other"].metrics["loss, %"] = 1;
  EXPECT_EQ(differences(first, with_delay(1, std::nullopt)).subjects, 1);
}

/// A flow of a run, of packets with 218 B frames.
Subject flow_of(const std::string& name, double packets, double lost, double mean) {
  Subject flow;
  flow.flows = {name};
  flow.metrics = {
      {"carried, bit/s of IP", packets * 1600}, {"loss, %", 100 * lost / (packets + lost)}, {"delay.mean, ms", mean}};
  flow.delivered = packets;
  flow.decided = packets + lost;
  flow.delays = {mean, mean, mean, mean, mean};
  flow.frames_bps = packets * 1744;
  return flow;
}

struct RunAndEmulation {
  ResultsFile run, emulation;
  RunAndEmulation() {
    run.command = "run";
    run.seconds = emulation.seconds = 10;
    run.subjects["call"] = flow_of("call", 500, 0, 2);
    run.subjects["pictures"] = flow_of("pictures", 300, 100, 4);
    emulation.command = "emulate";
    emulation.lateness_ms = 0.06;
  }
  Differences::Row row(const std::string& metric) const {
    for (const auto& row : differences(run, emulation).rows)
      if (row.metric == metric) return row;
    return {};
  }
};

TEST(Differences, OfAnAccountAndTheFlowThatItHolds) {
  RunAndEmulation both;
  auto& account = both.emulation.subjects["left-right.dscp46"];
  account.flows = {"call"};
  account.delivered = account.decided = 500;
  account.metrics = {{"carried, bit/s of frames", 872'000}, {"loss, %", 0}, {"delay.mean, ms", 2.05}};
  const auto found = differences(both.run, both.emulation);
  ASSERT_EQ(found.rows.size(), 3U);
  EXPECT_EQ(found.rows[0].subject, "call");
  EXPECT_EQ(both.row("carried, bit/s of frames").difference(), 0);
  EXPECT_NEAR(both.row("loss, %").allowed.value(), 0.2, 1e-12) << "a packet of 500";
  EXPECT_NEAR(both.row("delay.mean, ms").allowed.value(), 0.06, 1e-12) << "delays that do not vary";
  EXPECT_TRUE(found.holds());
  EXPECT_EQ(differences(both.emulation, both.run).rows.at(0).second, 872'000) << "the other way round";
}

TEST_F(ResultsFileTest, AnAccountsOwnLatenessIsThatOfTheLatestDepartures) {
  const auto results = read_results(write("results.json", R"({"scenario": "s", "command": "emulate",
    "certificate": {"lateness_ns": {"p99": 2000}, "lateness_histogram_ns": [[1000, 9890], [2000, 60], [50000, 50]]},
    "accounts": [{"name": "a-b.dscp0", "delivered": {"packets": 4000}}, {"name": "b-a.dscp0", "delivered": {"packets": 6000}}]})"));
  EXPECT_NEAR(results.subjects.at("a-b.dscp0").lateness_ms.value(), 0.05, 1e-4) << "the 50 may be among its 4000";
  EXPECT_NEAR(results.subjects.at("b-a.dscp0").lateness_ms.value(), 0.002, 1e-5) << "and are less than 1 % of 6000";
}

TEST(Differences, OfAnAccountThatHoldsSeveralFlows) {
  RunAndEmulation both;
  auto& account = both.emulation.subjects["left-right.dscp46"];
  account.flows = {"call", "pictures"};
  account.delivered = 800;
  account.decided = 900;
  account.metrics = {
      {"carried, bit/s of frames", 1'395'200}, {"loss, %", 12}, {"delay.mean, ms", 2.75}, {"delay.p99, ms", 4}};
  EXPECT_EQ(both.row("carried, bit/s of frames").first, 1'395'200);
  EXPECT_NEAR(both.row("loss, %").first, 100.0 / 9, 1e-12);
  EXPECT_NEAR(both.row("delay.mean, ms").first, 2.75, 1e-12);
  EXPECT_EQ(both.row("delay.p99, ms").subject, "") << "is no function of the flows' own";
  EXPECT_EQ(differences(both.run, both.emulation).rows.at(0).subject, "call + pictures");
  account.flows.emplace_back("unknown");
  EXPECT_EQ(differences(both.run, both.emulation).subjects, 0) << "what is in the account and not in the run";
}

TEST(Differences, MarkTcpOfTheSystemAgainstNs3s) {
  RunAndEmulation both;
  both.run.subjects["file"] = flow_of("file", 100, 0, 2);
  both.run.subjects["file/reverse"] = flow_of("file/reverse", 50, 0, 1);
  both.emulation.subjects["left-right.dscp0"] = flow_of("file", 90, 0, 2);
  both.emulation.subjects["left-right.dscp46"] = flow_of("call", 500, 0, 2);
  const auto found = differences(both.run, both.emulation);
  EXPECT_EQ(found.subjects, 2);
  for (const auto& row : found.rows) EXPECT_EQ(row.tcp, row.subject == "file") << row.subject;
  EXPECT_TRUE(found.remarks.back().starts_with("rows with (TCP)"));
  EXPECT_NE(to_text(found, both.run, both.emulation, {}).find(" (TCP)"), std::string::npos);
  for (const auto& row : differences(both.run, both.run).rows) EXPECT_FALSE(row.tcp);
}

}  // namespace
}  // namespace qoslab
