// Gateways and profiles as they are written, and names in them that nothing has.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::GatewayText;

TEST(ReadGateways, ASmallOneHasStandards) {
  const auto s = test::read_sound(GatewayText{}.yaml());
  ASSERT_EQ(s.gateways.gateways.size(), 1U);
  const auto& bng = s.gateways.gateways[0];
  EXPECT_EQ(bng.name, "bng");
  EXPECT_EQ(bng.layer, Layer::frame);
  EXPECT_EQ(bng.latency, Duration{});
  EXPECT_FALSE(bng.processor);
  EXPECT_EQ(bng.access.links, 2);
  EXPECT_EQ(bng.access.rate, Rate::gbps(1));
  EXPECT_EQ(bng.network.links, 1);
  EXPECT_EQ(bng.network.buffer, Bytes{4'000'000});
  EXPECT_EQ(bng.access.scheduler.rate, Rate::mbps(900));
  EXPECT_EQ(bng.access.scheduler.burst, Bytes{15'000});
  EXPECT_TRUE(bng.access.scheduler.aggregates.empty());
  EXPECT_TRUE(s.nodes.empty());
  EXPECT_TRUE(s.flows.empty());
}

TEST(ReadGateways, ItsProcessorAndLimits) {
  GatewayText text;
  text.processor =
      "layer: line, latency: 50 us, processor: {cores: 18, frequency: 2.3 GHz, cycles_per_packet: 1100, "
      "cycles_per_vector: 7, cycles_per_entry: 2, vector: 128, ring: 1024, stalls: {every: 10 s, longest: 5.8 ms, "
      "fixed: false}}, limits: {queues: 100, policers: 200, sessions: 300}, ";
  text.access = "rate: 1 Gbit/s line, scheduler: {rate: 900 Mbit/s line}";
  const auto bng = test::read_sound(text.yaml()).gateways.gateways.at(0);
  EXPECT_EQ(bng.layer, Layer::line);
  EXPECT_EQ(bng.latency, Duration::microseconds(50));
  ASSERT_TRUE(bng.processor && bng.processor->stalls);
  EXPECT_EQ(bng.processor->cores, 18);
  EXPECT_EQ(bng.processor->hertz, 2'300'000'000);
  EXPECT_EQ(bng.processor->cycles_per_packet, 1100);
  EXPECT_EQ(bng.processor->cycles_per_vector, 7);
  EXPECT_EQ(bng.processor->cycles_per_entry, 2);
  EXPECT_EQ(bng.processor->vector, 128);
  EXPECT_EQ(bng.processor->ring, 1024);
  EXPECT_EQ(bng.processor->stalls->every, Duration::seconds(10));
  EXPECT_EQ(bng.processor->stalls->longest, Duration::microseconds(5800));
  EXPECT_FALSE(bng.processor->stalls->fixed);
  EXPECT_TRUE(bng.processor->stalls->together);
  EXPECT_EQ(bng.limits.queues, 100);
  EXPECT_EQ(bng.limits.policers, 200);
  EXPECT_EQ(bng.limits.sessions, 300);
}

TEST(ReadGateways, ItsPortScheduler) {
  GatewayText text;
  text.access =
      "rate: 10 Gbit/s line, delay: 1 us, scheduler: {rate: 9 Gbit/s frame, burst: 20 kB, share: rate, levels: {8: "
      "{rate: 2 Gbit/s frame}, 1: {rate: 5 Gbit/s frame, burst: 9 kB}}, aggregates: [{name: olt, subscribers: 6, rate: "
      "[2.5 Gbit/s frame, 1 Gbit/s frame], weight: [1, 2], burst: 30 kB, share: rate}, {name: pon, subscribers: 2, "
      "rate: 1 Gbit/s frame}]}";
  const auto side = test::read_legal(text.yaml()).gateways.gateways.at(0).access;
  EXPECT_EQ(side.delay, Duration::microseconds(1));
  const auto& scheduler = side.scheduler;
  EXPECT_EQ(scheduler.rate, Rate::gbps(9));
  EXPECT_EQ(scheduler.burst, Bytes{20'000});
  EXPECT_EQ(scheduler.children, ShareBy::rate);
  ASSERT_TRUE(scheduler.levels[7] && scheduler.levels[0]);
  EXPECT_FALSE(scheduler.levels[6]);
  EXPECT_EQ(scheduler.levels[7]->rate, Rate::gbps(2));
  EXPECT_EQ(scheduler.levels[7]->burst, Bytes{15'000});
  EXPECT_EQ(scheduler.levels[0]->burst, Bytes{9'000});
  ASSERT_EQ(scheduler.aggregates.size(), 2U);
  const auto& olt = scheduler.aggregates[0];
  EXPECT_EQ(olt.name, "olt");
  EXPECT_EQ(olt.subscribers, 6);
  EXPECT_EQ(olt.rates, (std::vector{Rate::mbps(2500), Rate::gbps(1)}));
  EXPECT_EQ(olt.weights, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(olt.burst, Bytes{30'000});
  EXPECT_EQ(olt.children, ShareBy::rate);
  EXPECT_EQ(scheduler.aggregates[1].rates, std::vector{Rate::gbps(1)});
  EXPECT_TRUE(scheduler.aggregates[1].weights.empty());
}

TEST(ReadGateways, AllRatesCountAtItsLayer) {
  GatewayText text;
  text.access = "rate: 1 Gbit/s line, scheduler: {rate: @9 Mbit/s ip}";
  text.profile =
      "rate: @9 Mbit/s line, classes: {ef: {dscp: EF, queue: {pir: 1 Mbit/s frame, cir: @1 kbit/s ip}}, be: {}}";
  const std::string fix = ", but gateway 'bng' counts at frame; give it at frame";
  test::expect_complaints(text.yaml(),
                          {"error: 'rate' counts at layer ip" + fix, "error: 'rate' counts at layer line" + fix,
                           "error: 'cir' counts at layer ip" + fix});
}

TEST(ReadGateways, LevelsAreOneToEight) {
  GatewayText text;
  text.access =
      "rate: 1 Gbit/s line, scheduler: {levels: {@0: {rate: 1 Mbit/s frame}, 8: {rate: 1 Mbit/s frame}, @9: {rate: 1 "
      "Mbit/s frame}}}";
  test::expect_complaints(text.yaml(),
                          {"error: no level '0'; levels are 1 to 8", "error: no level '9'; levels are 1 to 8"});
}

TEST(ReadProfiles, ClassesPolicersAndArbiters) {
  GatewayText text;
  text.profile =
      "rate: 50 Mbit/s frame, burst: 20 kB, weight: 3, share: rate, access_list: filter, classes: {ef: {dscp: [EF, "
      "CS5], queue: {pir: 9 Mbit/s frame, mbs: 16 kB, cir: 8 Mbit/s frame, cbs: 17 kB, level: 8, cir_level: 7, weight: "
      "4, cir_weight: 5, limit: 18 kB}, policer: {kind: two_rate_excess, cir: 1 Mbit/s frame, cbs: 19 kB, pir: 2 "
      "Mbit/s frame, mbs: 21 kB, parent: tier, level: 6, weight: 2}}, be: {queue: {pir: 7 Mbit/s frame}, policer: "
      "{kind: single_rate, cir: 3 Mbit/s "
      "frame, mbs: 0 B}}}, arbiters: {tier: {parent: root, rate: 5 Mbit/s frame, level: 8, weight: 7}, root: {rate: 20 "
      "Mbit/s frame, burst: 90 kB}}";
  text.rest = "access_lists: {filter: [{match: {dscp: EF, source: 10.0.0.0/8}, permit: false, times: 99}, {}]}\n";
  const auto spec = test::read_legal(text.yaml()).gateways;
  ASSERT_EQ(spec.profiles.size(), 1U);
  const auto& home = spec.profiles[0];
  EXPECT_EQ(home.rate, Rate::mbps(50));
  EXPECT_EQ(home.burst, Bytes{20'000});
  EXPECT_EQ(home.weight, 3);
  EXPECT_EQ(home.children, ShareBy::rate);
  EXPECT_EQ(home.access_list, "filter");
  ASSERT_EQ(home.classes.size(), 2U);
  const auto& ef = home.classes[0];
  EXPECT_EQ(ef.dscps, (std::vector{Dscp{46}, Dscp{40}}));
  EXPECT_EQ(ef.queue.name, "ef");
  EXPECT_EQ(ef.queue.pir, Rate::mbps(9));
  EXPECT_EQ(ef.queue.mbs, Bytes{16'000});
  EXPECT_EQ(ef.queue.cir, Rate::mbps(8));
  EXPECT_EQ(ef.queue.cbs, Bytes{17'000});
  EXPECT_EQ(ef.queue.level, 8);
  EXPECT_EQ(ef.queue.cir_level, 7);
  EXPECT_EQ(ef.queue.weight, 4);
  EXPECT_EQ(ef.queue.cir_weight, 5);
  EXPECT_EQ(ef.queue.limit.bytes, Bytes{18'000});
  EXPECT_FALSE(ef.queue.limit.packets);
  ASSERT_TRUE(ef.policer);
  EXPECT_EQ(ef.policer->kind, SubscriberPolicerSpec::Kind::two_rate_excess);
  EXPECT_EQ(ef.policer->cir, Rate::mbps(1));
  EXPECT_EQ(ef.policer->cbs, Bytes{19'000});
  EXPECT_EQ(ef.policer->pir, Rate::mbps(2));
  EXPECT_EQ(ef.policer->mbs, Bytes{21'000});
  EXPECT_EQ(ef.policer->parent, "tier");
  EXPECT_EQ(ef.policer->level, 6);
  EXPECT_EQ(ef.policer->weight, 2);
  const auto& be = home.classes[1];
  EXPECT_TRUE(be.dscps.empty());
  EXPECT_EQ(be.queue.pir, Rate::mbps(7));
  EXPECT_FALSE(be.queue.limit.bytes);
  EXPECT_EQ(be.queue.limit.packets, 64);
  EXPECT_EQ(be.policer->kind, SubscriberPolicerSpec::Kind::single_rate);
  EXPECT_EQ(be.policer->parent, "");
  ASSERT_EQ(home.arbiters.size(), 2U);
  EXPECT_EQ(home.arbiters[0].name, "root") << "parents come first";
  EXPECT_EQ(home.arbiters[0].burst, Bytes{90'000});
  EXPECT_EQ(home.arbiters[1].parent, "root");
  EXPECT_EQ(home.arbiters[1].level, 8);
  EXPECT_EQ(home.arbiters[1].weight, 7);
  ASSERT_EQ(spec.access_lists.size(), 1U);
  const auto& entries = spec.access_lists[0].entries;
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_FALSE(entries[0].permit);
  EXPECT_EQ(entries[0].times, 99);
  EXPECT_EQ(entries[0].match.source->length, 96 + 8);
  EXPECT_TRUE(entries[1].permit);
}

TEST(ReadProfiles, NamesThatNothingHas) {
  GatewayText text;
  text.profile =
      "access_list: @filtre, classes: {ef: {dscp: EF, policer: {pir: 1 Mbit/s frame, parent: @rot}}, be: {}}, "
      "arbiters: {root: {rate: 1 Mbit/s frame}, tier: {parent: @rooot, rate: 1 Mbit/s frame}}";
  text.rest = "access_lists: {filter: [{}]}\n";
  test::expect_complaints(text.yaml(), {"error: no access list 'filtre'; did you mean 'filter'?",
                                        "error: no arbiter 'rot'; did you mean 'root'?",
                                        "error: no arbiter 'rooot'; did you mean 'root'?"});
}

TEST(ReadGateways, ProfilesNeedOne) {
  test::expect_complaints(
      "version: 1\nnodes: {a: {kind: host}, b: {kind: host}}\nlinks: {l: {between: [a, b], rate: 1 Mbit/s "
      "line}}\nflows: {f: {from: a, to: b, traffic: {kind: voice}}}\n@profiles: {p: {classes: {be: {}}}}\n",
      {"error: 'profiles' without a gateway; describe one under 'gateways'"});
}

}  // namespace
}  // namespace qoslab
