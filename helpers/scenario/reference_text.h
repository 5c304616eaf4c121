// What the reference page says beside the table of keys.
#pragma once

namespace qoslab {

inline constexpr const char* reference_example = R"(version: 1
question: Does a call survive a file transfer when its class is served first?
nodes:
  caller: {kind: host}
  r1: {kind: router}
  r2: {kind: router}
  callee: {kind: host}
links:
  access: {between: [caller, r1], rate: 10 Mbit/s line, delay: 10 us}
  bottleneck: {between: [r1, r2], rate: 10 Mbit/s line, delay: 5 ms}
  exit: {between: [r2, callee], rate: 10 Mbit/s line, delay: 10 us}
ports:
  r1.bottleneck:
    shape: {rate: 1 Mbit/s ethernet}
    scheduler: priority
    classes:
      voice: {priority: 1, queue: {limit: 10 packets}}
      data: {queue: {limit: 50 packets}}
    classify:
      - {dscp: EF, class: voice}
      - {class: data}
flows:
  call: {from: caller, to: callee, dscp: EF, traffic: {kind: voice, payload: 160 B, interval: 20 ms}}
  file: {from: caller, to: callee, traffic: {kind: file, size: 1 MB}}
runs: {duration: 30 s, warmup: 5 s, replications: 5}
expect:
  - {metric: call.loss, at_most: 0.1 %}
  - {metric: call.delay.p99, at_most: 30 ms}
)";

inline constexpr const char* reference_gateway_example = R"(version: 1
question: Which rate does a household keep when its OLT is full?
gateways:
  bng:
    processor: {cores: 4, frequency: 2300 MHz, cycles_per_packet: 900}
    access:
      rate: 10 Gbit/s line
      scheduler:
        rate: 9 Gbit/s frame
        aggregates: [{name: olt, subscribers: 500, rate: 2 Gbit/s frame, burst: 60 kB}]
    network: {rate: 10 Gbit/s line}
profiles:
  household:
    rate: 50 Mbit/s frame
    burst: 60 kB
    classes:
      voice:
        dscp: EF
        queue: {pir: 1 Mbit/s frame, cir: 500 kbit/s frame, level: 8, cir_level: 8}
        policer: {pir: 1 Mbit/s frame}
      data:
        queue: {pir: 50 Mbit/s frame, mbs: 70 kB}
        policer: {pir: 10 Mbit/s frame}
subscribers:
  homes:
    profile: household
    count: 1000
    vlans: {outer: 100-101, inner: 1-500}
    ipv4: 100.64.0.0/22
    sample: [0]
    traffic:
      - {direction: downstream, rate: 5 Gbit/s line, sizes: 1000 B, classes: {voice: 1 %, data: 99 %}}
      - {direction: upstream, rate: 500 Mbit/s line, sizes: [{frame: 100 B, weight: 3}, {frame: 1500 B}], classes: {voice: 5 %, data: 95 %}}
runs: {duration: 1 s, warmup: 100 ms}
expect:
  - {metric: homes.downstream/voice.loss, at_most: 0 %}
  - {metric: homes.downstream.subscriber.min, at_least: 3 Mbit/s}
)";

/// With places for the examples.
inline constexpr const char* reference_introduction = R"(# Scenario files

One file is one question. `qoslab check FILE` finds every mistake in it, `qoslab show FILE` prints it as it was understood,
`qoslab run FILE` answers it. This page and [the JSON Schema](scenario.schema.json), which editors can use, come from the same
table as the reader; `# yaml-language-server: $schema=PATH/docs/scenario.schema.json` as the first line of a file makes many
editors complete and check it.

```yaml
{}```

A [gateway](#gateway) with its subscribers is a different kind of scenario: traffic by the million packets a second, described by groups
instead of flows.

```yaml
{}```

## How values are written
- The file is YAML 1.2 in UTF-8, at most 10 MB. Keys stand once in a map. Tags, merge keys (`<<`) and a second document are refused;
  an alias is a copy of what it names.
- A number is decimal digits with an optional fraction: no sign, exponent, leading zero or separator. It is exact or refused.
- **Rate**: `bit/s`, `kbit/s`, `Mbit/s`, `Gbit/s` and the layer at which it counts bytes, as in `1 Mbit/s ethernet`:

  | layer | counts |
  | --- | --- |
  | `payload` | what the application handed over |
  | `ip` | the whole IP packet |
  | `ethernet` | with 14 B of MAC header: what operating systems' queues count |
  | `frame` | with the check sequence, at least 64 B: what testers count |
  | `line` | with preamble and gap: the time on the wire |
- **Size**: `B`, `kB` (1000 B), `KiB` (1024 B), `MB`, `MiB`, `GB`, `GiB`. **Time**: `ps`, `ns`, `us`, `ms`, `s`, `min`, `h`.
- **Name**: letters, digits, `_`, `-`, `+`; at most 64.
- **Code point**: `EF`, `AF11` to `AF43`, `CS0` to `CS7`, `BE`, or 0 to 63.
- **Frequency**: `Hz`, `kHz`, `MHz`, `GHz`.
- A port is `NODE.LINK`. A metric is `FLOW.METRIC` or `NODE.LINK/CLASS.METRIC`, or a gateway's; [the list](#metrics) is below.

## Addresses
Nobody writes addresses: link k of the file (from 0) is the network 10.0.0.0 + 4k with a prefix of 30 bits, its first node has host
number 1, its second 2. A node is known by its address on its first link. Flow i sends from port 20000 + 2i to port 5000 + 2i. Rules
name nodes (`from`, `to`) and flows (`flow`) instead. Routes take the fewest links, then the smallest delay, then the order of the
file; hosts do not forward.

## Parts, parameters, sweeps
`include` lists files to lay this one upon: maps merge key by key (a parameter as a whole), lists are appended, the including file wins
over the included ones and a later include over an earlier. A file that is included twice counts once.

`$name` as a whole value, or `${{name}}` inside a text, stands for a parameter. A parameter tells where its value comes from:
`documented` with `source`, `assumed` with `why`, `calibrated` with the ids of the references that it was set `for`; those references
say `kind: calibrated`. `sweep` runs every combination of the listed values; `when` limits a reference or an expectation to some of
them. `--set name=value` overrides a parameter and stops its sweep; `--sweep name=value,value` sweeps it without the file
having to say so.

## What is checked
Every mistake is one line, `file:line:column: error: what is wrong; what would be right`, all at once (the first 50), exit status 2. A
legal but unwise configuration gives warnings of the same form.

## Keys
)";

inline constexpr const char* reference_metrics = R"(
## Metrics
Of a gateway `bng` and a group `home`, *traffic* is `bng` (both directions), `bng.upstream`, `home`, `home.downstream`,
`home.downstream/CLASS`; and with a sampled subscriber's number `home[17]`, `home[17].upstream`, `home[17].upstream/CLASS`. A *place* is
`bng.access.0`, its level `bng.access.0/level8` or aggregate `bng.access.0/NAME.2`, `bng.network.1`, `bng.core.3`. Numbers begin at 0,
levels at 1. So `bng.throughput.line` and `bng.access.0/level8.rate` are metrics. Inside `{ }` YAML takes brackets for a list: quote such a name, `{metric: "home[17].loss", at_most: 1 %}`.
[Reading the report of a gateway](reading-a-gateway-report.md) explains where these numbers appear.

| of | metric | unit | what |
| --- | --- | --- | --- |
)";

}  // namespace qoslab
