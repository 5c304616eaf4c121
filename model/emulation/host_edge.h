// The edge between a real host on an Ethernet and a model of IP packets.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/emulation/passage.h"
#include "model/emulation/probe.h"

namespace qoslab::emulation {

/// What a frame of the host's is to the model. All but the first two are lost at the edge.
enum class FromHost : std::uint8_t {
  packet,
  neighbour,       ///< ARP
  not_ipv4,        ///< of another protocol
  tagged,          ///< VLANs and PPPoE end here
  foreign_mac,     ///< for another device on the same wire, or for several
  foreign_source,  ///< not from the host's address
  too_large,       ///< larger than the model's links carry
  options,         ///< of IP, which the model's routers cannot pass on
  expired,         ///< its time to live is 0 already
  no_route,        ///< nobody in the scenario has the address
  fragment,        ///< for a host of the model, which puts no packets together
  damaged,         ///< in its IP header; for a host of the model, further in
};
inline constexpr std::array<std::string_view, 12> from_host_names = {
    "packet",    "neighbour", "not_ipv4", "tagged",   "foreign_mac", "foreign_source",
    "too_large", "options",   "expired",  "no_route", "fragment",    "damaged"};

/// Is to the real host what a router is at the other end of its cable: answers its ARP for every address of the
/// scenario but its own (RFC 826, 1027), finds out its MAC address, and packs and unpacks. Bytes and times in, frames
/// out. Left out: IPv6, and duplicate address detection for the scenario's addresses (RFC 5227).
class HostEdge {
 public:
  struct Place {
    MacAddress mac{};
    IpAddress host;
    IpAddress neighbour;        ///< in whose name questions are asked
    std::uint16_t account = 0;  ///< of ARP frames to the host
  };
  enum class Whose : std::uint8_t { nobody, model, real_host };
  /// `whose`: an address of the scenario.
  HostEdge(const Place& place, std::function<Whose(IpAddress)> whose);

  [[nodiscard]] FromHost judge(std::span<const std::uint8_t> frame, const FrameFacts& facts) const;
  /// What was judged to be ARP.
  void answer(std::span<const std::uint8_t> frame, Instant now);
  /// Where a packet came from.
  void learn(const MacAddress& host, Instant now);
  /// A packet without options. RSVP is often sent with the router alert (RFC 2113), which the model's agents can do
  /// without. Precondition: judged to be a packet.
  [[nodiscard]] std::vector<std::uint8_t> packet_of(std::span<const std::uint8_t> frame, const FrameFacts& facts) const;

  /// What goes to the host. Of no frame: it began in the model.
  struct ToHost {
    Written frame;  ///< first of all the IP packet alone
    std::uint32_t number = Departure::none;
    std::uint16_t account = 0;
    Instant at = {};
    bool lost = false;  ///< the host does not answer
  };
  void tell(ToHost packet, Instant now);
  /// Asks for the host's address, if it is not known.
  void ask(Instant now);
  /// When `ask` is wanted; never: not at all.
  [[nodiscard]] Instant deadline() const { return asks_at_; }
  /// What has become ready, in order of time.
  std::vector<ToHost> take();

 private:
  void send(ToHost packet, Instant now);

  Place place_;
  std::function<Whose(IpAddress)> whose_;
  std::optional<MacAddress> known_;
  std::deque<ToHost> waiting_;  ///< for the address
  std::vector<ToHost> ready_;
  Instant asks_at_ = Instant::never();
  int asked_ = 0;
};

}  // namespace qoslab::emulation
