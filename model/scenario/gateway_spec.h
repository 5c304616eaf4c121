// A broadband network gateway as the scenario describes it: its platform, its two sides, its subscribers' profiles.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/packet/packet.h"
#include "model/qos/classifier.h"
#include "model/qos/queue/queue.h"
#include "model/units/layer.h"
#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

struct Trace;

/// Upstream is from the access side to the network side.
enum class Direction : std::uint8_t { upstream, downstream };

/// A platform that loses its processor now and then: the hypervisor runs something else, a core polls another queue.
struct StallSpec {
  Duration every;    ///< mean time between the beginnings of stalls, exponential
  Duration longest;  ///< each lasts this long, or less if `fixed` is false (uniform)
  bool fixed = true;
  bool together = true;  ///< all cores stall at once (the whole virtual machine), or each on its own
};

/// Forwarding in software: cores that take packets from rings in vectors. Times come from cycles.
struct ProcessorSpec {
  int cores = 1;
  std::int64_t hertz = 2'300'000'000;  ///< of each core
  std::int64_t cycles_per_packet = 0;
  std::int64_t cycles_per_vector = 0;  ///< once for each vector
  std::int64_t cycles_per_entry = 0;   ///< for each access-list entry that a packet is compared with
  int vector = 256;                    ///< most packets taken from a ring at once
  int ring = 4096;                     ///< packets that wait for each core; more are dropped
  std::optional<StallSpec> stalls;
};

/// What the platform can hold; absent: no limit.
struct PlatformLimits {
  std::optional<std::int64_t> queues;
  std::optional<std::int64_t> policers;
  std::optional<std::int64_t> sessions;  ///< one for each subscriber and address family
};

/// How children of a scheduler's node share it: in proportion to their rates, or to their weights.
enum class ShareBy : std::uint8_t { weight, rate };

/// One level of aggregates between a port and its subscribers (OLT, PON, S-VLAN), counted from the port. Aggregate n of
/// a port takes the `subscribers` subscribers that follow those of aggregate n − 1, in the port's order.
struct AggregateLevelSpec {
  std::string name;
  std::int64_t subscribers = 1;       ///< in each
  std::vector<Rate> rates;            ///< of aggregates 0, 1, …, then from the beginning again; empty: no shaper
  std::vector<std::int64_t> weights;  ///< likewise; empty: 1
  Bytes burst{15'000};                ///< MBS
  ShareBy children = ShareBy::weight;
};

/// The most that one of the eight levels of a port scheduler may send.
struct LevelRate {
  Rate rate;
  Bytes burst{15'000};
};

/// The scheduler of each access port.
struct PortSchedulerSpec {
  std::optional<Rate> rate;  ///< of the whole port, below its line rate
  Bytes burst{15'000};
  std::array<std::optional<LevelRate>, 8> levels;  ///< [0] is level 1
  ShareBy children = ShareBy::weight;
  std::vector<AggregateLevelSpec> aggregates;
  bool mixed =
      false;  ///< each aggregate holds subscribers of all groups in proportion; false: groups follow each other
};

/// The links of one side. Subscriber n of a group uses access link n mod links, and network link n div (access links)
/// mod links.
struct GatewaySideSpec {
  int links = 1;
  Rate rate;                    ///< of each, at the line layer
  Duration delay;               ///< propagation
  Bytes buffer{4'000'000};      ///< network side: of each output, frames
  PortSchedulerSpec scheduler;  ///< access side
};

struct AclEntrySpec {
  Match match;
  bool permit = true;
  std::int64_t times = 1;  ///< so many entries alike in a row
};
/// First match wins; what none matches is dropped.
struct AccessListSpec {
  std::string name;
  std::vector<AclEntrySpec> entries;
};

struct GatewaySpec {
  std::string name;
  Layer layer = Layer::frame;  ///< at which all its rates, bursts and sizes count, with the access side's headers
  std::optional<ProcessorSpec> processor;  ///< absent: forwarding takes no time
  Duration latency;                        ///< of every packet besides: drivers, buses
  PlatformLimits limits;
  GatewaySideSpec access;
  GatewaySideSpec network;
};

/// An egress queue of each subscriber.
struct SubscriberQueueSpec {
  std::string name;
  std::optional<Rate> pir;  ///< absent: not shaped
  Bytes mbs{15'000};
  Rate cir;  ///< 0: never within CIR
  Bytes cbs{15'000};
  int level = 1;                                           ///< 1..8, above CIR; 0: an orphan, served last
  int cir_level = 1;                                       ///< 1..8, within CIR
  std::int64_t weight = 1;                                 ///< above CIR; 0: as an orphan
  std::int64_t cir_weight = 1;                             ///< within CIR; 0: skipped in that pass
  QueueLimit limit{.packets = 64, .bytes = std::nullopt};  ///< bytes at the gateway's layer
};

/// An ingress policer of each subscriber.
struct SubscriberPolicerSpec {
  enum class Kind : std::uint8_t {
    two_rate,        ///< RFC 2698: cir, cbs, pir, mbs
    single_rate,     ///< RFC 2697: cir, cbs, mbs is the excess burst
    two_rate_excess  ///< RFC 4115: cir, cbs, pir is the excess rate, mbs its burst
  } kind = Kind::two_rate;
  std::string name;
  Rate cir;
  Bytes cbs{15'000};
  Rate pir;
  Bytes mbs{15'000};
  std::string parent;  ///< an arbiter; empty: none
  int level = 1;       ///< 1..8, strict: 8 first
  std::int64_t weight = 1;
};

/// A virtual parent of policers: the root, or one of a tier below it.
struct ArbiterSpec {
  std::string name;
  std::string parent;  ///< empty: this is the root
  Rate rate;
  Bytes burst{60'000};  ///< the discard-all threshold of the highest level in use
  int level = 1;
  std::int64_t weight = 1;
};

/// A class of a profile's traffic: its code points, and what serves them.
struct ProfileClassSpec {
  std::string name;
  std::vector<Dscp> dscps;  ///< empty: what no other class takes
  SubscriberQueueSpec queue;
  std::optional<SubscriberPolicerSpec> policer;
};

/// QoS of a kind of subscriber, shared by reference. If one profile at a gateway has a rate, a weight other than 1 or
/// shares by rate, each of the gateway's subscribers is a node of the scheduler tree; otherwise their queues are all
/// children of the port or aggregate.
struct ProfileSpec {
  std::string name;
  std::vector<ProfileClassSpec> classes;
  std::vector<ArbiterSpec> arbiters;  ///< parents before children, at most one root and two tiers below
  std::optional<Rate> rate;           ///< of the subscriber's aggregate, downstream
  Bytes burst{15'000};
  std::int64_t weight = 1;  ///< among the subscribers of its aggregate or port
  ShareBy children = ShareBy::weight;
  std::string access_list;  ///< both directions; empty: none
};

enum class Framing : std::uint8_t { ipoe, pppoe };
enum class Pacing : std::uint8_t {
  constant,  ///< gaps in proportion to frames
  poisson,
  on_off,  ///< each subscriber on its own: exponential times on and off, constant while on
  bursts,  ///< so many frames back to back, then a gap
};

struct VlanRange {
  int first = 1;
  int last = 4094;
};

/// Frame sizes and how often; one list for each address family.
struct SizeMix {
  struct Entry {
    Bytes frame;  ///< at the access side, check sequence included
    std::int64_t weight = 1;
  };
  std::vector<Entry> ipv4;
  std::vector<Entry> ipv6;
};

/// Traffic of a group in one direction, dealt to its loaded subscribers in turn.
struct GroupTrafficSpec {
  Direction direction = Direction::downstream;
  LayeredRate rate;  ///< of the whole group; on_off: on average
  SizeMix sizes;
  Pacing pacing = Pacing::constant;
  std::int64_t burst = 32;  ///< packets, of bursts
  Duration mean_on;         ///< of on_off
  Duration mean_off;
  struct Share {
    std::string class_name;
    Dscp dscp;
    double share = 1;  ///< of packets
  };
  std::vector<Share> classes;
  std::optional<std::int64_t> loaded;  ///< only the group's first so many subscribers; absent: all
  Instant start;
  std::optional<Instant> stop;
  std::string trace;  ///< a capture whose packets are sent instead: times and sizes from it, subscribers in turn
  std::shared_ptr<const Trace> captured;  ///< those of them that the group can send
  bool repeat = false;                    ///< from the beginning when it ends
};

struct SubscriberGroupSpec {
  std::string name;
  std::string gateway;
  std::string profile;
  std::int64_t count = 1;
  Framing framing = Framing::ipoe;
  std::optional<VlanRange> outer;  ///< S-VLAN; a subscriber has one of each pair of outer and inner tag
  std::optional<VlanRange> inner;  ///< C-VLAN
  std::optional<Prefix> ipv4;      ///< one address each
  std::optional<Prefix> ipv6;      ///< one prefix of `ipv6_length` each
  int ipv6_length = 64;
  std::vector<std::int64_t> samples;  ///< subscribers reported in full
  std::vector<GroupTrafficSpec> traffic;
};

/// A host of the scenario's network that is behind a gateway: a subscriber's, or on the network side.
struct GatewayHostSpec {
  std::string node;  ///< joined to the gateway's node by a link
  std::string gateway;
  std::string group;  ///< empty: on the network side
  std::int64_t number = 0;
};

/// All that a scenario says of gateways.
struct GatewaysSpec {
  std::vector<GatewaySpec> gateways;
  std::vector<AccessListSpec> access_lists;
  std::vector<ProfileSpec> profiles;
  std::vector<SubscriberGroupSpec> groups;
  std::vector<GatewayHostSpec> hosts;
};

}  // namespace qoslab
