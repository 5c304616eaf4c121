// The objects of RSVP messages: RFC 2205 appendix A and RFC 2210 section 3.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/intserv/flowspec.h"
#include "model/packet/packet.h"
#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab::rsvp {

/// SESSION: the data flows that a reservation is for (RFC 2205 section 1.1). Whether IPv4 or IPv6 objects are used
/// follows from the address.
struct Session {
  IpAddress destination;
  std::uint8_t protocol = 0;
  std::uint16_t port = 0;
  auto operator<=>(const Session&) const = default;
};

/// SENDER_TEMPLATE and FILTER_SPEC have the same contents.
struct Sender {
  IpAddress address;
  std::uint16_t port = 0;
  auto operator<=>(const Sender&) const = default;
};

/// RSVP_HOP: the neighbour that sent the message, and its handle for the interface.
struct Hop {
  IpAddress address;
  std::uint32_t handle = 0;
  auto operator<=>(const Hop&) const = default;
};

/// ERROR_SPEC.
struct Error {
  IpAddress node{};         ///< that detected it
  bool in_place = false;    ///< an earlier reservation is still installed there
  bool not_guilty = false;  ///< this receiver's own request was not larger than what failed
  std::uint8_t code = 0;
  std::uint16_t value = 0;
  auto operator<=>(const Error&) const = default;
};

/// RFC 2205 appendix B, and RFC 2210 section 3.4 for traffic control.
namespace error_code {
inline constexpr std::uint8_t confirmation = 0;
inline constexpr std::uint8_t admission_failure = 1;
inline constexpr std::uint8_t policy_failure = 2;
inline constexpr std::uint8_t no_path = 3;
inline constexpr std::uint8_t no_sender = 4;
inline constexpr std::uint8_t conflicting_style = 5;
inline constexpr std::uint8_t unknown_style = 6;
inline constexpr std::uint8_t conflicting_ports = 7;
inline constexpr std::uint8_t conflicting_sender_ports = 8;
inline constexpr std::uint8_t preempted = 12;
inline constexpr std::uint8_t unknown_class = 13;
inline constexpr std::uint8_t unknown_type = 14;
inline constexpr std::uint8_t traffic_control = 21;
}  // namespace error_code
namespace admission_value {
inline constexpr std::uint16_t delay_bound = 1;
inline constexpr std::uint16_t bandwidth = 2;
inline constexpr std::uint16_t mtu = 3;
}  // namespace admission_value
namespace traffic_control_value {
inline constexpr std::uint16_t service_conflict = 1;
inline constexpr std::uint16_t service_unsupported = 2;
inline constexpr std::uint16_t bad_flowspec = 3;
inline constexpr std::uint16_t bad_tspec = 4;
inline constexpr std::uint16_t bad_adspec = 5;
}  // namespace traffic_control_value

/// General characterization parameters (RFC 2215): composed along the path, or a service's own values of them.
struct PathCharacter {
  std::optional<std::uint32_t> hops;  ///< that know integrated services
  std::optional<Rate> bandwidth;
  std::optional<Duration> latency;  ///< minimum; `unknown_latency` if a hop does not know its own
  std::optional<Bytes> mtu;
  auto operator<=>(const PathCharacter&) const = default;
};
inline constexpr Duration unknown_latency = Duration::microseconds(0xffff'ffff);

/// ADSPEC (RFC 2210 section 3.3): what the path offers of one service.
struct GuaranteedAdspec {
  bool broken = false;  ///< a hop does not offer the service
  Bytes c_total;
  Duration d_total;
  Bytes c_since_reshaping;
  Duration d_since_reshaping;
  PathCharacter own;
  auto operator<=>(const GuaranteedAdspec&) const = default;
};
struct ControlledLoadAdspec {
  bool broken = false;
  PathCharacter own;
  auto operator<=>(const ControlledLoadAdspec&) const = default;
};
/// Of a service that we do not know: passed on with its break bit set.
struct UnknownAdspec {
  std::uint8_t service = 0;
  bool broken = false;
  std::vector<std::uint32_t> words;
  auto operator<=>(const UnknownAdspec&) const = default;
};

/// What the path offers of all of them.
struct Adspec {
  bool broken = false;  ///< a hop knows nothing of integrated services
  PathCharacter general;
  std::optional<GuaranteedAdspec> guaranteed;
  std::optional<ControlledLoadAdspec> controlled_load;
  std::vector<UnknownAdspec> others;
  auto operator<=>(const Adspec&) const = default;
};

/// A sender as PATH describes it.
struct SenderDescriptor {
  Sender sender;
  TSpec tspec;
  std::optional<Adspec> adspec;
  auto operator<=>(const SenderDescriptor&) const = default;
};

/// What RESV asks for, and for whom. Fixed filter: one filter each. Shared explicit: one descriptor, its filters
/// share it. Wildcard: one descriptor without filters.
struct FlowDescriptor {
  std::optional<FlowSpec> flowspec;  ///< absent in RESVTEAR
  std::vector<Sender> filters;
  auto operator<=>(const FlowDescriptor&) const = default;
};

/// An object that is carried on as it came: POLICY_DATA, and unknown classes 11bbbbbb (RFC 2205 section 3.10).
struct OpaqueObject {
  std::uint8_t class_number = 0;
  std::uint8_t type = 0;
  std::vector<std::uint8_t> body;  ///< a multiple of 4 bytes
  auto operator<=>(const OpaqueObject&) const = default;
};

}  // namespace qoslab::rsvp
