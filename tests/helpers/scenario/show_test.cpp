#include "helpers/scenario/show.h"

#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::HasSubstr;

TEST(Show, TheWholeOfASmallScenario) {
  const auto s = test::read_legal(R"(version: 1
question: Does it show?
parameters:
  mark: {value: EF, kind: documented, source: table 3}
  load: {value: 40 kbit/s ip, kind: calibrated, for: [t.loss]}
nodes:
  h: {kind: host, latency: 20 us}
  r: {kind: router, rsvp: true, fails_at: 8 s}
  g: {kind: host}
links:
  left: {between: [h, r], rate: 10 Mbit/s line, delay: 10 us}
  right: {between: [g, r], rate: 2.5 Mbit/s line}
ports:
  r.right:
    shape: {rate: 1 Mbit/s ethernet, tick: 1 ms}
    scheduler: htb
    classes:
      top:
        rate: 500 kbit/s ethernet
        ceil: 1 Mbit/s ethernet
        classes:
          voice: {rate: 200 kbit/s ethernet, queue: {limit: [16 packets, 64 kB], overflow: head}}
          rest: {rate: 300 kbit/s ethernet, scheduler: drr, classes: {tcp: {}}}
    classify:
      - {dscp: $mark, from: h, destination_port: 5000-5010, class: voice}
      - {class: tcp}
  r.left:
    ingress:
      - {match: {dscp: EF}, meter: {kind: trtcm, cir: 140 kbit/s ip, cbs: 32 kB, pir: 400 kbit/s ip, pbs: 64 kB, mode: aware}, yellow: {mark: CS1}, red: drop}
flows:
  call: {from: h, to: g, dscp: $mark, start: 1 s, stop: 9 s, traffic: {kind: voice}, label: calls, send_latency: 2 ms}
  file: {from: h, to: g, traffic: {kind: file, count: 3}}
  load: {from: h, to: g, traffic: {kind: poisson, rate: $load, packet: 850 B}}
runs: {duration: 8 s, warmup: 2 s, replications: 10, seed: 3, record: 2 s}
expect:
  - {metric: call.delay.max, at_most: 30 ms}
reference:
  - {id: t.loss, metric: call.loss, documented: 1.5 %, within: 10 % of it, kind: calibrated, printed: table 4}
  - {id: t.ratio, metric: call.jitter.max_over_mean, documented: 4.54, at_least: 3}
)");
  EXPECT_EQ(show(s), R"(test
Does it show?

parameters
  mark = EF   documented: table 3
  load = 40 kbit/s ip   calibrated for t.loss

nodes
  h   host 10.0.0.1, latency 20 us
  r   router 10.0.0.2, RSVP, fails at 8 s
  g   host 10.0.0.5

links
  left   h (10.0.0.1) - r (10.0.0.2), 10 Mbit/s line, 10 us one way
  right   g (10.0.0.5) - r (10.0.0.6), 2500 kbit/s line, 0 s one way

ports
  r.right   rates count at ethernet
    shaped by a token bucket of 1 Mbit/s, burst 1514 B, tick 1 ms
    htb
    `- top, 500 kbit/s to 1 Mbit/s, priority 0, burst 1600 B, cburst 1600 B, quantum 1514 B
       |- voice, 200 kbit/s to 200 kbit/s, priority 0, burst 1600 B, cburst 1600 B, quantum 1514 B, queue 16 packets 64 kB, drops at the head
       `- rest, 300 kbit/s to 300 kbit/s, priority 0, burst 1600 B, cburst 1600 B, quantum 1514 B, drr below
          `- tcp, quantum 1514 B, queue 50 packets
    dscp EF, from 10.0.0.1, to port 5000-5010 -> voice
    all -> tcp
  r.left   rates count at line
    fifo
    `- all, queue 1000 packets
    all -> all
    arriving dscp EF: trTCM cir 140 kbit/s ip, cbs 32 kB, pir 400 kbit/s, pbs 64 kB, colour-aware; green pass, yellow mark CS1, red drop

flows
  call   h -> g, EF, voice, 160 B every 20 ms, from 1 s to 9 s, sent after 2 ms
    10.0.0.1:20000 -> 10.0.0.5:5000 udp, over left right, reported as calls
  file   h -> g, BE, 3 files of 100 kB, pause 0 s, newreno, window 64 KiB, segments of 1460 B, smallest time-out 1 s, from 0 s
    10.0.0.1:20002 -> 10.0.0.5:5002 tcp, over left right, reported as BE
  load   h -> g, BE, poisson 40 kbit/s ip in packets of 850 B, from 0 s
    10.0.0.1:20004 -> 10.0.0.5:5004 udp, over left right, reported as BE

runs
  10 x 8 s after 2 s of warm-up, seed 3, records of 2 s

expect
  call.delay.max, at most 30 ms

reference
  t.loss   call.loss = 1.5 %, within 0.15 %, calibrated by load, printed in table 4
  t.ratio   call.jitter.max_over_mean = 4.54, at least 3, predicted
)");
}

std::string port(const std::string& rest) {
  return show(test::read_sound(test::network + test::flows + "ports:\n  r1.mid: {" + rest + "}\n"));
}

TEST(Show, EverySchedulersShares) {
  const std::string rule = ", classify: [{class: c}]";
  EXPECT_THAT(port("scheduler: cbq, classes: {c: {rate: 1 Mbit/s ip, borrow: true, maxburst: 4}}" + rule),
              HasSubstr("`- c, 1 Mbit/s, priority 1, borrows, bursts of 2 to 4 packets of 1 kB, queue 50 packets\n"));
  EXPECT_THAT(
      port("scheduler: hfsc, classes: {c: {real_time: {m1: 2 Mbit/s ip, d: 5 ms, m2: 1 Mbit/s ip}, link_share: 1 "
           "Mbit/s ip, upper_limit: 3 Mbit/s ip}}" +
           rule),
      HasSubstr("c, real time 2 Mbit/s for 5 ms, then 1 Mbit/s, link share 1 Mbit/s, upper limit 3 Mbit/s, queue"));
  EXPECT_THAT(port("scheduler: priority, classes: {c: {priority: 9}}" + rule), HasSubstr("c, priority 9, queue"));
  EXPECT_THAT(port("scheduler: wrr, classes: {c: {weight: 9}}" + rule), HasSubstr("c, weight 9, queue"));
  EXPECT_THAT(port("scheduler: wf2q+, classes: {c: {rate: 9 kbit/s ip}}" + rule), HasSubstr("c, 9 kbit/s, queue"));
}

TEST(Show, EveryDropPolicy) {
  EXPECT_THAT(port("queue: {red: {curve: {min: 3, max: 9, gentle: true}}}"),
              HasSubstr("queue 50 packets, RED 3 to 9 packets at 0.1 gentle\n"));
  EXPECT_THAT(port("queue: {red: {kind: wred, green: {}, yellow: {min: 3}, red: {min: 1}}}"),
              HasSubstr("WRED 5 to 15 packets at 0.1 3 to 15 packets at 0.1 1 to 15 packets at 0.1\n"));
  EXPECT_THAT(port("queue: {codel: {}}"), HasSubstr("CoDel 5 ms in 100 ms\n"));
}

TEST(Show, ThePointOfASweep) {
  const auto outcome = read_scenario_text(
      test::network + test::flows + "parameters: {n: {value: 1, why: x}}\nsweep: {n: [1, 2]}\nruns: {seed: $n}\n",
      "test");
  ASSERT_EQ(outcome.points.size(), 2U);
  EXPECT_THAT(show(outcome.points[1]), HasSubstr("test n=2\n"));
}

}  // namespace
}  // namespace qoslab
