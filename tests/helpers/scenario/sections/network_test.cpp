#include "model/scenario/plain_fifo.h"
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::SizeIs;

TEST(ReadNetwork, NodesAndLinks) {
  const auto s = test::read_sound(R"(version: 1
question: Does it read?
lesson: [First look., "Then: think."]
nodes:
  h: {kind: host, latency: 20 us, fails_at: 5 s}
  r: {kind: router, latency: 0.5 us, rsvp: true}
  g: {kind: host}
links:
  one: {between: [h, r], rate: 2.5 Mbit/s line, delay: 10 us}
  two: {between: [r, g], rate: 10 Gbit/s line}
)" + test::flows);
  EXPECT_EQ(s.name, "test");
  EXPECT_EQ(s.question, "Does it read?");
  EXPECT_EQ(s.lesson, (std::vector<std::string>{"First look.", "Then: think."}));
  ASSERT_THAT(s.nodes, SizeIs(3));
  EXPECT_EQ(s.nodes[0].name, "h");
  EXPECT_FALSE(s.nodes[0].router);
  EXPECT_EQ(s.nodes[0].latency, Duration::microseconds(20));
  EXPECT_EQ(s.nodes[0].fails_at, Instant::at(Duration::seconds(5)));
  EXPECT_TRUE(s.nodes[1].router);
  EXPECT_TRUE(s.nodes[1].rsvp);
  EXPECT_EQ(s.nodes[1].latency, Duration::nanoseconds(500));
  EXPECT_EQ(s.nodes[2].latency, Duration{});
  EXPECT_FALSE(s.nodes[2].fails_at);
  ASSERT_THAT(s.links, SizeIs(2));
  EXPECT_EQ(s.links[0].a, "h");
  EXPECT_EQ(s.links[0].b, "r");
  EXPECT_EQ(s.links[0].rate, Rate::kbps(2500));
  EXPECT_EQ(s.links[0].delay, Duration::microseconds(10));
  EXPECT_EQ(s.links[1].rate, Rate::gbps(10));
}

TEST(ReadNetwork, RunsHaveStandardsAndValues) {
  const auto standard = test::read_sound(test::network + test::flows).runs;
  EXPECT_EQ(standard.duration, Duration::seconds(10));
  EXPECT_EQ(standard.warmup, Duration{});
  EXPECT_EQ(standard.replications, 1);
  EXPECT_EQ(standard.seed, 1U);
  EXPECT_EQ(standard.record, Duration::seconds(1));
  const auto runs = test::read_sound(test::network + test::flows +
                                     "runs: {duration: 2 min, warmup: 20 s, replications: 10, seed: 7, record: 5 s}\n")
                        .runs;
  EXPECT_EQ(runs.duration, Duration::seconds(120));
  EXPECT_EQ(runs.warmup, Duration::seconds(20));
  EXPECT_EQ(runs.replications, 10);
  EXPECT_EQ(runs.seed, 7U);
  EXPECT_EQ(runs.record, Duration::seconds(5));
}

TEST(ReadNetwork, EndsOfLinksAreNodes) {
  test::expect_complaints(R"(version: 1
nodes: {host1: {kind: host}, r: {kind: router}, g: {kind: host}}
links:
  one: {between: [@hots1, r], rate: 1 Mbit/s line}
  two: {between: [r, @r], rate: 1 Mbit/s line}
  three: {between: @[r, g, host1], rate: 1 Mbit/s line}
  four: {between: [r, g], rate: 1 Mbit/s line}
  five: {between: [r, host1], rate: 1 Mbit/s line}
flows: {call: {from: host1, to: g, traffic: {kind: voice}}}
)",
                          {"error: no node 'hots1'; did you mean 'host1'?",
                           "error: link 'two' joins 'r' to itself; name two different nodes",
                           "error: link 'three' joins 3 nodes; write between: [NODE, NODE]"});
}

TEST(ReadNetwork, ThereMustBeSomething) {
  test::expect_complaints("version: 1\nnodes: @{}\nlinks: {}\nflows: @{}\n",
                          {"error: no nodes; name at least two hosts", "error: no flows; a scenario needs traffic"});
}

TEST(PlainFifo, IsWhatAnUnlistedPortIs) {
  const auto port = plain_fifo("r", "mid", Rate::mbps(10));
  EXPECT_EQ(port.scheduler, SchedulerKind::fifo);
  ASSERT_THAT(port.classes, SizeIs(1));
  EXPECT_EQ(port.classes[0].name, "all");
  EXPECT_EQ(port.classes[0].queue.limit.packets, 1000);
  ASSERT_THAT(port.classify, SizeIs(1));
  EXPECT_TRUE(port.classify[0].match.matches(Packet{}));
}

}  // namespace
}  // namespace qoslab
