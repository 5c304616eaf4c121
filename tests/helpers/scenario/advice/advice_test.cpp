// The linter: legal, but its author may be surprised.
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

/// Two nodes on each side and a port of r1 towards r2; flows are named after the classes that they join.
std::string tree(const std::string& flows, const std::string& port) {
  return R"(version: 1
nodes: {h: {kind: host}, r1: {kind: router}, r2: {kind: router}, g: {kind: host}}
links:
  left: {between: [h, r1], rate: 1 Gbit/s line}
  mid: {between: [r1, r2], rate: 1 Gbit/s line}
  right: {between: [r2, g], rate: 1 Gbit/s line}
flows:
)" + flows +
         "ports:\n  r1.mid:\n" + port;
}

std::string load(const std::string& name, const std::string& rate) {
  return "  " + name + ": {from: h, to: g, traffic: {kind: poisson, rate: " + rate + ", packet: 1486 B}}\n";
}

TEST(AdviceTokenTrees, HtbChildrenThatExceedTheirParent) {
  const auto flows = load("a", "60 Mbit/s ip") + load("b", "60 Mbit/s ip") + load("c", "60 Mbit/s ip");
  const auto classes = R"(
    classes:
      @@top:
        rate: 100 Mbit/s ip
        classes: {@a: {rate: 50 Mbit/s ip}, @b: {rate: 50 Mbit/s ip}, @c: {rate: 50 Mbit/s ip}}
    classify: [{flow: a, class: a}, {flow: b, class: b}, {class: c}]
)";
  test::expect_complaints(
      tree(flows, std::string{"    scheduler: htb"} + classes),
      {"warning: class 'top': its children's rates add up to 150 Mbit/s, 150 % of its ceil of 100 Mbit/s: no "
       "parent holds a class within its rate, they may exceed it; rates of 100 Mbit/s in all; ceils say how "
       "much each may have at most",
       "warning: class 'top': sends 150 Mbit/s by the kernel's rules, 100 Mbit/s in the ideal tree: 150 %; "
       "rates that fit into the ceils above them",
       "warning: class 'a': sends 50 Mbit/s by the kernel's rules, 33.33 Mbit/s in the ideal tree: 150 %; rates that "
       "fit into the ceils above them",
       "warning: class 'b': sends 50 Mbit/s by the kernel's rules, 33.33 Mbit/s in the ideal tree: 150 %; rates that "
       "fit into the ceils above them",
       "warning: class 'c': sends 50 Mbit/s by the kernel's rules, 33.33 Mbit/s in the ideal tree: 150 %; rates that "
       "fit into the ceils above them"});
}

TEST(AdviceTokenTrees, TopClassesThatExceedThePort) {
  test::expect_complaints(
      tree(load("a", "1 Mbit/s ip"), R"(    shape: {rate: 10 Mbit/s ip}
    scheduler: htb
    classes: @{a: {rate: 11 Mbit/s ip}}
    classify: [{class: a}]
)"),
      {"warning: the rates of the top classes add up to 11 Mbit/s, the port has 10 Mbit/s: they cannot all "
       "have theirs; lower them"});
}

TEST(AdviceTokenTrees, BucketsAreMeasuredByTheClassesOwnPackets) {
  const auto port = [](const std::string& voice) {
    return tree("  call: {from: h, to: g, traffic: {kind: voice}}\n" + load("a", "1 Mbit/s ip"), R"(    scheduler: htb
    classes: {)" + voice + R"(, a: {rate: 5 Mbit/s ip}}
    classify: [{flow: call, class: voice}, {class: a}]
)");
  };
  // 200 B of voice beside data of 1486 B.
  test::read_sound(port("voice: {rate: 1 Mbit/s ip, burst: 200 B, cburst: 200 B, quantum: 200 B}"));
  test::expect_complaints(
      port("@voice: {rate: 1 Mbit/s ip, burst: 199 B}"),
      {"warning: class 'voice': its burst of 199 B lies below one packet of 200 B: it loses credit whenever "
       "it has to wait; at least 200 B"});
}

TEST(AdviceTokenTrees, ATreeBelowAnotherScheduler) {
  const auto outcome =
      read_scenario_text(tree(load("a", "60 Mbit/s ip") + load("b", "60 Mbit/s ip"), R"(    scheduler: priority
    classes:
      inner:
        scheduler: htb
        classes: {top: {rate: 60 Mbit/s ip, classes: {a: {rate: 60 Mbit/s ip}, b: {rate: 60 Mbit/s ip}}}}
    classify: [{flow: a, class: a}, {class: b}]
)"),
                         "test");
  EXPECT_THAT(test::printed(outcome.diagnostics),
              ::testing::Contains(::testing::HasSubstr("120 Mbit/s, 200 % of its ceil")));
}

TEST(AdviceQueues, PacketsThatStandForSeconds) {
  // 65 × 1500 B at 30 kbit/s.
  test::expect_complaints(
      tree("  a: {from: h, to: g, traffic: {kind: poisson, rate: 10 kbit/s ip, packet: 1500 B}}\n",
           R"(    scheduler: htb
    classes: {a: {rate: 30 kbit/s ip, queue: {limit: @65 packets}}}
    classify: [{class: a}]
)"),
      {"warning: class 'a': when full, packets of 1500 B stand in its queue for 26 s at 30 kbit/s; a shorter "
       "queue, or CoDel"});
}

TEST(AdviceQueues, OfEverySchedulerThatPromisesARate) {
  const auto port = [](const std::string& scheduler, const std::string& a, const std::string& b) {
    return tree(load("a", "10 kbit/s ip") + load("b", "10 kbit/s ip"),
                "    shape: {rate: 40 kbit/s ip}\n    scheduler: " + scheduler + "\n    classes: {a: {" + a +
                    ", queue: {limit: @10 packets}}, b: {" + b +
                    ", queue: {limit: 1 packet}}}\n    classify: [{flow: a, class: a}, {class: b}]\n");
  };
  const auto standing = [](const std::string& seconds, const std::string& rate) {
    return std::vector<std::string>{"warning: class 'a': when full, packets of 1486 B stand in its queue for " +
                                    seconds + " s at " + rate + "; a shorter queue, or CoDel"};
  };
  test::expect_complaints(port("drr", "quantum: 1500 B", "quantum: 4500 B"), standing("11.9", "10 kbit/s"));
  test::expect_complaints(port("wrr", "weight: 1", "weight: 3"), standing("11.9", "10 kbit/s"));
  test::expect_complaints(port("wf2q+", "rate: 1 kbit/s ip", "rate: 3 kbit/s ip"), standing("11.9", "10 kbit/s"));
  test::expect_complaints(port("hfsc", "real_time: 20 kbit/s ip", "real_time: 20 kbit/s ip"),
                          standing("5.94", "20 kbit/s"));
  test::expect_complaints(port("cbq", "rate: 20 kbit/s ip", "rate: 20 kbit/s ip"), standing("5.94", "20 kbit/s"));
}

TEST(AdviceQueues, NothingIsSaidWhereNothingIsPromisedOrCoDelWatches) {
  test::read_sound(tree(load("a", "10 kbit/s ip"),
                        "    shape: {rate: 10 kbit/s ip}\n    scheduler: priority\n    classes: {a: {queue: {limit: "
                        "900 packets}}}\n    classify: [{class: a}]\n"));
  test::read_sound(
      tree(load("a", "10 kbit/s ip"), "    shape: {rate: 10 kbit/s ip}\n    queue: {limit: 900 packets, codel: {}}\n"));
  test::read_sound(tree(load("a", "10 kbit/s ip"), "    shape: {rate: 10 kbit/s ip}\n    pcap: true\n"));
}

TEST(AdviceShapers, ATickThatEarnsMoreThanTheBucketKeeps) {
  const auto port = [](const std::string& burst) {
    return tree(load("a", "1 Mbit/s ip"), "    shape: {rate: 10 Mbit/s ip, tick: @10 ms, burst: " + burst + "}\n");
  };
  test::expect_complaints(port("11 kB"),
                          {"warning: a tick earns 12500 B, but no more than 12486 B can leave at once: the port is "
                           "slower than its rate; a burst of 12500 B, or a shorter tick"});
  test::read_sound(test::marked(port("11014 B")).text);
}

std::string cbq(const std::string& meter, const std::string& ef) {
  return tree("  call: {from: h, to: g, dscp: EF, traffic: {kind: voice}}\n" + load("a", "100 kbit/s ip"),
              R"(    shape: {rate: 1 Mbit/s ip}
    scheduler: cbq
    classes: {ef: {)" +
                  ef + R"(, queue: {limit: 16 packets}}, a: {rate: 700 kbit/s ip}}
    classify: [{dscp: EF, class: ef}, {class: a}]
  r1.left:
    ingress:
      - {match: {dscp: EF}, meter: {)" +
                  meter + "}, red: drop}\n");
}

TEST(AdviceSuspensions, AConditionerThatAdmitsLargerBurstsThanTheClassTolerates) {
  const auto outcome = read_scenario_text(
      cbq("kind: token_bucket, rate: 200 kbit/s ip, burst: 64 kB", "rate: 200 kbit/s ip, maxburst: 16"), "test");
  ASSERT_EQ(outcome.diagnostics.size(), 1U);
  EXPECT_THAT(to_string(outcome.diagnostics[0]),
              ::testing::MatchesRegex(
                  "test:14:51: warning: class 'ef' may send [0-9]+ packets of 200 B in a row, the conditioner "
                  ".line 18. lets 320 through: the class will be suspended, which shows as jitter; a larger "
                  "maxburst, or a smaller burst at the conditioner"));
  test::read_sound(cbq("kind: token_bucket, rate: 200 kbit/s ip, burst: 3 kB",
                       "rate: 200 kbit/s ip, maxburst: 16, average_packet: 200 B"));
}

TEST(AdviceSuspensions, AConditionerThatAdmitsMoreThanTheClassHas) {
  test::expect_complaints(
      cbq("kind: token_bucket, rate: 240 kbit/s ip, burst: 400 B", "rate: @200 kbit/s ip"),
      {"warning: class 'ef' has 200 kbit/s, the conditioner (line 18) lets 240 kbit/s through at this layer: the "
       "class will be suspended; a larger rate, or a smaller one at the conditioner"});
}

TEST(AdviceSuspensions, NotOfClassesThatMayBorrow) {
  test::read_sound(cbq("kind: token_bucket, rate: 240 kbit/s ip, burst: 64 kB", "rate: 200 kbit/s ip, borrow: true"));
}

std::string reserved(const std::string& reserve, const std::string& port) {
  return R"(version: 1
nodes: {h: {kind: host, rsvp: true}, r: {kind: router, rsvp: true}, g: {kind: host, rsvp: true}}
links: {left: {between: [h, r], rate: 1 Mbit/s line}, right: {between: [r, g], rate: 1 Mbit/s line}}
flows:
  f:
    from: h
    to: g
    traffic: {kind: voice}
    )" + reserve +
         "\n" + port;
}
const std::string promising = R"(ports:
  r.right: {scheduler: wf2q+, classes: {be: {rate: 1 kbit/s ethernet}}, classify: [{class: be}], reservable: {bandwidth: 85600 bit/s ethernet}}
)";

TEST(AdviceReservations, ThatNobodyCanPromise) {
  test::expect_complaints(
      reserved("@reserve: {service: controlled_load, rate: 80 kbit/s ip, peak: 1 Mbit/s ip, bucket: 1500 B, min: 200 "
               "B, max: 1500 B}",
               ""),
      {"warning: no port on the way of flow 'f' promises anything: it stays best effort; write 'reservable' at "
       "the narrow ports"});
}

TEST(AdviceReservations, ThatWillBeRefused) {
  test::read_sound(
      reserved("reserve: {service: controlled_load, rate: 80 kbit/s ip, peak: 1 Mbit/s ip, bucket: 1500 B, min: 200 B, "
               "max: 1500 B}",
               promising));
  test::expect_complaints(
      reserved("reserve: {service: controlled_load, rate: @81 kbit/s ip, peak: 1 Mbit/s ip, bucket: 1500 B, min: 200 "
               "B, max: 1500 B}",
               promising),
      {"warning: r.right will refuse flow 'f': it promises 85600 bit/s, this is 86670 bit/s at layer ethernet; "
       "reserve less, or promise more"});
}

TEST(AdviceReservations, ThatAreTooSmallForTheFlow) {
  test::expect_complaints(reserved("reserve: {service: controlled_load, rate: @79 kbit/s ip, peak: 1 Mbit/s ip, "
                                   "bucket: 1500 B, min: 200 B, max: 1500 B}",
                                   promising),
                          {"warning: flow 'f' sends 80 kbit/s ip in the mean and reserves 79 kbit/s: the rest is "
                           "excess; reserve what it sends"});
}

TEST(AdviceStories, ParametersHaveReasons) {
  test::expect_complaints(
      test::network + test::flows +
          "parameters:\n  @a: 1\n  b: {value: 1, why: x}\n  @c: {value: 1}\nruns: {seed: $a, replications: $b, record: "
          "'${c} s'}\n",
      {"warning: parameter 'a' is assumed without a reason; write a: {value: 1, why: ...}, or its source",
       "warning: parameter 'c' is assumed without a reason; write c: {value: 1, why: ...}, or its source"});
}

TEST(AdviceStories, UnusedParametersAreNamed) {
  test::expect_complaints(test::network + test::flows + "parameters: {@a: {value: 1, why: x}}\n",
                          {"warning: parameter 'a' is used nowhere; write $a where it belongs, or remove it"});
}

}  // namespace
}  // namespace qoslab
