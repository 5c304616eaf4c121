#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

TEST(CheckNetwork, EveryNodeHasALink) {
  auto text = test::network;
  text.insert(text.find("  g: {kind"), "  @lost: {kind: host}\n");
  test::expect_complaints(text + test::flows, {"error: node 'lost' has no link; join it, or remove it"});
}

TEST(CheckNetwork, ParallelLinksCarryOneSideOnly) {
  test::expect_complaints(test::network + "  spare: {between: @[r2, r1], rate: 1 Mbit/s line}\n" + test::flows,
                          {"warning: links 'mid' and 'spare' join the same nodes; all traffic takes the one with the "
                           "smaller delay, or else the first"});
}

TEST(CheckNetwork, FlowsNeedAWay) {
  // Through b, which is a host and does not forward; and to an island.
  test::expect_complaints(R"(version: 1
nodes: {a: {kind: host}, b: {kind: host}, c: {kind: host}, d: {kind: host}, e: {kind: host}}
links:
  one: {between: [a, b], rate: 1 Mbit/s line}
  two: {between: [b, c], rate: 1 Mbit/s line}
  island: {between: [d, e], rate: 1 Mbit/s line}
flows:
  f: {from: a, to: @c, traffic: {kind: voice}}
  g: {from: a, to: @d, traffic: {kind: voice}}
)",
                          {"error: no way from 'a' to 'c'; join them by links and routers; hosts do not forward",
                           "error: no way from 'a' to 'd'; join them by links and routers; hosts do not forward"});
}

TEST(CheckNetwork, AFailureAfterTheEndIsNone) {
  auto text = test::network;
  text.replace(text.find("r1: {kind: router"), 17, "r1: {kind: router, fails_at: @10 s");
  test::expect_complaints(text + test::flows, {"warning: node 'r1' fails after the run's end; the run ends at 10 s"});
}

TEST(CheckNetwork, Limits) {
  std::string text = "version: 1\nnodes: @\n";
  for (int i = 0; i <= 1000; ++i) text += "  n" + std::to_string(i) + ": {kind: host}\n";
  text +=
      "links: {a: {between: [n0, n1], rate: 1 Mbit/s line}}\nflows: {f: {from: n0, to: n1, traffic: {kind: voice}}}\n";
  const auto outcome = read_scenario_text(test::marked(text).text, "test");
  ASSERT_FALSE(outcome.diagnostics.empty());
  EXPECT_THAT(test::printed(outcome.diagnostics), ::testing::Contains("test:3:3: error: 1001 nodes; at most 1000"));
}

TEST(CheckRuns, ARecordFitsTheMeasuredTime) {
  test::expect_complaints(test::network + test::flows + "runs: {duration: 5 s, record: @6 s}\n",
                          {"error: a record is longer than the measured time; at most 5 s"});
}

}  // namespace
}  // namespace qoslab
