// What arrives at the far end of a link: counted from the beginning, measured from a time on.
#include "model/dataplane/sink.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/model/dataplane/batches.h"

namespace qoslab::dataplane {
namespace {

constexpr std::int64_t link_delay = 1'000;
constexpr std::uint8_t first_foreign = 4;

Record record(std::int64_t time, std::uint32_t leaf, std::uint8_t stream, std::int64_t sent = 0) {
  return {.time = time, .sent = sent, .leaf = leaf, .frame = 100, .stream = stream};
}

class SinkTest : public testing::Test {
 protected:
  Sink sink(bool fingerprinted = false) { return Sink{link_delay, first_foreign, totals, samples, fingerprinted}; }
  static void arrive(Sink& sink, const std::vector<Record>& records) {
    Batch all = batch(records);
    sink.take(all, INT64_MAX);
    EXPECT_TRUE(all.empty());
  }
  LeafTotals totals = LeafTotals(3);
  Samples samples;
};

TEST_F(SinkTest, PacketsArriveAfterTheDelayOfTheLinkAndThoseBeyondTheWindowWait) {
  auto at_end = sink();
  Batch records = batch(std::vector{record(0, 0, 1), record(8'999, 0, 1), record(9'000, 0, 2), record(9'001, 0, 3)});
  at_end.take(records, 10'000);
  EXPECT_EQ(at_end.arrived()[1], (Count{2, Bytes{200}}));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].stream, 2);
  EXPECT_EQ(records[1].stream, 3);
  at_end.take(record(0, 0, 0), 8'999, 10'000, records);
  EXPECT_EQ(at_end.arrived()[0].packets, 1);
  at_end.take(record(0, 0, 0), 9'000, 10'000, records);
  EXPECT_EQ(at_end.arrived()[0].packets, 1);
  EXPECT_EQ(records.size(), 3U);
}

TEST_F(SinkTest, MeasuresFromATimeOn) {
  auto at_end = sink();
  arrive(at_end, {record(5'000, 1, 2)});
  at_end.begin_measuring();
  arrive(at_end, {record(6'000, 1, 2, 3'000), record(9'000, 2, 2, 1'000), record(9'000, 1, 3, 2'000)});
  EXPECT_EQ(at_end.arrived()[2], (Count{3, Bytes{300}}));
  EXPECT_EQ(totals, (LeafTotals{{}, {2, Bytes{200}}, {1, Bytes{100}}}));
  const auto& delays = at_end.delays(2);
  EXPECT_EQ(delays.count(), 2);
  EXPECT_EQ(delays.least(), Duration::picoseconds(4'000));
  EXPECT_EQ(delays.most(), Duration::picoseconds(9'000));
  EXPECT_EQ(at_end.delays(3).count(), 1);
}

TEST_F(SinkTest, DelaysOfSamplesAreKeptApartToo) {
  samples = {0, 2, 0};
  auto at_end = sink();
  arrive(at_end, {record(5'000, 1, 2)});
  at_end.begin_measuring();
  arrive(at_end, {record(6'000, 1, 2, 3'000), record(9'000, 2, 2, 1'000)});
  EXPECT_EQ(at_end.delays(2).count(), 2);
  EXPECT_EQ(totals[1].packets, 1);
  ASSERT_NE(at_end.sample_delays(2), nullptr);
  EXPECT_EQ(at_end.sample_delays(2)->count(), 1);
  EXPECT_EQ(at_end.sample_delays(2)->most(), Duration::picoseconds(4'000));
  EXPECT_EQ(at_end.sample_delays(3), nullptr);
}

TEST_F(SinkTest, PacketsOfOthersGoOnAtTheTimeOfTheirArrival) {
  auto at_end = sink();
  arrive(at_end, {record(5'000, 1, first_foreign, 77)});
  at_end.begin_measuring();
  arrive(at_end, {record(6'000, 1, first_foreign + 1, 78), record(6'000, 1, first_foreign - 1)});
  ASSERT_EQ(at_end.foreign.size(), 2U);
  EXPECT_EQ(at_end.foreign[0].time, 6'000);
  EXPECT_EQ(at_end.foreign[0].sent, 77);
  EXPECT_EQ(at_end.foreign[1].time, 7'000);
  EXPECT_EQ(at_end.arrived()[first_foreign].packets, 0);
  EXPECT_EQ(totals[1].packets, 1);
}

TEST_F(SinkTest, AFingerprintIsOfAllThatArrivesMeasuredOrNot) {
  auto at_end = sink(true);
  Fingerprint expected;
  for (const std::uint8_t stream : {std::uint8_t{2}, first_foreign}) {
    arrive(at_end, {record(5'000, 1, stream)});
    expected.add(record(5'000, 1, stream), 6'000);
    at_end.begin_measuring();
  }
  arrive(at_end, {record(7'000, 0, 1)});
  expected.add(record(7'000, 0, 1), 8'000);
  EXPECT_EQ(at_end.fingerprint().value(), expected.value());
  EXPECT_EQ(totals[0].packets, 1);
  auto plain = sink();
  arrive(plain, {record(5'000, 1, 2)});
  EXPECT_EQ(plain.fingerprint().value(), Fingerprint{}.value());
}

}  // namespace
}  // namespace qoslab::dataplane
