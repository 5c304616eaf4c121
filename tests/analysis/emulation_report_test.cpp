#include "analysis/emulation_report.h"

#include <gmock/gmock.h>

namespace qoslab {
namespace {

using namespace literals;
using testing::ElementsAre;
using testing::IsEmpty;

/// A run in which everything went well.
EmulationResults fine() {
  EmulationResults results;
  results.ports.resize(2);
  results.ports[0].name = "access";
  results.ports[0].device = "eth1";
  results.host.most_per_second = 310'400;
  for (int us = 1; us <= 100; ++us) results.host.lateness.add(Duration::microseconds(us));
  return results;
}

AccountResults account(const std::string& name, std::int64_t frames, Instant first, Instant last) {
  AccountResults books;
  books.name = name;
  books.offered = books.delivered = {frames, Bytes{1000 * frames}};
  books.after_first = Bytes{1000 * (frames - 1)};
  books.first = first;
  books.last = last;
  for (int i = 0; i < frames; ++i) books.measured.add(5_us);
  return books;
}

TEST(Certificate, OfARunThatWentWell) {
  const auto certificate = certificate_of(fine(), 1_ms);
  EXPECT_TRUE(certificate.valid);
  EXPECT_THAT(certificate.reasons, IsEmpty());
  EXPECT_EQ(certificate.grade, "valid to 310 kframe/s within 99 us");
  EXPECT_NEAR(certificate.median->to_seconds(), 50e-6, 50e-9);
  EXPECT_NEAR(certificate.within->to_seconds(), 99e-6, 99e-9);
  EXPECT_EQ(certificate.most, 100_us);
}

TEST(Certificate, SlowRunsAreGradedInFrames) {
  auto results = fine();
  results.host.most_per_second = 9'999;
  EXPECT_EQ(certificate_of(results, 1_ms).grade, "valid to 9999 frame/s within 99 us");
}

TEST(Certificate, EverythingThatTheHostDidWrongIsAReason) {
  auto results = fine();
  auto& port = results.ports[0];
  port.dropped_by_kernel = 2;
  port.transmit_full = 1;
  port.errors = 3;
  port.gaps = 1;
  port.removed = true;
  results.host.no_room = 4;
  results.host.behind = 101_ms;
  results.host.clock_steps = 1;
  const auto certificate = certificate_of(results, 1_ms);
  EXPECT_FALSE(certificate.valid);
  EXPECT_EQ(certificate.grade, "not valid");
  EXPECT_THAT(certificate.reasons,
              ElementsAre("2 frames lost in the full receive ring at access (eth1)",
                          "1 frame lost at the full transmit ring at access (eth1)",
                          "3 frames that the system refused to send at access (eth1)",
                          "1 time without a link at access (eth1)", "the device was removed at access (eth1)",
                          "4 frames lost because there was no memory for more inside",
                          "the model fell 101000 us behind the clock: it is more than this host can simulate in real "
                          "time",
                          "1 time that the process stood still for more than 100 ms"));
}

TEST(Certificate, NeedsThePrecisionThatIsWanted) {
  EXPECT_TRUE(certificate_of(fine(), 99_us).valid);
  const auto certificate = certificate_of(fine(), 98_us);
  EXPECT_FALSE(certificate.valid);
  EXPECT_THAT(certificate.reasons,
              ElementsAre("1 % of the departures were late by 99 us or more, and 98 us is the wanted precision"));
}

SelfTestResults self_test(std::int64_t frames_per_second) {
  SelfTestResults test;
  test.ports = "AF_PACKET";
  test.frames_per_second = frames_per_second;
  test.within = 59_us + 1_ns;
  test.limit = "loss";
  return test;
}

TEST(Certificate, StandsBesideTheSelfTest) {
  auto results = fine();
  EXPECT_EQ(certificate_of(results, 1_ms).self_test, "");
  results.self_test = self_test(400'000);
  const auto certificate = certificate_of(results, 1_ms);
  EXPECT_EQ(certificate.self_test,
            "400 kframe/s of 64 bytes within 60 us (AF_PACKET, between virtual pairs; more is lost)");
  EXPECT_THAT(certificate.warnings, IsEmpty());
  EXPECT_TRUE(certificate.valid);
}

TEST(Certificate, WarnsOfARunNearWhatTheSelfTestCarried) {
  auto results = fine();
  results.self_test = self_test(388'000);
  EXPECT_THAT(certificate_of(results, 1_ms).warnings,
              ElementsAre("the busiest second carried 310 kframe/s, near the 388 kframe/s of the self-test"));
  results.self_test = self_test(310'000);
  EXPECT_THAT(certificate_of(results, 1_ms).warnings,
              ElementsAre("the busiest second carried 310 kframe/s, more than the 310 kframe/s of the self-test"));
  EXPECT_TRUE(certificate_of(results, 1_ms).valid) << "frames were carried all the same";
  results.self_test->limit = "sender";
  EXPECT_THAT(certificate_of(results, 1_ms).warnings, IsEmpty()) << "it might have carried more";
}

TEST(Certificate, SaysThatTheSelfTestFailedOrWasNotMade) {
  auto results = fine();
  results.self_test = self_test(0);
  EXPECT_EQ(certificate_of(results, 1_ms).self_test,
            "no rate of 64 bytes was carried without loss within 1 ms (AF_PACKET, between virtual pairs)");
  EXPECT_THAT(
      certificate_of(results, 1_ms).warnings,
      ElementsAre("the self-test before the run found no rate that this host carries without loss and within the "
                  "precision"));
  results.self_test->skipped = "it was interrupted";
  EXPECT_EQ(certificate_of(results, 1_ms).self_test, "not made: it was interrupted");
  EXPECT_THAT(certificate_of(results, 1_ms).warnings, IsEmpty());
}

TEST(Certificate, OfNothingSaysNothing) {
  auto results = fine();
  results.host.lateness = {};
  EXPECT_THAT(certificate_of(results, 1_ms).reasons, ElementsAre("no frame went out, so that nothing can be said"));
}

TEST(Certificate, WarnsOfFewFrames) {
  auto results = fine();
  results.host.lateness = {};
  for (int i = 0; i < 99; ++i) results.host.lateness.add(5_us);
  EXPECT_THAT(certificate_of(results, 1_ms).warnings, ElementsAre("only 99 frames went out, too few to say much"));
  EXPECT_TRUE(certificate_of(results, 1_ms).valid);
  results.host.lateness.add(5_us);
  EXPECT_THAT(certificate_of(results, 1_ms).warnings, IsEmpty());
}

TEST(Certificate, WarnsOfFramesThatTheModelSawLate) {
  auto results = fine();
  results.ports[0].received.packets = 1000;
  results.host.late_in = 10;
  EXPECT_THAT(certificate_of(results, 1_ms).warnings, IsEmpty()) << "one in a hundred";
  results.host.late_in = 11;
  EXPECT_THAT(certificate_of(results, 1_ms).warnings,
              ElementsAre(testing::StartsWith("11 frames of 1000 came into the model later than they arrived")));
  results.host.real_time = false;
  EXPECT_THAT(certificate_of(results, 1_ms).warnings, IsEmpty());
}

TEST(Certificate, IsNotValidForOtherReasonsEither) {
  const auto certificate = certificate_of(fine(), 1_ms, {"nothing arrived"});
  EXPECT_EQ(certificate.grade, "not valid");
  EXPECT_THAT(certificate.reasons, ElementsAre("nothing arrived"));
}

TEST(Certificate, OverCapturesNothingIsLate) {
  auto results = fine();
  results.host.real_time = false;
  results.host.lateness = {};
  EXPECT_EQ(certificate_of(results, 1_ms).grade, "valid; not in real time, every frame leaves when the model says");
  results.host.no_room = 1;
  EXPECT_FALSE(certificate_of(results, 1_ms).valid);
}

TEST(AccountReports, TheRateIsOfWhatLeftAfterTheFirstFrame) {
  EmulationResults results;
  results.accounts = {account("a-b.dscp0", 11, Instant{} + 1_s, Instant{} + 2_s)};
  EXPECT_DOUBLE_EQ(account_reports(results).at(0).rate_bps, 80'000);
}

TEST(AccountReports, ALossIsTheModelsAndOfWhatIsDecided) {
  EmulationResults results;
  auto books = account("a-b.dscp0", 60, Instant{}, Instant{} + 1_s);
  books.offered.packets = 120;
  books.drops = {{"r.second: queue_full", {20, {}}}, {"r.first: conditioner", {10, {}}}};
  books.lost_by_host.packets = 10;
  books.inside.packets = 20;
  results.accounts = {books};
  EXPECT_DOUBLE_EQ(account_reports(results).at(0).lost_percent, 30);
}

TEST(AccountReports, WithoutFramesThereIsNoDelay) {
  EmulationResults results;
  results.accounts.emplace_back().name = "a-b.dscp0";
  const auto report = account_reports(results).at(0);
  EXPECT_FALSE(report.measured.mean);
  EXPECT_EQ(report.rate_bps, 0);
  EXPECT_EQ(report.lost_percent, 0);
}

TEST(DirectionReports, AddUpTheirAccounts) {
  EmulationResults results;
  results.accounts = {
      account("up.be", 5, Instant{} + 2_s, Instant{} + 3_s), account("down.be", 3, Instant{}, Instant{} + 1_s),
      account("up.ef", 6, Instant{} + 1_s, Instant{} + 2_s), account("up.af", 1, Instant{} + 3_s, Instant{} + 3_s)};
  results.accounts.emplace_back().name = "up.nobody";
  const auto directions = direction_reports(results);
  ASSERT_EQ(directions.size(), 2U);
  EXPECT_EQ(directions[0].name, "up");
  EXPECT_EQ(directions[0].offered.packets, 12);
  EXPECT_DOUBLE_EQ(directions[0].rate_bps, 11 * 8000 / 2.0) << "all but the first frame of all";
  EXPECT_EQ(directions[0].measured.most, 5_us);
  EXPECT_EQ(directions[1].name, "down");
  EXPECT_EQ(directions[1].delivered.packets, 3);
}

}  // namespace
}  // namespace qoslab
