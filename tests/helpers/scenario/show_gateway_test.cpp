#include "helpers/scenario/show.h"
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

TEST(ShowGateways, AWholeOne) {
  const auto s = test::read_legal(R"(version: 1
gateways:
  bng:
    latency: 50 us
    processor: {cores: 18, frequency: 2.3 GHz, cycles_per_packet: 1100, cycles_per_entry: 2, stalls: {every: 10 s, longest: 5.8 ms}}
    limits: {queues: 131072, sessions: 128000}
    access: {links: 4, rate: 10 Gbit/s line, scheduler: {rate: 9 Gbit/s frame, levels: {8: {rate: 2 Gbit/s frame}}, aggregates: [{name: olt, subscribers: 100, rate: [2.5 Gbit/s frame, 1 Gbit/s frame], weight: 2, share: rate}]}}
    network: {links: 2, rate: 10 Gbit/s line, delay: 1 us}
access_lists: {filter: [{match: {dscp: EF, source: "2001:db8::/32"}, permit: false, times: 99}, {}]}
profiles:
  triple:
    rate: 50 Mbit/s frame
    access_list: filter
    classes:
      ef: {dscp: [EF, CS5], queue: {pir: 2 Mbit/s frame, cir: 1 Mbit/s frame, level: 8, cir_level: 8}, policer: {cir: 1 Mbit/s frame, pir: 2 Mbit/s frame, parent: tier, level: 3}}
      af: {dscp: AF11, queue: {level: 0, limit: 9 kB}, policer: {kind: two_rate_excess, cir: 1 Mbit/s frame, pir: 2 Mbit/s frame}}
      be: {policer: {kind: single_rate, cir: 9 Mbit/s frame, mbs: 20 kB}}
    arbiters: {root: {rate: 20 Mbit/s frame}, tier: {parent: root, rate: 5 Mbit/s frame, level: 8}}
subscribers:
  home:
    profile: triple
    count: 1000
    framing: pppoe
    vlans: {outer: 100-103, inner: 1-400}
    ipv4: 100.64.0.0/20
    ipv6: {prefix: "2001:db8::/40", each: 56}
    sample: [0, 17]
    traffic:
      - {direction: downstream, rate: 7 Gbit/s line, pacing: bursts, burst: 8, sizes: [{frame: 70 B, ipv6: 90 B, weight: 9}, {frame: 1492 B}], classes: {ef: 10 %, be: 90 %}, loaded: 900, stop: 9 s}
      - {direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {be: 100 %}, pacing: on_off, mean_on: 1 s, mean_off: 2 s, start: 1 s}
nodes: {phone: {kind: host}, server: {kind: host}}
links: {l: {between: [phone, bng], rate: 1 Gbit/s line, delay: 10 us}, r: {between: [bng, server], rate: 1 Gbit/s line, delay: 10 us}}
hosts: {phone: {subscriber: {group: home, number: 17}}, server: {}}
)");
  EXPECT_EQ(show(s), R"(test

nodes
  phone   host 10.0.0.1
  server   host 10.0.0.6

links
  l   phone (10.0.0.1) - bng (10.0.0.2), 1 Gbit/s line, 10 us one way
  r   bng (10.0.0.5) - server (10.0.0.6), 1 Gbit/s line, 10 us one way

gateways
  bng   rates count at frame, latency 50 us
    processor 18 x 2300 MHz, cycles: 1100 a packet, 0 a vector of 256, 2 an access-list entry; rings of 4096
    stalls of 5800 us, one in 10 s, all cores together
    at most 131072 queues, 128000 sessions
    access 4 x 10 Gbit/s line, 0 s one way
      scheduler 9 Gbit/s, burst 15 kB, shared by weight
      level 8 at most 2 Gbit/s, burst 15 kB
      olt of 100 subscribers, rates 2500 Mbit/s 1 Gbit/s, burst 15 kB, weights 2, shared by rate
    network 2 x 10 Gbit/s line, 1 us one way, buffers of 4 MB

access lists
  filter
    drop dscp EF, from 2001:db8::/32, 99 times
    permit all

profiles
  triple   50 Mbit/s, burst 15 kB, weight 1, shared by weight, access list filter
    ef   EF CS5: queue pir 2 Mbit/s, mbs 15 kB, cir 1 Mbit/s, cbs 15 kB, cir level 8, cir weight 1, level 8, weight 1, 64 packets
      policer cir 1 Mbit/s, cbs 15 kB, pir 2 Mbit/s, mbs 15 kB (RFC 2698), below tier at level 3, weight 1
    af   AF11: queue orphan, 9 kB
      policer cir 1 Mbit/s, cbs 15 kB, excess rate 2 Mbit/s, excess burst 15 kB (RFC 4115)
    be   the rest: queue level 1, weight 1, 64 packets
      policer cir 9 Mbit/s, cbs 15 kB, excess burst 20 kB (RFC 2697)
    arbiter root   20 Mbit/s, burst 60 kB
    arbiter tier   5 Mbit/s, burst 60 kB, below root at level 8, weight 1

subscribers
  home   1000 of triple behind bng, PPPoE, VLANs 100-103 . 1-400, 100.64.0.0/20, 2001:db8::/40 by /56, sampled 0 17
    downstream 7 Gbit/s line, bursts of 8, frames of 9 x 70 B, 1 x 1492 B; IPv6 9 x 90 B, 1 x 1492 B
      10 % ef (EF), 90 % be (BE), the first 900 subscribers, from 0 s to 9 s
    upstream 1 Mbit/s line, on for 1 s, off for 2 s (means), frames of 100 B
      100 % be (BE), from 1 s

hosts
  phone   behind bng, subscriber 17 of home
  server   behind bng, on the network side

runs
  1 x 10 s after 0 s of warm-up, seed 1, records of 1 s
)");
}

}  // namespace
}  // namespace qoslab
