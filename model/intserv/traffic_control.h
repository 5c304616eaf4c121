// What RSVP asks of the one who installs reservations: RFC 2205 section 3.11.2.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/intserv/flowspec.h"
#include "model/intserv/rsvp_objects.h"

namespace qoslab {

/// Names a reservation on an outgoing interface. Styles never mix within a session, so a shared one needs no sender.
struct ReservationKey {
  int interface = 0;
  rsvp::Session session;
  std::optional<rsvp::Sender> sender;  ///< fixed filter only
  auto operator<=>(const ReservationKey&) const = default;
};

struct ReservationOrder {
  FlowSpec flowspec;                  ///< merged over the next hops; its TSpec no larger than what the senders declare
  std::vector<rsvp::Sender> filters;  ///< whose packets; empty: those of every sender to the session
  bool police_entry = false;          ///< E_Police: nobody upstream polices (RFC 2205 section 3.8)
  bool police_merge = false;          ///< M_Police: senders share it here
  bool police_branch = false;         ///< B_Police: another branch reserved more
  auto operator<=>(const ReservationOrder&) const = default;
};

/// For the ERROR_SPEC.
struct Refusal {
  std::uint8_t code = rsvp::error_code::admission_failure;
  std::uint16_t value = rsvp::admission_value::bandwidth;
  auto operator<=>(const Refusal&) const = default;
};

class TrafficControl {
 public:
  virtual ~TrafficControl() = default;
  /// Nothing: installed. A refusal leaves everything as it was.
  virtual std::optional<Refusal> admit(const ReservationKey& key, const ReservationOrder& order, Instant now) = 0;
  /// Of an installed reservation; a refusal leaves the old order in place.
  virtual std::optional<Refusal> modify(const ReservationKey& key, const ReservationOrder& order, Instant now) = 0;
  virtual void remove(const ReservationKey& key, Instant now) = 0;
};

}  // namespace qoslab
