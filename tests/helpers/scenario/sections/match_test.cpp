#include "model/network/addresses.h"
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

std::string with_port(const std::string& port, const std::string& rest) {
  return test::network + R"(flows:
  call: {from: h, to: g, dscp: EF, traffic: {kind: voice}}
  file: {from: h, to: g, traffic: {kind: file}}
ports:
  )" + port +
         ":\n" + rest;
}

/// The first rule of a port with two classes.
Match match_of(const std::string& conditions, const std::string& port = "r1.mid") {
  const auto text = with_port(port, "    scheduler: priority\n    classes: {a: {}, b: {}}\n    classify: [{" +
                                        conditions + ", class: a}, {class: b}]\n");
  const auto outcome = read_scenario_text(text, "test");
  EXPECT_FALSE(has_errors(outcome.diagnostics)) << ::testing::PrintToString(test::printed(outcome.diagnostics));
  return outcome.points.empty() ? Match{} : outcome.points[0].ports.at(0).classify.at(0).match;
}

Packet packet_of(const FiveTuple& tuple, Dscp dscp) {
  Packet p;
  p.tuple = tuple;
  p.dscp = dscp;
  return p;
}

TEST(ReadMatches, CodePoints) {
  EXPECT_THAT(match_of("dscp: EF").dscps, ElementsAre(Dscp{46}));
  EXPECT_THAT(match_of("dscp: [AF11, 12]").dscps, ElementsAre(Dscp{10}, Dscp{12}));
}

TEST(ReadMatches, AddressesProtocolAndPorts) {
  const auto m = match_of(
      "protocol: udp, source: 10.0.0.0/8, destination: 10.0.0.10, source_port: 20000, destination_port: 5000-5010");
  EXPECT_EQ(m.protocol, 17);
  EXPECT_EQ(m.source->address, IpAddress::v4(0x0a000000));
  EXPECT_EQ(m.source->length, 104);
  EXPECT_EQ(m.destination->length, 128);
  EXPECT_EQ(m.source_ports->first, 20000);
  EXPECT_EQ(m.source_ports->last, 20000);
  EXPECT_EQ(m.destination_ports->last, 5010);
}

TEST(ReadMatches, HostsByName) {
  const auto m = match_of("from: h, to: g");
  EXPECT_EQ(m.source->address, interface_address(0, false));
  EXPECT_EQ(m.destination->address, interface_address(2, true));
  EXPECT_EQ(m.source->length, 128);
}

TEST(ReadMatches, AFlowInTheDirectionInWhichItPasses) {
  const auto s = read_scenario_text(test::network +
                                        "flows:\n  call: {from: h, to: g, traffic: {kind: voice}}\n  file: {from: h, "
                                        "to: g, traffic: {kind: file}}\n",
                                    "t")
                     .points.at(0);
  const auto tuple = flow_tuple(1, s.flows[1], s.links);
  FiveTuple answers{tuple.destination, tuple.source, tuple.destination_port, tuple.source_port, tuple.protocol};
  EXPECT_TRUE(match_of("flow: file").matches(packet_of(tuple, {})));
  EXPECT_FALSE(match_of("flow: file").matches(packet_of(answers, {})));
  EXPECT_FALSE(match_of("flow: file").matches(packet_of(flow_tuple(0, s.flows[0], s.links), {})));
  EXPECT_TRUE(match_of("flow: file", "r2.mid").matches(packet_of(answers, {})));
  EXPECT_FALSE(match_of("flow: file", "r2.mid").matches(packet_of(tuple, {})));
}

TEST(ReadMatches, AFlowAndItsMark) {
  const auto m = match_of("flow: call, dscp: EF");
  EXPECT_THAT(m.dscps, SizeIs(1));
  EXPECT_TRUE(m.destination_ports);
}

TEST(ReadMatches, NamesMustBeKnown) {
  test::expect_complaints(with_port("r1.mid", R"(    scheduler: priority
    classes: {one: {}, two: {}}
    classify:
      - {from: @gg, class: one}
      - {flow: @cal, class: one}
      - {class: @tow}
)"),
                          {"error: no node 'gg'; known: h, r1, r2, g", "error: no flow 'cal'; did you mean 'call'?",
                           "error: no leaf class 'tow'; did you mean 'two'?"});
}

TEST(ReadMatches, AnInnerClassHasNoQueue) {
  test::expect_complaints(with_port("r1.mid", R"(    scheduler: priority
    classes: {one: {classes: {two: {}}}}
    classify: [{class: @one}]
)"),
                          {"error: no leaf class 'one'; known: two"});
}

TEST(ReadMatches, OneThingIsSaidOnce) {
  test::expect_complaints(
      with_port("r1.mid", R"(    scheduler: priority
    classes: {one: {}}
    classify:
      - {source: 10.0.0.1, from: @h, destination: 10.0.0.1, to: @g, class: one}
      - {flow: @@call, protocol: udp, from: h, class: one}
      - {class: one}
)"),
      {"error: both 'source' and 'from'; keep one of them", "error: both 'destination' and 'to'; keep one of them",
       "error: both 'from' and 'flow'; keep one of them", "error: both 'protocol' and 'flow'; keep one of them"});
}

TEST(ReadMatches, AFlowThatNeverPasses) {
  const auto text = test::network + R"(  side: {between: [r1, s], rate: 1 Mbit/s line}
flows:
  call: {from: h, to: g, traffic: {kind: voice}}
ports:
  r1.side:
    scheduler: priority
    classes: {one: {}}
    classify: [{flow: @call, class: one}]
)";
  auto with_node = text;
  with_node.insert(with_node.find("  g: {kind"), "  s: {kind: host}\n");
  test::expect_complaints(with_node, {"error: flow 'call' never passes here; it goes from h to g"});
}

TEST(ReadPorts, AreEndsOfLinks) {
  test::expect_complaints(
      test::network + test::flows + "ports:\n  @r1.md: {}\n  @g.mid: {}\n  @mid: {}\n",
      {"error: no port 'r1.md'; did you mean 'r1.mid'?", "error: no port 'g.mid'; did you mean 'r1.mid'?",
       "error: no port 'mid'; known: h.left, r1.left, r1.mid, r2.mid, r2.right, g.right"});
}

ConditionerRule rule_of(const std::string& rule) {
  const auto s = test::read_sound(with_port("r1.left", "    ingress:\n      - {match: {dscp: EF}, " + rule + "}\n"));
  return s.ports.at(0).ingress.at(0);
}

TEST(ReadConditioners, EveryMeter) {
  const auto bucket = rule_of("meter: {kind: token_bucket, rate: 200 kbit/s ethernet, burst: 64 kB}, red: drop");
  EXPECT_EQ(std::get<SingleBucketMeter::Profile>(bucket.meter).rate, Rate::kbps(200));
  EXPECT_EQ(std::get<SingleBucketMeter::Profile>(bucket.meter).burst, Bytes{64'000});
  EXPECT_EQ(bucket.layer, Layer::ethernet);
  EXPECT_EQ(bucket.mode, ColorMode::blind);
  EXPECT_TRUE(bucket.actions[2].drop);
  EXPECT_FALSE(bucket.actions[0].drop);
  const auto sr =
      std::get<SrTcm::Profile>(rule_of("meter: {kind: srtcm, cir: 1 kbit/s ip, cbs: 2 kB, ebs: 3 kB}").meter);
  EXPECT_EQ(sr.cir, Rate::kbps(1));
  EXPECT_EQ(sr.cbs, Bytes{2000});
  EXPECT_EQ(sr.ebs, Bytes{3000});
  const auto tr =
      rule_of("meter: {kind: trtcm, cir: 1 kbit/s ip, cbs: 2 kB, pir: 4 kbit/s ip, pbs: 5 kB, mode: aware}");
  EXPECT_EQ(std::get<TrTcm::Profile>(tr.meter).pir, Rate::kbps(4));
  EXPECT_EQ(std::get<TrTcm::Profile>(tr.meter).pbs, Bytes{5000});
  EXPECT_EQ(tr.mode, ColorMode::aware);
  const auto efficient = std::get<EfficientTrTcm::Profile>(
      rule_of("meter: {kind: rfc4115, cir: 1 kbit/s ip, cbs: 2 kB, eir: 4 kbit/s ip, ebs: 5 kB}").meter);
  EXPECT_EQ(efficient.eir, Rate::kbps(4));
  EXPECT_EQ(efficient.ebs, Bytes{5000});
}

TEST(ReadConditioners, ActionsByColor) {
  const auto rule = rule_of(
      "meter: {kind: srtcm, cir: 1 kbit/s ip, cbs: 2 kB, ebs: 3 kB}, green: {mark: AF21}, yellow: pass, red: {mark: "
      "AF23}");
  EXPECT_EQ(rule.actions[0].mark, Dscp{18});
  EXPECT_FALSE(rule.actions[1].mark);
  EXPECT_EQ(rule.actions[2].mark, Dscp{22});
}

TEST(ReadConditioners, WithoutAMeterAllAreGreen) {
  const auto rule = rule_of("green: {mark: AF21}");
  EXPECT_TRUE(std::holds_alternative<std::monostate>(rule.meter));
  EXPECT_EQ(rule.actions[0].mark, Dscp{18});
}

TEST(ReadConditioners, OneLayerForAMeter) {
  test::expect_complaints(with_port("r1.left",
                                    "    ingress:\n      - {meter: {kind: trtcm, cir: 1 kbit/s ip, cbs: 2 kB, pir: @4 "
                                    "kbit/s line, pbs: 2 kB}}\n"),
                          {"error: 'pir' counts at layer line, the meter's other rate at ip; give both at one layer"});
}

TEST(ReadConditioners, ArrivingFlowsByName) {
  const auto s = test::read_sound(with_port("r1.left", "    ingress: [{match: {flow: call}, green: {mark: AF21}}]\n"));
  EXPECT_TRUE(s.ports.at(0).ingress.at(0).match.matches(packet_of(flow_tuple(0, s.flows[0], s.links), {})));
}

}  // namespace
}  // namespace qoslab
