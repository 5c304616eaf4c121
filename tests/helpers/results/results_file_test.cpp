#include "helpers/results/results_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "helpers/results/difference_table.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

class ResultsFileTest : public testing::Test {
 protected:
  ~ResultsFileTest() override { fs::remove_all(folder); }
  fs::path write(const std::string& name, const std::string& text) {
    fs::create_directories(folder);
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
  fs::path folder = fs::path{testing::TempDir()} / testing::UnitTest::GetInstance()->current_test_info()->name();
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
  EXPECT_EQ(results.subjects.at("call").at("delay.mean, ms"), 2.0);
  EXPECT_EQ(results.subjects.at("file rate=1").at("goodput, bit/s"), 1e6);
  EXPECT_FALSE(results.lateness_ms);
}

TEST_F(ResultsFileTest, OfAnEmulationInTheUnitsOfARun) {
  const auto results = read_results(write("results.json", emulated));
  EXPECT_EQ(results.command, "emulate");
  EXPECT_FALSE(results.complete);
  EXPECT_EQ(results.subjects.at("a-b.dscp46").at("delay.mean, ms"), 2.5);
  EXPECT_EQ(results.subjects.at("a-b.dscp46").at("loss, %"), 1.5);
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
  EXPECT_NE(error_of(write("e.json", R"({"scenario": 1, "flows": [{"name": 3, "delay_ms": []}], "provenance": {}})")),
            "?")
      << "strange types are passed over, not an accident";
}

ResultsFile with_delay(double mean, std::optional<double> lateness) {
  ResultsFile file;
  file.subjects["call"]["delay.mean, ms"] = mean;
  file.lateness_ms = lateness;
  return file;
}

TEST(Differences, AreExplainedByTheCertificatesOrNot) {
  const auto near = differences(with_delay(2.0, std::nullopt), with_delay(2.05, 0.06));
  EXPECT_EQ(near.subjects, 1);
  EXPECT_NEAR(near.worst_delay_ms.value(), 0.05, 1e-12);
  EXPECT_EQ(near.allowed_ms, 0.06);
  const auto text = [](const ResultsFile& a, const ResultsFile& b) { return to_text(differences(a, b), a, b, {}); };
  EXPECT_NE(text(with_delay(2.0, std::nullopt), with_delay(2.05, 0.06)).find("they agree"), std::string::npos);
  EXPECT_NE(text(with_delay(2.0, std::nullopt), with_delay(2.07, 0.06)).find("do not agree"), std::string::npos);
  EXPECT_EQ(text(with_delay(2.0, std::nullopt), with_delay(9.0, std::nullopt)).find("agree"), std::string::npos)
      << "without a certificate nothing is said";
}

TEST(Differences, OnlyOfWhatBothHave) {
  auto first = with_delay(1, std::nullopt);
  first.subjects["other"]["loss, %"] = 1;
  EXPECT_EQ(differences(first, with_delay(1, std::nullopt)).subjects, 1);
}

}  // namespace
}  // namespace qoslab
