#include "model/intserv/admission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace qoslab {
namespace {

using namespace literals;

constexpr Demand none{};
Instant at(Duration d) { return Instant::at(d); }
Demand demand(std::int64_t kbps, std::int64_t bucket = 0) { return {Rate::kbps(kbps), Bytes{bucket}}; }

TEST(DeclaredAdmission, AdmitsUntilTheBandwidthIsPromised) {
  DeclaredAdmission link{Rate::kbps(1000), Bytes{10'000}};
  EXPECT_TRUE(link.admit(demand(600), none, at(0_s)));
  EXPECT_FALSE(link.admit(demand(401), none, at(0_s)));
  EXPECT_TRUE(link.admit(demand(400), none, at(0_s)));
  EXPECT_EQ(link.load(at(0_s)), Rate::kbps(1000));
  EXPECT_FALSE(link.admit({Rate::bps(1), {}}, none, at(0_s)));
}

TEST(DeclaredAdmission, BucketsShareTheBuffer) {
  DeclaredAdmission link{Rate::kbps(1000), Bytes{10'000}};
  EXPECT_TRUE(link.admit(demand(1, 6000), none, at(0_s)));
  EXPECT_FALSE(link.admit(demand(1, 4001), none, at(0_s)));
  EXPECT_TRUE(link.admit(demand(1, 4000), none, at(0_s)));
}

TEST(DeclaredAdmission, ARefusalChangesNothingAndAReleaseGivesAllBack) {
  DeclaredAdmission link{Rate::kbps(1000), Bytes{10'000}};
  ASSERT_TRUE(link.admit(demand(600, 5000), none, at(0_s)));
  ASSERT_FALSE(link.admit(demand(500, 1), none, at(0_s)));
  link.release(demand(600, 5000), at(0_s));
  EXPECT_EQ(link.load(at(0_s)), Rate{});
  EXPECT_TRUE(link.admit(demand(1000, 10'000), none, at(0_s)));
}

TEST(DeclaredAdmission, AChangeCountsInPlaceOfWhatItReplaces) {
  DeclaredAdmission link{Rate::kbps(1000), Bytes{10'000}};
  ASSERT_TRUE(link.admit(demand(600), none, at(0_s)));
  EXPECT_FALSE(link.admit(demand(1001), demand(600), at(0_s)));
  EXPECT_EQ(link.load(at(0_s)), Rate::kbps(600));
  EXPECT_TRUE(link.admit(demand(1000), demand(600), at(0_s)));
  EXPECT_TRUE(link.admit(demand(100), demand(1000), at(0_s)));
  EXPECT_EQ(link.load(at(0_s)), Rate::kbps(100));
}

TEST(DeclaredAdmission, AgreesWithALedger) {
  std::mt19937_64 random{1};
  DeclaredAdmission link{Rate::kbps(5000), Bytes{50'000}};
  std::vector<Demand> ledger;
  for (int i = 0; i < 20'000; ++i) {
    const Demand wanted = demand(static_cast<std::int64_t>(random() % 900), static_cast<std::int64_t>(random() % 9000));
    const bool replace = !ledger.empty() && random() % 3 == 0;
    const std::size_t chosen = ledger.empty() ? 0 : random() % ledger.size();
    if (!ledger.empty() && random() % 3 == 0) {
      link.release(ledger[chosen], at(0_s));
      ledger.erase(ledger.begin() + static_cast<std::ptrdiff_t>(chosen));
      continue;
    }
    const Demand before = replace ? ledger[chosen] : none;
    Demand sum = wanted;
    for (const Demand& d : ledger) sum = {sum.rate + d.rate, sum.bucket + d.bucket};
    sum = {sum.rate - before.rate, sum.bucket - before.bucket};
    const bool fits = sum.rate <= Rate::kbps(5000) && sum.bucket <= Bytes{50'000};
    ASSERT_EQ(link.admit(wanted, before, at(0_s)), fits);
    if (!fits) continue;
    if (replace) {
      ledger[chosen] = wanted;
    } else {
      ledger.push_back(wanted);
    }
  }
}

// Samples of 100 ms, windows of 1 s, up to 90 % of 1 Mbit/s.
MeasuredAdmission measured() {
  return MeasuredAdmission{
      {.bandwidth = Rate::mbps(1), .target_percent = 90, .sample = 100_ms, .samples_per_window = 10}};
}
/// Packets of 125 bytes at the rate, from `from` for `length`.
void carry(MeasuredAdmission& link, Duration from, Duration length, std::int64_t kbps) {
  for (std::int64_t ms = 0; ms < length / 1_ms; ++ms) {
    if (ms % (1000 / kbps) == 0) link.carried(Bytes{125}, at(from + Duration::milliseconds(ms)));
  }
}

TEST(MeasuredAdmission, WithoutTrafficTheDeclaredRatesCount) {
  auto link = measured();
  EXPECT_FALSE(link.admit({Rate::bps(900'001), {}}, none, at(0_s)));
  EXPECT_TRUE(link.admit(demand(600), none, at(0_s)));
  EXPECT_EQ(link.load(at(0_s)), Rate::kbps(600));
  EXPECT_FALSE(link.admit(demand(301), none, at(0_s)));
  EXPECT_TRUE(link.admit(demand(300), none, at(0_s)));
}

TEST(MeasuredAdmission, AfterAWindowTheMeasurementCounts) {
  auto link = measured();
  ASSERT_TRUE(link.admit(demand(800), none, at(0_s)));
  carry(link, 0_s, 1_s, 200);
  EXPECT_EQ(link.load(at(999_ms)), Rate::kbps(800)) << "the window is not over";
  EXPECT_EQ(link.load(at(1_s)), Rate::kbps(200));
  EXPECT_TRUE(link.admit(demand(700), none, at(1_s)));
  EXPECT_FALSE(link.admit(demand(1), none, at(1_s)));
}

TEST(MeasuredAdmission, TheLargestSampleOfTheWindowCounts) {
  auto link = measured();
  carry(link, 0_s, 300_ms, 100);
  carry(link, 300_ms, 100_ms, 500);
  carry(link, 400_ms, 600_ms, 100);
  EXPECT_EQ(link.load(at(1_s)), Rate::kbps(500));
  carry(link, 1_s, 1_s, 100);
  EXPECT_EQ(link.load(at(2_s)), Rate::kbps(100));
}

TEST(MeasuredAdmission, ALargerSampleCountsAtOnce) {
  auto link = measured();
  carry(link, 0_s, 1_s, 100);
  carry(link, 1_s, 100_ms, 500);
  EXPECT_EQ(link.load(at(1100_ms)), Rate::kbps(500));
}

TEST(MeasuredAdmission, AnAdmissionBeginsANewWindow) {
  auto link = measured();
  carry(link, 0_s, 900_ms, 100);
  ASSERT_TRUE(link.admit(demand(400), none, at(900_ms)));
  carry(link, 900_ms, 900_ms, 100);
  EXPECT_GE(link.load(at(1800_ms)), Rate::kbps(400)) << "its traffic gets a whole window to show";
  carry(link, 1800_ms, 200_ms, 100);
  EXPECT_EQ(link.load(at(2_s)), Rate::kbps(100));
}

TEST(MeasuredAdmission, ADepartureShowsInTheTraffic) {
  auto link = measured();
  ASSERT_TRUE(link.admit(demand(500), none, at(0_s)));
  carry(link, 0_s, 1_s, 500);
  link.release(demand(500), at(1_s));
  EXPECT_EQ(link.load(at(1_s)), Rate::kbps(500));
  EXPECT_EQ(link.load(at(2_s)), Rate{});
}

TEST(MeasuredAdmission, OnlyWhatAChangeAddsIsAsked) {
  auto link = measured();
  ASSERT_TRUE(link.admit(demand(800), none, at(0_s)));
  EXPECT_FALSE(link.admit(demand(901), demand(800), at(0_s)));
  EXPECT_TRUE(link.admit(demand(900), demand(800), at(0_s)));
  EXPECT_TRUE(link.admit(demand(10), demand(900), at(0_s)));
}

TEST(MeasuredAdmission, ALongSilenceIsTheSameAsWatchingIt) {
  std::mt19937_64 random{2};
  for (int i = 0; i < 200; ++i) {
    auto one = measured();
    auto other = measured();
    Duration t;
    for (int k = 0; k < 30; ++k) {
      for (auto* link : {&one, &other}) link->carried(Bytes{static_cast<std::int64_t>(1000 + k)}, at(t));
      t += Duration::milliseconds(static_cast<std::int64_t>(random() % 40));
    }
    const Duration end = t + Duration::milliseconds(static_cast<std::int64_t>(random() % 20'000));
    for (; t < end; t += 50_ms) one.carried(Bytes{0}, at(t));
    ASSERT_EQ(one.load(at(end)), other.load(at(end)));
    const bool admitted = one.admit(demand(500), none, at(end));
    ASSERT_EQ(other.admit(demand(500), none, at(end)), admitted);
    for (Duration later; later < 3_s; later += 25_ms) {
      one.carried(Bytes{900}, at(end + later));
      other.carried(Bytes{900}, at(end + later));
      ASSERT_EQ(one.load(at(end + later)), other.load(at(end + later)));
    }
  }
}

}  // namespace
}  // namespace qoslab
