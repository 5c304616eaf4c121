// Packets of ns-3's nodes on their way through a gateway's data plane.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/bng/gateway.h"
#include "model/ns3/gateway_links.h"
#include "model/ns3/ledger.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab {

/// A packet that arrives on a link of the gateway is injected into its data plane at that instant. Where it leaves the
/// gateway's line the link to the node follows: another line, with room for as many packets as every port that is not
/// configured. Whatever is lost is booked. RSVP passes as through any node without it (RFC 2205 section 2.9).
/// Left out: ways from subscriber to subscriber, or that turn round on the network side; such packets have no route.
class ForeignTraffic {
 public:
  /// Everything given outlives this.
  ForeignTraffic(const GatewaysSpec& scenario, const GatewaySpec& gateway, GatewayLinks links, bng::Gateway& data_plane,
                 Ledger& ledger);
  ForeignTraffic(const ForeignTraffic&) = delete;
  ForeignTraffic& operator=(const ForeignTraffic&) = delete;

  [[nodiscard]] bool possible() const { return !ends_.empty(); }
  /// A packet that leaves the gateway within a window this long reaches the next node when the window has ended.
  /// Precondition: it is possible.
  [[nodiscard]] Duration longest_window() const;
  /// At the end of each window: whatever has left the data plane goes on.
  void settle();
  /// At the end of the run: books those that wait in the data plane as queued. How many these are.
  std::int64_t book_waiting();

 private:
  struct Subscriber {
    std::size_t group = 0;  ///< among the gateway's
    std::int64_t number = 0;
  };
  struct End {
    PortDevice* device = nullptr;
    Duration delay;
    std::optional<Subscriber> subscriber;  ///< absent: on the network side
    std::deque<Instant> line;              ///< when those who wait for it or are on it will have left
  };
  struct Inside {
    Held held;
    std::size_t out = 0;
  };
  void arrive(std::size_t in, const Held& held);
  [[nodiscard]] std::optional<int> way_to(IpAddress destination);
  void leave(const Inside& packet, Instant when);

  std::string name_;
  GatewayLinks links_;
  bng::Gateway& data_plane_;
  Ledger& ledger_;
  std::vector<End> ends_;
  std::map<IpAddress, std::optional<int>> ways_;
  std::map<std::int64_t, Inside> inside_;  ///< by the number under which the data plane knows them
  std::int64_t next_ = 0;
};

}  // namespace qoslab
