// Ports, queues and conditioners: what they have and lack.
#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

std::string inside(const std::string& rest) {
  return test::network + test::flows + "ports:\n  r1.mid: {" + rest + "}\n";
}
std::string queue(const std::string& rest) { return inside("queue: {" + rest + "}"); }

TEST(CheckPorts, AFifoHasOneClass) {
  test::expect_complaints(inside("classes: {a: {}, @b: {}}, classify: [{dscp: EF, class: a}, {class: b}]"),
                          {"error: a second class of a fifo; a fifo has one leaf class: choose another scheduler"});
  test::expect_complaints(inside("queue: @{limit: 1 packet}, classes: {a: {}}"),
                          {"error: a queue of the port and classes; give the class the queue"});
}

TEST(CheckPorts, OtherSchedulersNeedClassesAndRules) {
  test::expect_complaints(inside("scheduler: @drr"),
                          {"error: scheduler drr without classes; write classes: {NAME: {...}}"});
  test::expect_complaints(
      inside("scheduler: drr, classes: @{a: {}}"),
      {"error: classes without 'classify': every packet would be dropped (no_class); write classify: "
       "[{class: NAME}]"});
}

TEST(CheckPorts, OnlyLeavesHaveQueuesAndOnlyInnerClassesSchedulers) {
  test::expect_complaints(
      inside("scheduler: drr, classes: {a: {queue: @{limit: 1 packet}, classes: {b: {}}}}, classify: [{class: b}]"),
      {"error: inner class 'a' has a queue; give the queues to its leaves"});
  test::expect_complaints(inside("scheduler: drr, classes: {a: {scheduler: @wrr}}, classify: [{class: a}]"),
                          {"error: leaf class 'a' has a scheduler; write its classes, or remove the key"});
}

TEST(CheckPorts, APipeIsAFifoWithoutCredit) {
  test::expect_complaints(inside("shape: {rate: 1 Mbit/s ip, kind: pipe, burst: @3 kB}"),
                          {"error: a pipe keeps no credit; remove 'burst'"});
  test::expect_complaints(
      inside("shape: {rate: 1 Mbit/s ip, kind: @pipe}, scheduler: drr, classes: {a: {}}, classify: [{class: a}]"),
      {"error: a pipe over a scheduler: its order is fixed before the pipe; use kind: token_bucket, or scheduler: "
       "fifo"});
}

TEST(CheckPorts, AShaperAboveTheLinkDoesNothing) {
  // 1500 of 1538 B on the line.
  test::expect_complaints(
      inside("shape: {rate: @10 Mbit/s ip}"),
      {"warning: the shaper never acts: the link is no faster; below 9.752925 Mbit/s ip, what packets of "
       "1500 B get on link 'mid'"});
  test::read_sound(inside("shape: {rate: 9752 kbit/s ip}"));
}

TEST(CheckQueues, Limits) {
  test::expect_complaints(queue("limit: [10 packets, @20 packets]"),
                          {"error: two limits of one kind; one in packets, one in bytes"});
  test::expect_complaints(queue("limit: @0 packets"),
                          {"error: limit: '0 packets': nothing could ever wait; allow at least 1 packet"});
}

TEST(CheckQueues, RedCurvesRise) {
  test::expect_complaints(queue("red: {curve: {min: 5, max: @5}}"), {"error: 'max' does not exceed 'min'; above 5"});
  test::expect_complaints(queue("red: {@curve: {min: 20}}"), {"error: 'max' does not exceed 'min'; above 20"});
  test::expect_complaints(
      queue("red: {kind: rio, green: {}, yellow: {min: 5, max: @4}, red: {min: 9, max: @9}}"),
      {"error: 'max' does not exceed 'min'; above 5", "error: 'max' does not exceed 'min'; above 9"});
  test::expect_complaints(queue("red: @@{kind: wred, green: {}}"),
                          {"error: red of queue of port 'r1.mid' has no 'red'; write red: {...}",
                           "error: red of queue of port 'r1.mid' has no 'yellow'; write yellow: {...}"});
}

TEST(CheckQueues, CodelsTargetIsAFractionOfItsInterval) {
  test::expect_complaints(queue("codel: {target: @100 ms}"),
                          {"error: the target is no shorter than the interval; 5 % to 10 % "
                           "of it (RFC 8289 section 4.3)"});
}

TEST(CheckQueues, OfLeavesAndReservedClassesToo) {
  test::expect_complaints(
      inside("scheduler: drr, classes: {a: {queue: {codel: {target: @1 s}}}}, classify: [{class: a}]"),
      {"error: the target is no shorter than the interval; 5 % to 10 % of it (RFC 8289 section 4.3)"});
}

std::string rule(const std::string& rest) {
  return test::network + test::flows + "ports: {r1.left: {ingress: [{" + rest + "}]}}\n";
}

TEST(CheckConditioners, ThePeakIsNoSmallerThanTheCommitted) {
  test::expect_complaints(rule("meter: {kind: trtcm, cir: 2 kbit/s ip, cbs: 2 kB, pir: @1 kbit/s ip, pbs: 2 kB}"),
                          {"error: the peak rate lies below the committed rate (RFC 2698); at least 2 kbit/s"});
}

TEST(CheckConditioners, OneOfTwoBurstsIsAboveZero) {
  test::expect_complaints(rule("meter: {kind: srtcm, cir: 2 kbit/s ip, cbs: @0 B, ebs: 0 B}"),
                          {"error: both bursts are 0 (RFC 2697 asks for one above 0); at least the largest packet"});
}

TEST(CheckConditioners, ColorsThatNeverCome) {
  test::expect_complaints(rule("yellow: @drop, red: @drop"),
                          {"error: without a meter no packet is yellow; write a meter, or remove the key",
                           "error: without a meter no packet is red; write a meter, or remove the key"});
  test::expect_complaints(rule("meter: {kind: token_bucket, rate: 1 Mbit/s ip, burst: 2 kB}, yellow: @drop"),
                          {"error: a token_bucket makes no packet yellow; remove the key, or use another meter"});
}

TEST(CheckConditioners, BucketsHoldThePacketsThatCome) {
  // 160 B of voice are 200 B of IP, 214 B of Ethernet.
  test::expect_complaints(rule("meter: {kind: token_bucket, rate: 1 Mbit/s ip, burst: @199 B}"),
                          {"error: 'burst' holds no packet of flow 'call': 200 B at layer ip; at least 200 B"});
  test::expect_complaints(
      rule("meter: {kind: trtcm, cir: 1 kbit/s ethernet, cbs: @213 B, pir: 2 kbit/s ethernet, pbs: @213 B}"),
      {"error: 'cbs' holds no packet of flow 'call': 214 B at layer ethernet; at least 214 B",
       "error: 'pbs' holds no packet of flow 'call': 214 B at layer ethernet; at least 214 B"});
  test::expect_complaints(rule("meter: {kind: srtcm, cir: 1 kbit/s ip, cbs: 10 B, ebs: @199 B}"),
                          {"error: 'ebs' holds no packet of flow 'call': 200 B at layer ip; at least 200 B"});
  test::expect_complaints(rule("meter: {kind: rfc4115, cir: 1 kbit/s ip, cbs: @199 B, eir: 1 kbit/s ip, ebs: 1 B}"),
                          {"error: 'cbs' holds no packet of flow 'call': 200 B at layer ip; at least 200 B"});
  test::read_sound(rule("meter: {kind: token_bucket, rate: 1 Mbit/s ip, burst: 200 B}"));
}

TEST(CheckQueues, HoldThePacketsThatCome) {
  test::expect_complaints(queue("limit: @199 B"),
                          {"error: the queue holds no packet of flow 'call': 200 B; at least 200 B"});
  test::read_sound(queue("limit: 200 B"));
}

}  // namespace
}  // namespace qoslab
