// What a gateway's traffic asks of each place on its way.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "helpers/scenario/load/subscriber_kinds.h"

namespace qoslab::load {

/// What arrives at a place, and the most that leaves it, in bit/s; of a processor in cycles a second.
struct Demand {
  double load = 0;
  double capacity = 0;
  /// Of what arrives, the part that leaves.
  [[nodiscard]] double passing() const { return load > capacity ? capacity / load : 1; }
};

/// Of places alike the one of which most is asked for what it passes.
struct Worst {
  Demand demand;
  std::size_t link = 0;     ///< access link
  std::int64_t number = 0;  ///< of an aggregate
  std::int64_t over = 0;    ///< of how many more is asked than they pass,
  std::int64_t of = 0;      ///< and how many there are
  void add(const Demand& demand, std::size_t at_link, std::int64_t at_number);
};

/// Of what limits each subscriber of a kind.
struct SubscriberDemand {
  enum class Limit : std::uint8_t { queue, profile, policer, arbiter };
  const SubscriberKind* kind = nullptr;
  Direction direction = Direction::downstream;
  Limit limit = Limit::queue;
  std::size_t number = 0;  ///< of the class or the arbiter
  Demand demand;
  double sent = 0;  ///< what arrives there, before anything limited it
};

struct Demands {
  std::vector<Demand> network_in, access_in;    ///< lines, by link
  std::vector<Demand> network_out, access_out;  ///< likewise
  Demand processor;
  double packets = 0;         ///< that reach the processor, a second
  std::vector<Demand> ports;  ///< schedulers, by access link, if they have a rate
  std::array<std::optional<Worst>, 8> levels;
  std::vector<std::optional<Worst>> aggregates;  ///< by level, if it has rates
  std::vector<SubscriberDemand> subscribers;     ///< each limit of a kind once, with the most that arrives there
};

/// The part of the time in which a processor stands still, on average.
double standstill(const ProcessorSpec& processor);

/// In the order of a packet's way, each place passing on no more than it can: lines towards the gateway, processor,
/// access list, then policers and arbiters or queues, subscribers, aggregates, levels and port; lines from the gateway.
/// In the mean: bursts are not looked at. Where subscribers, aggregates or ports cannot pass everything, passes that
/// are served first get theirs first; elsewhere everybody loses the same part.
Demands demands_on(const GatewaySpec& gateway, const GatewaysSpec& all, const std::vector<SubscriberKind>& kinds);

}  // namespace qoslab::load
