// Test packets: frames that say which flow they are of, the how manieth, and when they left.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/packet/packet.h"
#include "model/units/rate.h"

namespace qoslab::emulation {

using MacAddress = std::array<std::uint8_t, 6>;

/// What a test packet carries behind its UDP header.
struct Probe {
  std::uint32_t run = 0;  ///< tells a run's packets from those of another
  std::uint32_t flow = 0;
  std::uint64_t number = 0;   ///< from 0
  std::uint64_t sent_ps = 0;  ///< on the sender's clock
};
/// The smallest test packet, as IP.
inline constexpr Bytes smallest_probe{20 + 8 + 28};

/// Where a flow's frames go.
struct ProbeHeader {
  MacAddress to{};
  MacAddress from{};
  FiveTuple tuple;  ///< IPv4, UDP
  Dscp dscp;
};

/// A frame without check sequence, padded to Ethernet's least; an IP packet shorter than smallest_probe becomes one of
/// that size. Overwrites `frame`.
void write_probe(const ProbeHeader& header, const Probe& probe, Bytes ip_size, std::vector<std::uint8_t>& frame);

/// Nothing: the frame is none of ours. Passes over tags.
std::optional<Probe> read_probe(std::span<const std::uint8_t> frame);

/// The answer to a neighbour's question for one of these addresses (RFC 826); nothing: it is none.
std::optional<std::vector<std::uint8_t>> arp_answer(std::span<const std::uint8_t> frame, MacAddress own,
                                                    std::span<const IpAddress> addresses);

}  // namespace qoslab::emulation
