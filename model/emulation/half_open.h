// Connections that a model's hosts ask real ones for.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace qoslab::emulation {

/// Who asks for a TCP connection while the other side still has one of an earlier run between the same ports gets an
/// acknowledgement of that one, and has to answer with a reset, so that it is forgotten (RFC 9293 sections 3.5.2 and
/// 3.10.7.3). ns-3 3.37 passes over it and never connects. Packets are of IPv4, whole and without options.
class HalfOpen {
 public:
  /// On its way to the real host.
  void left(std::span<const std::uint8_t> packet);
  /// From the real host: the packet that is to answer it, if it speaks of an earlier connection.
  std::optional<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> packet);
  /// The real host's ports at which it has refused every connection.
  [[nodiscard]] std::set<std::uint16_t> closed() const;

 private:
  /// The real host's address, the model's, and their ports.
  using Ends = std::array<std::uint8_t, 12>;
  std::map<Ends, std::uint32_t> asked_;      ///< for a connection, with this sequence number
  std::map<std::uint16_t, bool> connected_;  ///< by the real host's port; false: it has refused so far
};

}  // namespace qoslab::emulation
