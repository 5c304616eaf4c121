#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

/// Voice marked EF and a file that is not marked, over a port with these classes and rules.
std::string port(const std::string& classes, const std::string& rules, const std::string& more = "") {
  return test::network + R"(flows:
  call: {from: h, to: g, dscp: EF, traffic: {kind: voice}}
  file: {from: h, to: g, traffic: {kind: file}}
ports:
  r1.mid:
    scheduler: priority
    classes: )" +
         classes + "\n    classify: " + rules + "\n" + more;
}

TEST(CheckClassification, EveryClassIsNamedByARule) {
  test::expect_complaints(port("{a: {}, @b: {}}", "[{class: a}]"),
                          {"error: class 'b' can never see a packet: no rule names it; add a rule {..., class: b}"});
}

TEST(CheckClassification, AShadowedClassSeesNothing) {
  test::expect_complaints(
      port("{a: {}, @b: {}}", "[{class: a}, @{dscp: EF, class: b}]"),
      {"error: class 'b' can never see a packet: earlier rules take all of its; put its rules first",
       "warning: no packet reaches this rule: rule 1 (line 18) takes them all; put it before that one, or "
       "remove it"});
}

TEST(CheckClassification, AShadowedRuleIsWarnedOf) {
  test::expect_complaints(
      port("{a: {}, b: {}}", "[{dscp: [EF, AF11], class: a}, @{dscp: EF, protocol: udp, class: b}, {class: b}]"),
      {"warning: no packet reaches this rule: rule 1 (line 18) takes them all; put it before that one, or "
       "remove it"});
}

TEST(CheckClassification, NarrowRulesBeforeWideOnesAreFine) {
  test::read_sound(
      port("{a: {}, b: {}}",
           "[{dscp: EF, source: 10.0.0.0/30, class: a}, {dscp: EF, source: 10.0.0.0/8, class: a}, {class: b}]"));
}

TEST(CheckClassification, AClassWithoutTraffic) {
  test::expect_complaints(port("{a: {}, @b: {}}", "[{dscp: AF11, class: b}, {class: a}]"),
                          {"note: class 'b' sees no packet of this scenario's flows; send it some, or remove it"});
}

TEST(CheckClassification, AClassWithTrafficAtSomePointsOnly) {
  const auto outcome = read_scenario_text(R"(parameters: {mark: {value: EF, why: x}}
sweep: {mark: [EF, AF11]}
)" + test::network + R"(flows: {call: {from: h, to: g, dscp: $mark, traffic: {kind: voice}}}
ports: {r1.mid: {scheduler: priority, classes: {a: {}, b: {}}, classify: [{dscp: EF, class: a}, {class: b}]}}
)",
                                          "test");
  EXPECT_THAT(test::printed(outcome.diagnostics), ::testing::IsEmpty());
}

TEST(CheckClassification, AFlowThatFitsNoClass) {
  test::expect_complaints(
      port("{a: {}}", "@@[{dscp: EF, class: a}]"),
      {"error: flow 'file' fits no class: all would be dropped (no_class); add a rule that matches, or a "
       "catch-all {class: NAME}",
       "warning: no catch-all: what no rule matches is dropped (no_class); end with {class: NAME}"});
}

TEST(CheckClassification, AnswersNeedAClassToo) {
  auto text = port("{@a: {}}", "@@[{protocol: udp, class: a}]");
  text.replace(text.find("r1.mid:\n"), 6, "r2.mid");
  test::expect_complaints(
      text, {"note: class 'a' sees no packet of this scenario's flows; send it some, or remove it",
             "error: answers of flow 'file' fit no class: all would be dropped (no_class); add a rule that matches, "
             "or a catch-all {class: NAME}",
             "warning: no catch-all: what no rule matches is dropped (no_class); end with {class: NAME}"});
}

TEST(CheckClassification, ConditionersChangeTheMarks) {
  // EF becomes AF21 or is dropped; the port knows AF21 only.
  const auto edge = std::string{R"(  r1.left:
    ingress: [{match: {dscp: EF}, meter: {kind: token_bucket, rate: 80 kbit/s ip, burst: 2 kB}, green: {mark: AF21}, red: drop}]
)"};
  test::read_sound(port("{a: {}, b: {}}", "[{dscp: AF21, class: a}, {class: b}]", edge));
  test::expect_complaints(port("{@a: {}, b: {}}", "[{dscp: EF, class: a}, {class: b}]", edge),
                          {"note: class 'a' sees no packet of this scenario's flows; send it some, or remove it"});
}

TEST(CheckClassification, SomeColorsFitNoClass) {
  const auto edge = std::string{R"(  r1.left:
    ingress: [{match: {dscp: EF}, meter: {kind: srtcm, cir: 80 kbit/s ip, cbs: 2 kB, ebs: 2 kB}, yellow: {mark: AF22}, red: {mark: AF23}}]
)"};
  test::expect_complaints(
      port("{a: {}, b: {}}", "@@[{dscp: EF, class: a}, {protocol: tcp, class: b}]", edge),
      {"warning: flow 'call' fits no class when marked AF22, AF23; add a rule that matches, or a catch-all "
       "{class: NAME}",
       "warning: no catch-all: what no rule matches is dropped (no_class); end with {class: NAME}"});
}

TEST(CheckClassification, ConditionerRulesThatNobodyMeets) {
  test::expect_complaints(
      test::network + test::flows + R"(ports:
  r1.left:
    ingress:
      - {match: {dscp: EF}, green: {mark: AF21}}
      - @{match: {dscp: EF, protocol: udp}, green: {mark: AF21}}
      - @{match: {dscp: AF11}, green: {mark: AF21}}
)",
      {"warning: no packet reaches this rule: rule 1 (line 16) takes them all; put it before that one, or "
       "remove it",
       "note: no flow of this scenario meets this rule; correct its match, or remove it"});
}

TEST(CheckClassification, SignallingNeedsAClass) {
  test::expect_complaints(
      R"(version: 1
nodes: {h: {kind: host, rsvp: true}, r: {kind: router, rsvp: true}, g: {kind: host, rsvp: true}}
links: {left: {between: [h, r], rate: 1 Mbit/s line}, right: {between: [r, g], rate: 1 Mbit/s line}}
flows:
  f: {from: h, to: g, dscp: EF, traffic: {kind: voice}, reserve: {service: controlled_load, rate: 80 kbit/s ip, peak: 1 Mbit/s ip, bucket: 1500 B, min: 200 B, max: 1500 B}}
ports:
  r.right: {scheduler: priority, classes: {a: {}}, classify: @@[{protocol: udp, class: a}]}
)",
      {"error: RSVP messages of flow 'f' fit no class: all would be dropped (no_class); add a rule that "
       "matches, or a catch-all {class: NAME}",
       "warning: no catch-all: what no rule matches is dropped (no_class); end with {class: NAME}"});
}

}  // namespace
}  // namespace qoslab
