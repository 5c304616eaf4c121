// A scenario's nodes and links as frames from outside pass them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/device/port.h"
#include "model/diffserv/conditioner.h"
#include "model/emulation/passage.h"
#include "model/network/topology.h"
#include "model/qos/queue/ring.h"
#include "model/scenario/scenario.h"

namespace qoslab::emulation {

/// Frames that come in at one of two nodes leave at the other, by the way that the scenario's routes take; on it each
/// port queues, shapes and schedules them, each line takes its time, and each node conditions and processes what
/// arrives, as model/ns3/port_device.h does. The node at which a frame comes in sends it at once; so a real host is in
/// the place of the scenario's. Packets that are not IP are packets of their size without addresses.
/// Left out: RSVP, flows of the scenario, and a node's failure.
class NetworkPassage final : public Passage {
 public:
  /// Precondition: a checked scenario, two of its nodes with a way from each to the other.
  NetworkPassage(const Scenario& scenario, const std::array<std::string, 2>& nodes, std::uint64_t seed);
  ~NetworkPassage() override;

  std::uint16_t arrive(const Arrival& arrival, const FrameFacts& facts) override;
  Instant run(Instant until, std::vector<Departure>& out) override;
  [[nodiscard]] Instant next() const override;
  [[nodiscard]] const std::vector<std::string>& accounts() const override { return accounts_; }
  [[nodiscard]] std::string reason(std::uint16_t number) const override;

 private:
  /// What is known of a frame inside.
  struct Inside {
    Packet packet;
    Bytes tags;
    Dscp came_with;
    std::uint16_t account = 0;
  };
  struct Pending {
    Instant at;
    std::uint32_t frame = 0;
  };
  class Hop;
  struct Way {
    std::vector<std::unique_ptr<Hop>> hops;  ///< in the order in which they are passed
    std::string name;
    std::array<std::optional<std::uint16_t>, 65> account;  ///< by code point; the last one: not IP
    Ring<Pending> pending;                                 ///< come in, and their time has not
    std::uint8_t out = 0;                                  ///< the port at its end
  };
  std::uint16_t account_of(Way& way, const FrameFacts& facts);
  void run(Way& way, Instant until, std::vector<Departure>& out);
  /// The hop at which something happens first; nothing: none.
  static Hop* first(const Way& way);

  std::vector<Inside> inside_;  ///< by the frame's number
  std::array<Way, 2> ways_;     ///< by the port at which frames come in
  std::vector<std::string> accounts_;
  std::vector<std::string> places_;  ///< of the hops, for reasons
};

}  // namespace qoslab::emulation
