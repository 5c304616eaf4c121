// One port's way out: classify, queue, schedule, shape.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/packet/packet.h"
#include "model/qos/queue/queue.h"
#include "model/scenario/port_spec.h"

namespace qoslab {

/// A reservation as a port sees it: whose packets, how policed, how served.
struct PortReservation {
  std::vector<Match> senders;
  std::optional<TSpec> police;  ///< what does not conform is best effort (RFC 2211 section 4)
  Rate rate;                    ///< of its class, at the port's layer
};

/// The egress side of a port. Whoever owns the wire calls pop when it is free and ready() has come.
class QueueingPort {
 public:
  /// Precondition: a PortSpec from a checked scenario. `drops` outlives the port.
  QueueingPort(const PortSpec& spec, std::uint64_t seed, DropSink& drops);
  ~QueueingPort();

  /// Takes a packet (or reports it to `drops`).
  void push(Packet packet, Instant now);
  /// The next packet that may leave at `now`.
  std::optional<Packet> pop(Instant now);
  /// The earliest instant, not before `now`, at which pop may find something; as Scheduler::ready.
  [[nodiscard]] Instant ready(Instant now) const;

  /// Gives a reservation a class of its own; nothing if no slot is left. Admission is the caller's business.
  std::optional<int> reserve(const PortReservation& reservation, Instant now);
  void change(int reservation, const PortReservation& to, Instant now);
  void release(int reservation, Instant now);
  /// Told of each packet that leaves through a reservation's class, with its size at the port's layer.
  void watch_reserved(std::function<void(Bytes, Instant)> watcher);

  struct ClassReport {
    std::string name;
    std::int64_t arrived_packets = 0;
    Bytes arrived_bytes;
    std::int64_t sent_packets = 0;
    Bytes sent_bytes;
    std::array<Backlog, drop_reason_names.size()> dropped{};  ///< by reason
    Backlog waiting;
    Backlog most_waiting;
    std::int64_t suspensions = 0;
    Duration suspended;
  };
  [[nodiscard]] std::vector<ClassReport> report() const;

  /// Of one class since the last call of `lately`.
  struct Lately {
    Backlog sent;
    Backlog lost;
    Backlog most_waiting;
  };
  /// In the order of `report`.
  std::vector<Lately> lately();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
