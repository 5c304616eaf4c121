// The inside of RsvpNode: what each message, call and timer does (RFC 2209 section 2).
#pragma once

#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "model/intserv/rsvp_merging.h"
#include "model/intserv/rsvp_node.h"
#include "model/intserv/rsvp_state.h"

namespace qoslab {

/// State changes first; then `settle` compares what the state wants installed and asked for with what is, and acts
/// on the difference. So every cause (message, time-out, call) is handled by the same few lines.
class RsvpNode::Machine {
 public:
  Machine(std::vector<RsvpInterface> interfaces, const RouteLookup& routes, TrafficControl& control, std::uint64_t seed,
          Timing timing);

  void announce(const rsvp::Session& session, const rsvp::Sender& sender, const TSpec& tspec, Instant now);
  void withdraw(const rsvp::Session& session, const rsvp::Sender& sender, Instant now);
  void reserve(const rsvp::Session& session, const Request& request, Instant now);
  void release(const rsvp::Session& session, Instant now);
  void receive(std::span<const std::uint8_t> bytes, const Arrival& from, Instant now);
  void advance(Instant now);
  [[nodiscard]] Instant deadline() const;
  std::vector<RsvpAction> take_actions();

 private:
  using Message = rsvp::Message;
  using Session = rsvp::Session;
  using State = rsvp::SessionState;
  using Paths = std::map<rsvp::Sender, rsvp::PathState>;

  // rsvp_paths.cpp
  void on_path(const Message& m, const Arrival& from, Instant now);
  void on_path_tear(const Message& m, Instant now);
  [[nodiscard]] std::optional<std::uint8_t> port_conflict(const Message& m) const;
  void accept_path(const Session& session, State& state, rsvp::PathState fresh, Instant now);
  Paths::iterator forget_path(const Session& session, State& state, Paths::iterator path);
  void send_path(const Session& session, rsvp::PathState& path, Instant now);
  void send_path_tear(const Session& session, const rsvp::PathState& path);
  [[nodiscard]] Message path_message(const Session& session, const rsvp::PathState& path, int interface) const;
  [[nodiscard]] RouteSet routes_of(const Session& session, const rsvp::PathState& path) const;

  // rsvp_reservations.cpp
  void on_resv(const Message& m, Instant now);
  void on_resv_tear(const Message& m, Instant now);
  void accept_flow(State& state, const Message& m, rsvp::FlowDescriptor flow, Instant now);
  std::optional<Refusal> objection(const State& state, const rsvp::ReservationId& id,
                                   const rsvp::Reservation& fresh) const;
  /// Nothing: the request stands. A refusal leaves the one before in its place.
  std::optional<Refusal> try_reservation(const Session& session, State& state, const rsvp::ReservationId& id,
                                         rsvp::Reservation fresh, Instant now);
  std::map<ReservationKey, Refusal> install(const Session& session, State& state, Instant now);
  std::optional<Refusal> order(const ReservationKey& key, const ReservationOrder* before,
                               const ReservationOrder& wanted, Instant now);
  void tell_senders(const State& state, const ReservationKey& key, const ReservationOrder& order,
                    RsvpNotice::Kind kind);

  // rsvp_upstream.cpp
  void settle(const Session& session, Instant now, rsvp::Occasion occasion = rsvp::Occasion::change);
  void ask_upstream(const Session& session, State& state, const rsvp::PreviousHop& hop, rsvp::Occasion occasion,
                    Instant now);
  void tear_difference(const Session& session, const rsvp::PreviousHop& hop, const rsvp::UpstreamRequest& before,
                       const std::optional<rsvp::UpstreamRequest>& wanted);
  void send_resv(const Session& session, const rsvp::PreviousHop& hop, const rsvp::UpstreamRequest& request,
                 std::optional<IpAddress> confirm);
  std::set<IpAddress> confirmations(const Session& session, State& state, const rsvp::PreviousHop& hop);
  void confirm_to_local_senders(const Session& session, State& state);
  void confirm(const Session& session, const rsvp::ReservationId& id, const rsvp::Reservation& reservation);

  // rsvp_errors.cpp
  void on_path_error(const Message& m);
  void on_resv_error(const Message& m, const Arrival& from, Instant now);
  void on_confirm(const Message& m, const Arrival& from);
  void on_unreadable(const rsvp::DecodeFailure& failure, const Arrival& from);
  void blockade(State& state, const Message& m, Instant now);
  void pass_error(const State& state, const rsvp::ReservationId& id, const rsvp::Reservation& reservation,
                  const Message& m);
  void send_path_error(const Message& about, const Arrival& from, rsvp::Error error);
  void send_resv_error(const Message& about, rsvp::FlowDescriptor flow, rsvp::Error error);

  // rsvp_node.cpp
  void advance_session(const Session& session, State& state, Instant now);
  bool drop_expired(const Session& session, State& state, Instant now);
  bool refresh_paths(const Session& session, State& state, Instant now);
  void prune_reservations(State& state);
  [[nodiscard]] Duration jittered();
  [[nodiscard]] Duration lifetime(Duration refresh) const;
  [[nodiscard]] bool is_own(IpAddress address) const;
  [[nodiscard]] IpAddress address_of(int interface) const;
  void send(const Message& m, int interface, IpAddress destination, IpAddress next_hop);
  void note(RsvpNotice notice) { actions_.emplace_back(std::move(notice)); }

  std::vector<RsvpInterface> interfaces_;
  const RouteLookup& routes_;
  TrafficControl& control_;
  std::mt19937_64 random_;
  Timing timing_;
  std::map<Session, State> sessions_;
  std::vector<RsvpAction> actions_;
};

}  // namespace qoslab
