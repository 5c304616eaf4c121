// What may stand where: one story for each kind of fault, each at its exact place.
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

std::string with(const std::string& rest) { return test::network + test::flows + rest; }
std::string flow(const std::string& rest) { return test::network + "flows:\n  f: {from: h, to: g, " + rest + "}\n"; }

TEST(Form, UnknownKeysWithAHint) {
  test::expect_complaints(with("@run: {}\nruns: {@durration: 1 s}\nports: {r1.mid: {@shaper: {}}}\n"),
                          {"error: unknown key 'run' in the scenario; did you mean 'runs'?",
                           "error: unknown key 'durration' in runs of the scenario; did you mean 'duration'?",
                           "error: unknown key 'shaper' in port 'r1.mid'; did you mean 'shape'?"});
}

TEST(Form, UnknownKeysDeepInside) {
  test::expect_complaints(with(R"(ports:
  r1.mid:
    scheduler: cbq
    classes:
      all: {rate: 1 kbit/s ip, classes: {be: {rate: 1 kbit/s ip, queue: {@size: 10 packets}}}}
    classify: [{class: be, @dsc: EF}]
)"),
                          {"error: unknown key 'size' in queue of class 'be'; known: limit, overflow, red, codel",
                           "error: unknown key 'dsc' in classify 1 of port 'r1.mid'; did you mean 'dscp'?"});
}

TEST(Form, KeysOfAnotherKind) {
  test::expect_complaints(flow("traffic: {kind: voice, @packet: 100 B}"),
                          {"error: 'packet' does not apply to traffic of flow 'f' with kind voice; it belongs to kind "
                           "constant, poisson, on_off"});
  test::expect_complaints(
      with("ports: {r1.mid: {scheduler: priority, @tick: 1 ms, classes: {c: {}}, classify: [{class: c}]}}\n"),
      {"error: 'tick' does not apply to port 'r1.mid' with scheduler priority; it belongs to scheduler cbq"});
}

TEST(Form, KeysOfAClassFollowTheScheduler) {
  test::expect_complaints(with("ports: {r1.mid: {scheduler: htb, classes: {c: {rate: 1 kbit/s ip, @maxburst: 4}}, "
                               "classify: [{class: c}]}}\n"),
                          {"error: unknown key 'maxburst' in class 'c'; known: rate, ceil, burst, cburst, quantum, "
                           "priority, queue, scheduler, classes"});
}

TEST(Form, MissingKeys) {
  test::expect_complaints(
      "@nodes:\n  @h: {}\n  r: {kind: router}\nlinks:\n  @l: {between: [h, r]}\nflows:\n  f: {from: h, to: @h, "
      "traffic: "
      "@{}}\n",
      {"error: the scenario has no 'version'; write version: 1", "error: node 'h' has no 'kind'; write kind: host",
       "error: link 'l' has no 'rate'; write rate: 1 Mbit/s line",
       "error: flow 'f' goes from 'h' to itself; name another host",
       "error: traffic of flow 'f' has no 'kind'; write kind: voice"});
}

TEST(Form, SectionsThatAreMissing) {
  test::expect_complaints("@@@version: 1\n", {"error: the scenario has no 'flows'; write flows: {...}",
                                              "error: the scenario has no 'links'; write links: {...}",
                                              "error: the scenario has no 'nodes'; write nodes: {...}"});
}

TEST(Form, AnotherVersion) {
  test::expect_complaints("version: @2\n" + test::network.substr(11) + test::flows,
                          {"error: version: '2': out of range; must be 1"});
}

TEST(Form, KindsOfValues) {
  test::expect_complaints(with("runs: @[1]\nexpect: @{}\nquestion: @[a]\nlesson: [@{}]\n"),
                          {"error: a list for 'runs', where a map is expected; write runs: {...}",
                           "error: a map for 'expect', where a list is expected; write expect: [{...}]",
                           "error: a list for 'question', where a single value is expected; write question: TEXT",
                           "error: a map for 'lesson 1', where a single value is expected; write lesson 1: TEXT"});
}

TEST(Form, NoValueAtAll) {
  test::expect_complaints(with("@runs:\n@ports: ~\nexpect: @[]\n"),
                          {"error: 'runs' of the scenario has no value; write runs: {...}, or remove the key",
                           "error: 'ports' of the scenario has no value; write ports: {...}, or remove the key",
                           "error: 'expect' of the scenario is an empty list; remove the key or fill it"});
}

TEST(Form, Units) {
  test::expect_complaints(
      with("runs: {duration: @10, warmup: @5 sec, record: @1e400}\n"),
      {"error: duration: '10': no unit; write ns, us, ms, s, min or h after the number, as in 10 ms",
       "error: warmup: '5 sec': unknown unit 'sec'; write ns, us, ms, s, min or h",
       "error: record: '1e400': exponents are not read; write the digits out and choose a unit, as in 10 ms"});
}

TEST(Form, RatesSayTheirLayer) {
  test::expect_complaints(flow("traffic: {kind: poisson, packet: 850 B, rate: @10 mbps}"),
                          {"error: rate: '10 mbps': unknown unit 'mbps'; write kbit/s, Mbit/s or Gbit/s"});
  test::expect_complaints(
      flow("traffic: {kind: poisson, packet: 850 B, rate: @10 Mbit/s}"),
      {"error: rate: '10 Mbit/s': no layer; say which bytes the rate counts: payload, ip, ethernet, frame "
       "or line, as in 10 Mbit/s ip"});
  auto text = test::network;
  text.replace(text.find("10 Mbit/s line"), 14, "@1 Mbit/s ip");
  test::expect_complaints(text + test::flows,
                          {"error: rate: '1 Mbit/s ip': this rate cannot count at layer 'ip'; give it at line"});
}

TEST(Form, RatesThatOverflow) {
  test::expect_complaints(flow("traffic: {kind: poisson, packet: 850 B, rate: @99999999999999999999 Gbit/s ip}"),
                          {"error: rate: '99999999999999999999 Gbit/s': too large; at most 1000000 Gbit/s"});
}

TEST(Form, Ranges) {
  test::expect_complaints(
      with("runs: {replications: @0, seed: @-1, duration: @0 s}\n"),
      {"error: replications: '0': out of range; 1 to 100000", "error: seed: '-1': negative; write 0 or more, as in 7",
       "error: duration: '0 s': out of range; at least 1 ps"});
  test::expect_complaints(
      with("ports: {r1.mid: {scheduler: priority, classes: {c: {priority: @64}}, classify: [{class: c}]}}\n"),
      {"error: priority: '64': out of range; 0 to 63"});
  test::expect_complaints(flow("traffic: {kind: poisson, packet: @28 B, rate: @0 bit/s ip}"),
                          {"error: packet: '28 B': out of range; 29 B to 1500 B",
                           "error: rate: '0 bit/s ip': out of range; at least 1 bit/s"});
}

TEST(Form, Words) {
  test::expect_complaints(flow("traffic: {kind: @voic}"),
                          {"error: kind: 'voic' is none of the known words; did you mean 'voice'?"});
  test::expect_complaints(with("ports: {r1.mid: {scheduler: @sfq}}\n"),
                          {"error: scheduler: 'sfq' is none of the known words; known: fifo, priority, wrr, drr, "
                           "wf2q+, cbq, hfsc, htb, ideal"});
  test::expect_complaints(with("ports: {r1.mid: {pcap: @yes}}\n"),
                          {"error: pcap: 'yes': neither true nor false; write true or false"});
}

TEST(Form, NamesOfThings) {
  test::expect_complaints(with("") + "  @b.c: {from: h, to: g, traffic: {kind: voice}}\n",
                          {"error: 'b.c': cannot be a name; use letters, digits, _ - and +, at most 64"});
}

TEST(Form, ValuesOfTwoForms) {
  test::expect_complaints(
      with("ports: {r1.mid: {scheduler: hfsc, classes: {c: {link_share: @[1]}}, classify: [{class: c}]}}\n"),
      {"error: a list for 'link_share'; write link_share: 1 Mbit/s ip or {...}"});
  test::expect_complaints(with("ports: {r1.left: {ingress: [{green: @pas}]}}\n"),
                          {"error: green: 'pas' is none of the known words; did you mean 'pass'?"});
}

TEST(Form, NothingOfWhatYamlAllowsForNumbers) {
  for (const auto* bad : {".nan", ".inf", "-0", "010", "0x10", "1_000", "+1", "1.5", "''"}) {
    const auto outcome = read_scenario_text(with("runs: {replications: " + std::string{bad} + "}\n"), "test");
    EXPECT_TRUE(has_errors(outcome.diagnostics)) << bad;
  }
}

TEST(Form, ManyFaultsAreCutShort) {
  std::string text = test::network + "flows:\n";
  for (int i = 0; i < 60; ++i) text += "  f" + std::to_string(i) + ": {from: h, to: g, traffic: {kind: noise}}\n";
  const auto outcome = read_scenario_text(text, "test");
  ASSERT_EQ(outcome.diagnostics.size(), 51U);
  EXPECT_EQ(to_string(outcome.diagnostics.back()), "test: note: and 10 more; correct these first");
}

}  // namespace
}  // namespace qoslab
