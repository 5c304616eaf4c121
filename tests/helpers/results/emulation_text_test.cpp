#include "helpers/results/emulation_text.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/helpers/results/emulation_samples.h"

namespace qoslab {
namespace {

using namespace literals;
using samples::account;
using samples::measured;
using samples::report_of;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

TEST(EmulationText, IsThis) {
  EXPECT_EQ(to_text(report_of(measured()), {false, 160}), R"(gateway
What becomes of the calls?
emulated for 10.00 s

Frames (Mbit/s of frames; us: delays measured, and the model's)
  frames of                   offered  delivered  Mbit/s  lost %  lost by host  delay mean    p50    p99    max  model's mean    p99
  access-network.homes/voice     1001       1001   8.000       0                     62.00  62.00  62.00  62.00         50.00  50.00
  access-network.homes/data      1001        501   4.000   49.65             3        2012   2012   2012   2012          2000   2000
  access-network, all            2002       1502   12.01   24.83             3       712.4  62.00   2011   2012         700.4   2000
  network-access.nobody             1          1       -       0                     32.00  32.00  32.00  32.00         20.00  20.00

Drops
  frames of                  dropped  where: why
  access-network.homes/data      497  bng: policer
  access-network.homes/data        3  this host: could not send
  access                           2  refused: runt
  access                           4  came before the beginning

Damaged, and carried as frames that are not IP
  port    frames  what is wrong
  access       5  ip checksum

Ports
  port     device  received  sent  ring overruns  transmit full  errors  gaps  without link s
  access   eth1        2004     1              0              0       0     1           1.500
  network  eth2           0     0              0              3       0     0

Notes
  - the neighbours are simulated

Certificate: not valid
  - 1 time without a link at access (eth1)
  - 3 frames lost at the full transmit ring at network (eth2)
  departures late by 12.00 us (median), 12.00 us (99 %), 12.00 us (most)
  7 of 2004 frames were seen after the model had gone on, and came in then
  self-test: 310 kframe/s of 64 bytes within 60 us (AF_PACKET, between virtual pairs; more is lost)
  longest turn 85.00 us; time stamps: the kernel's; SCHED_FIFO 50, memory locked
)");
}

TEST(EmulationText, OfCapturesKnowsNoHost) {
  auto results = measured();
  results.host.real_time = false;
  results.ports[0].gaps = results.ports[1].transmit_full = 0;
  results.accounts[1].lost_by_host = {};
  const auto text = to_text(report_of(results), {false, 160});
  EXPECT_THAT(text, HasSubstr("port     capture  received  sent\n"));
  EXPECT_THAT(text, HasSubstr("Certificate: valid; not in real time"));
  for (const auto* hosts : {"ring overruns", "model's", "departures late", "longest turn", "lost by host"})
    EXPECT_THAT(text, Not(HasSubstr(hosts)));
}

TEST(EmulationText, LongDelaysAreInMilliseconds) {
  auto results = measured();
  results.accounts[0] = account("a-b.dscp0", 1, 586_ms);
  const auto text = to_text(report_of(results), {false, 160});
  EXPECT_THAT(text, HasSubstr("Frames (Mbit/s of frames; ms: delays measured, and the model's)"));
  EXPECT_THAT(text, HasSubstr("586.0"));
}

TEST(EmulationText, ARunThatWasCutShortSaysSo) {
  auto results = measured();
  results.complete = false;
  EXPECT_THAT(to_text(report_of(results), {false, 160}), HasSubstr("emulated for 10.00 s, ended early\n"));
}

TEST(EmulationText, NamesDoNotSteerTheTerminal) {
  auto report = report_of(measured());
  report.results.ports[0].device = "\033[2J";
  report.notes = {"\033[2J"};
  EXPECT_THAT(to_text(report, {false, 160}), Not(HasSubstr("\033")));
}

TEST(EmulationJson, WhatHasNoSamplesIsAbsent) {
  const auto json = Json::parse(to_json(report_of(measured())));
  EXPECT_EQ(json["accounts"][3]["name"], "network-access.homes/voice");
  EXPECT_FALSE(json["accounts"][3].contains("delay_ns"));
  const auto nothing = Json::parse(to_json(report_of({})));
  EXPECT_FALSE(nothing["certificate"].contains("lateness_ns"));
}

void expect_described(const Json& json, const std::string& page) {
  if (json.is_array())
    for (const auto& entry : json) expect_described(entry, page);
  if (!json.is_object()) return;
  for (const auto& [field, value] : json.items()) {
    const bool described =
        page.find("`" + field + "`") != std::string::npos || page.find("\"" + field + "\"") != std::string::npos;
    EXPECT_TRUE(described) << "docs/results-format.md does not say what " << field << " is";
    if (field != "drops" && field != "refused" && field != "damaged") expect_described(value, page);
  }
}

TEST(EmulationJson, IsDescribed) {
  std::ifstream file{QOSLAB_DOCS "/results-format.md"};
  std::ostringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  const auto begins = page.find("## results.json of an emulation");
  ASSERT_NE(begins, std::string::npos);
  expect_described(Json::parse(to_json(report_of(measured()))),
                   page.substr(begins, page.find("## series.csv") - begins) + "`packets` `bytes`");
}

TEST(EmulationJson, SaysWhyNoSelfTestWasMadeAndNothingIfNoneWasWanted) {
  auto results = measured();
  results.self_test->skipped = "it was interrupted";
  EXPECT_EQ(Json::parse(to_json(report_of(results)))["certificate"]["self_test"],
            Json({{"skipped", "it was interrupted"}}));
  results.self_test.reset();
  EXPECT_FALSE(Json::parse(to_json(report_of(results)))["certificate"].contains("self_test"));
}

TEST(EmulationText, AWarningDoesNotMakeARunInvalid) {
  auto results = measured();
  results.ports[0].gaps = results.ports[1].transmit_full = 0;
  results.self_test->frames_per_second = 1600;
  EXPECT_THAT(to_text(report_of(results), {false, 160}),
              HasSubstr("Certificate: valid to 1500 frame/s within 12 us\n"
                        "  - but the busiest second carried 1500 frame/s, near the 1600 frame/s of the self-test\n"));
}

TEST(EmulationJson, HasEverythingInWholeNanoseconds) {
  const auto json = Json::parse(to_json(report_of(measured())));
  EXPECT_EQ(json["command"], "emulate");
  EXPECT_EQ(json["question"], "What becomes of the calls?");
  EXPECT_EQ(json["notes"], Json::array({"the neighbours are simulated"}));
  EXPECT_EQ(json["duration_s"], 10);
  const auto& data = json["accounts"][1];
  EXPECT_EQ(data["name"], "access-network.homes/data");
  EXPECT_EQ(data["drops"], Json({{"bng: policer", 497}}));
  EXPECT_EQ(data["lost_by_host"], Json({{"packets", 3}, {"bytes", 3000}}));
  EXPECT_EQ(data["rate_bps"], 4e6);
  EXPECT_EQ(data["delay_ns"]["mean"], 2'012'000);
  EXPECT_EQ(data["model_delay_ns"]["max"], 2'000'000);
  EXPECT_EQ(json["directions"][0]["offered"]["packets"], 2002);
  EXPECT_EQ(json["directions"][1]["name"], "network-access");
  const auto& certificate = json["certificate"];
  EXPECT_EQ(certificate["valid"], false);
  EXPECT_EQ(certificate["real_time"], true);
  EXPECT_EQ(certificate["precision_ns"], 1'000'000);
  EXPECT_EQ(certificate["lateness_ns"], Json({{"p50", 12'000}, {"p99", 12'000}, {"max", 12'000}}));
  EXPECT_EQ(certificate["self_test"], Json({{"ports", "AF_PACKET"},
                                            {"frame_bytes", 64},
                                            {"frames_per_second", 310'000},
                                            {"limit", "loss"},
                                            {"lateness_ns", {{"p50", 20'000}, {"p99", 60'000}, {"max", 90'000}}}}));
  EXPECT_EQ(json["ports"][0]["refused"], Json({{"runt", 2}}));
  EXPECT_EQ(json["ports"][0]["damaged"], Json({{"ip_checksum", 5}}));
  EXPECT_EQ(json["ports"][0]["before_beginning"], 4);
  EXPECT_EQ(json["ports"][0]["down_s"], 1.5);
}

}  // namespace
}  // namespace qoslab
