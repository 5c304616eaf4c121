#include "helpers/results/series_csv.h"

#include <gtest/gtest.h>

#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

using namespace literals;

/// One voice flow of four packets in one whole record.
Results small(std::string name = "voice") {
  Results results;
  results.from = Instant::at(10_s);
  results.until = Instant::at(11500_ms);
  FlowResults flow;
  flow.name = std::move(name);
  for (const int i : {0, 1, 2, 3})
    flow.delays.push_back({Instant::at(10_s + 20_ms * i), i % 2 == 0 ? 4_ms : 20_ms, Bytes{200}});
  flow.records = {{{4, Bytes{800}}, {3, Bytes{600}}, Bytes{480}, {}}};
  results.flows = {flow};
  return results;
}

TEST(SeriesCsv, IsOneValueALine) {
  EXPECT_EQ(series_csv({samples::scenario()}, {{small(), small()}}),
            "time_s,flow,metric,value\n"
            "10,voice,goodput_bps,3840\n"
            "10,voice,loss_percent,25\n"
            "10,voice,delay_mean_ms,12\n"
            "10,voice,delay_max_ms,20\n"
            "10,voice,jitter_mean_ms,1.91796875\n");
}

TEST(SeriesCsv, OfNoReplicationIsItsHeader) {
  EXPECT_EQ(series_csv({samples::scenario()}, {{}}), "time_s,flow,metric,value\n");
}

TEST(SeriesCsv, NamesTheReplicationIfAllAreAskedFor) {
  const auto csv = series_csv({samples::scenario()}, {{small(), small()}}, Replications::all);
  EXPECT_TRUE(csv.starts_with("time_s,flow,metric,value,replication\n10,voice,goodput_bps,3840,0\n")) << csv;
  EXPECT_NE(csv.find("\n10,voice,goodput_bps,3840,1\n"), std::string::npos) << csv;
}

TEST(SeriesCsv, NamesThePointOfASweep) {
  auto a = samples::scenario();
  a.point = {{"load", "50 %"}, {"queue", "30"}};
  auto b = a;
  b.point["load"] = "90 %";
  const auto csv = series_csv({a, b}, {{small()}, {small()}});
  EXPECT_TRUE(csv.starts_with("time_s,flow,metric,value,point\n10,voice,goodput_bps,3840,load=50 % queue=30\n")) << csv;
  EXPECT_NE(csv.find(",load=90 % queue=30\n"), std::string::npos) << csv;
}

TEST(SeriesCsv, QuotesNamesThatWouldBreakALine) {
  const auto csv = series_csv({samples::scenario()}, {{small("a \"b\", c")}});
  EXPECT_NE(csv.find("\n10,\"a \"\"b\"\", c\",goodput_bps,3840\n"), std::string::npos) << csv;
}

}  // namespace
}  // namespace qoslab
