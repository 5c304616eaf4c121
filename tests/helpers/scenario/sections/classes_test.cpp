#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::SizeIs;

/// A port on the way of two flows, one marked EF, one not marked; `rest` follows `r1.mid:`.
PortSpec port_of(const std::string& rest) {
  const auto more = "  rest: {from: h, to: g, traffic: {kind: voice}}\nports:\n  r1.mid:\n" + rest;
  const auto s = test::read_legal(test::network + test::flows + more);
  EXPECT_THAT(s.ports, SizeIs(1));
  return s.ports.empty() ? PortSpec{} : s.ports.front();
}

template <typename Share>
Share share_of(const std::string& scheduler, const std::string& keys) {
  return std::get<Share>(
      port_of("    scheduler: " + scheduler + "\n    classes: {c: {" + keys + "}}\n    classify: [{class: c}]\n")
          .classes.at(0)
          .share);
}

TEST(ReadClasses, APortWithoutSchedulerIsAFifo) {
  const auto port = port_of("    pcap: true\n");
  EXPECT_EQ(port.node, "r1");
  EXPECT_EQ(port.link, "mid");
  EXPECT_EQ(port.link_rate, Rate::mbps(10));
  EXPECT_EQ(port.scheduler, SchedulerKind::fifo);
  EXPECT_TRUE(port.pcap);
  ASSERT_THAT(port.classes, SizeIs(1));
  EXPECT_EQ(port.classes[0].name, "all");
  EXPECT_EQ(port.classes[0].queue.limit.packets, 1000);
  ASSERT_THAT(port.classify, SizeIs(1));
  EXPECT_EQ(port.classify[0].class_name, "all");
}

TEST(ReadClasses, AFifoMayHaveAQueueOrANamedClass) {
  EXPECT_EQ(port_of("    queue: {limit: 64 kB, overflow: head}\n").classes[0].queue.limit.bytes, Bytes{64'000});
  EXPECT_EQ(port_of("    queue: {overflow: head}\n").classes[0].queue.limit.packets, 50);
  const auto named = port_of("    classes: {only: {queue: {limit: 20 packets}}}\n");
  EXPECT_EQ(named.classes[0].name, "only");
  EXPECT_EQ(named.classes[0].queue.limit.packets, 20);
  EXPECT_EQ(named.classify[0].class_name, "only");
}

TEST(ReadClasses, Shapers) {
  const auto bucket = *port_of("    shape: {rate: 1 Mbit/s ethernet, burst: 3 kB, tick: 1 ms}\n").shaper;
  EXPECT_EQ(bucket.kind, ShaperSpec::Kind::token_bucket);
  EXPECT_EQ(bucket.rate, Rate::mbps(1));
  EXPECT_EQ(bucket.burst, Bytes{3000});
  EXPECT_EQ(bucket.tick, Duration::milliseconds(1));
  const auto pipe = *port_of("    shape: {rate: 1 Mbit/s ip, kind: pipe}\n").shaper;
  EXPECT_EQ(pipe.kind, ShaperSpec::Kind::pipe);
  EXPECT_EQ(pipe.burst, Bytes{1514});
  EXPECT_EQ(pipe.tick, Duration{});
}

TEST(ReadClasses, TheLayerIsThatOfTheRates) {
  EXPECT_EQ(port_of("    shape: {rate: 1 Mbit/s ethernet}\n").layer, Layer::ethernet);
  EXPECT_EQ(port_of("    pcap: true\n").layer, Layer::line);
}

TEST(ReadClasses, Priority) {
  EXPECT_EQ(share_of<PriorityShare>("priority", "priority: 63").level, 63);
  EXPECT_EQ(share_of<PriorityShare>("priority", "").level, 0);
}

TEST(ReadClasses, RoundRobins) {
  EXPECT_EQ(share_of<WrrShare>("wrr", "weight: 3").weight, 3);
  EXPECT_EQ(share_of<WrrShare>("wrr", "").weight, 1);
  EXPECT_EQ(share_of<DrrShare>("drr", "quantum: 300 B").quantum, Bytes{300});
  EXPECT_EQ(share_of<DrrShare>("drr", "").quantum, Bytes{1514});
}

TEST(ReadClasses, Wf2qPlus) { EXPECT_EQ(share_of<Wf2qShare>("wf2q+", "rate: 5 kbit/s ip").rate, Rate::kbps(5)); }

TEST(ReadClasses, Cbq) {
  const auto standard = share_of<Cbq::Class>("cbq", "rate: 5 kbit/s ip");
  EXPECT_EQ(standard.rate, Rate::kbps(5));
  EXPECT_EQ(standard.priority, 1);
  EXPECT_FALSE(standard.borrow);
  EXPECT_FALSE(standard.maxburst);
  EXPECT_EQ(standard.minburst, 2);
  EXPECT_EQ(standard.average_packet, Bytes{1000});
  const auto c = share_of<Cbq::Class>(
      "cbq", "rate: 5 kbit/s ip, priority: 7, borrow: true, maxburst: 16, minburst: 3, average_packet: 600 B");
  EXPECT_EQ(c.priority, 7);
  EXPECT_TRUE(c.borrow);
  EXPECT_EQ(c.maxburst, 16);
  EXPECT_EQ(c.minburst, 3);
  EXPECT_EQ(c.average_packet, Bytes{600});
  EXPECT_EQ(
      port_of("    scheduler: cbq\n    tick: 1 ms\n    classes: {c: {rate: 5 kbit/s ip}}\n    classify: [{class: c}]\n")
          .cbq_tick,
      Duration::milliseconds(1));
}

TEST(ReadClasses, HfscCurvesOfOneOrTwoPieces) {
  const auto c = share_of<Hfsc::Class>(
      "hfsc", "real_time: {m1: 300 kbit/s ip, d: 10 ms, m2: 100 kbit/s ip}, link_share: 50 kbit/s ip");
  ASSERT_TRUE(c.real_time);
  EXPECT_EQ(c.real_time->m1, Rate::kbps(300));
  EXPECT_EQ(c.real_time->d, Duration::milliseconds(10));
  EXPECT_EQ(c.real_time->m2, Rate::kbps(100));
  ASSERT_TRUE(c.link_share);
  EXPECT_EQ(c.link_share->m1, Rate::kbps(50));
  EXPECT_EQ(c.link_share->d, Duration{});
  EXPECT_EQ(c.link_share->m2, Rate::kbps(50));
  EXPECT_FALSE(c.upper_limit);
}

TEST(ReadClasses, HtbAndTheIdealTree) {
  for (const auto* scheduler : {"htb", "ideal"}) {
    const auto standard = share_of<TokenTreeClass>(scheduler, "rate: 5 Mbit/s ip");
    EXPECT_EQ(standard.ceil, Rate::mbps(5));
    EXPECT_EQ(standard.burst, Bytes{1600});
    EXPECT_EQ(standard.cburst, Bytes{1600});
    EXPECT_EQ(standard.quantum, Bytes{1514});
    EXPECT_EQ(standard.priority, 0);
    const auto c = share_of<TokenTreeClass>(
        scheduler, "rate: 5 Mbit/s ip, ceil: 6 Mbit/s ip, burst: 2 kB, cburst: 3 kB, quantum: 9 kB, priority: 7");
    EXPECT_EQ(c.rate, Rate::mbps(5));
    EXPECT_EQ(c.ceil, Rate::mbps(6));
    EXPECT_EQ(c.burst, Bytes{2000});
    EXPECT_EQ(c.cburst, Bytes{3000});
    EXPECT_EQ(c.quantum, Bytes{9000});
    EXPECT_EQ(c.priority, 7);
  }
}

TEST(ReadClasses, TreesAndSchedulersWithinSchedulers) {
  const auto port = port_of(R"(    scheduler: htb
    classes:
      top:
        rate: 5 Mbit/s ip
        scheduler: priority
        classes:
          high: {priority: 1}
          low: {scheduler: drr, classes: {a: {quantum: 300 B}}}
    classify: [{dscp: BE, class: high}, {class: a}]
)");
  const auto& top = port.classes.at(0);
  EXPECT_EQ(top.scheduler, SchedulerKind::priority);
  EXPECT_EQ(std::get<PriorityShare>(top.children.at(0).share).level, 1);
  EXPECT_FALSE(top.children[0].scheduler);
  EXPECT_EQ(top.children.at(1).scheduler, SchedulerKind::drr);
  EXPECT_EQ(std::get<DrrShare>(top.children[1].children.at(0).share).quantum, Bytes{300});
}

TEST(ReadClasses, QueuesAndTheirDropPolicies) {
  const auto red = *port_of(
                        "    queue: {limit: [60 packets, 90 kB], red: {weight: 0.01, mean_packet_time: 1 ms, curve: "
                        "{min: 3, max: 9, max_probability: 0.05, gentle: true}}}\n")
                        .classes[0]
                        .queue.red;
  EXPECT_EQ(red.kind, RedSpec::Kind::red);
  EXPECT_EQ(red.parameters.weight, 0.01);
  EXPECT_EQ(red.parameters.mean_packet_time, Duration::milliseconds(1));
  EXPECT_EQ(red.curves[0].min, 3);
  EXPECT_EQ(red.curves[0].max, 9);
  EXPECT_EQ(red.curves[0].max_probability, 0.05);
  EXPECT_TRUE(red.curves[0].gentle);
  const auto rio =
      *port_of("    queue: {red: {kind: rio, green: {min: 20, max: 40}, yellow: {min: 10, max: 20}, red: {}}}\n")
           .classes[0]
           .queue.red;
  EXPECT_EQ(rio.kind, RedSpec::Kind::rio);
  EXPECT_EQ(rio.curves[0].min, 20);
  EXPECT_EQ(rio.curves[1].min, 10);
  EXPECT_EQ(rio.curves[2].min, 5);
  const auto codel = *port_of("    queue: {codel: {target: 1 ms}}\n").classes[0].queue.codel;
  EXPECT_EQ(codel.target, Duration::milliseconds(1));
  EXPECT_EQ(codel.interval, Duration::milliseconds(100));
  const auto limit = port_of("    queue: {limit: [60 packets, 90 kB]}\n").classes[0].queue.limit;
  EXPECT_EQ(limit.packets, 60);
  EXPECT_EQ(limit.bytes, Bytes{90'000});
  EXPECT_FALSE(port_of("    queue: {limit: 64 kB}\n").classes[0].queue.limit.packets);
}

TEST(ReadClasses, Reservable) {
  auto text = test::network + test::flows + R"(ports:
  r1.mid:
    scheduler: cbq
    classes: {all: {rate: 800 kbit/s ethernet, classes: {be: {rate: 400 kbit/s ethernet}}}}
    classify: [{class: be}]
    reservable: {bandwidth: 400 kbit/s ethernet, admission: measured, parent: all, most_flows: 8, excess: in_class, mtu: 576 B,
                 class: {priority: 5, queue: {limit: 30 packets}}}
)";
  text.replace(text.find("r1: {kind: router"), 17, "r1: {kind: router, rsvp: true");
  const auto spec = *test::read_sound(text).ports[0].reservable;
  EXPECT_EQ(spec.bandwidth, Rate::kbps(400));
  EXPECT_TRUE(spec.measured);
  EXPECT_EQ(spec.parent, "all");
  EXPECT_EQ(spec.most_flows, 8);
  EXPECT_FALSE(spec.police);
  EXPECT_EQ(spec.mtu, Bytes{576});
  EXPECT_EQ(std::get<Cbq::Class>(spec.share_template.share).priority, 5);
  EXPECT_EQ(std::get<Cbq::Class>(spec.share_template.share).rate, Rate{});
  EXPECT_EQ(spec.share_template.queue.limit.packets, 30);
}

TEST(ReadClasses, OneLayerForAllRatesOfAPort) {
  test::expect_complaints(
      test::network + test::flows + R"(ports:
  r1.mid:
    shape: {rate: 1 Mbit/s ethernet}
    scheduler: wf2q+
    classes: {a: {rate: @1 Mbit/s ip}}
    classify: [{class: a}]
)",
      {"error: 'rate' counts at layer ip, but this port's rates count at ethernet (line 15); give all "
       "rates of a port at one layer"});
}

TEST(ReadClasses, EveryNameOnceAtAPort) {
  test::expect_complaints(
      test::network + test::flows + R"(ports:
  r1.mid:
    scheduler: priority
    classes: {a: {classes: {@a: {}, @reserved-1: {}}}}
    classify: [{class: a}]
)",
      {"error: class 'a' for the second time at this port; give each class of a port a name of its own",
       "error: class 'reserved-1' has the name of a reserved class; names that begin with 'reserved-' "
       "belong to reservations"});
}

}  // namespace
}  // namespace qoslab
