// A small network of RSVP nodes that pass each other bytes on a simulated clock.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "model/intserv/admission.h"
#include "model/intserv/rsvp_node.h"

namespace qoslab::testing {

/// Admits by declared load: the sum of what is installed on each interface.
class BookedControl final : public TrafficControl {
 public:
  std::optional<Refusal> admit(const ReservationKey& key, const ReservationOrder& order, Instant now) override;
  std::optional<Refusal> modify(const ReservationKey& key, const ReservationOrder& order, Instant now) override;
  void remove(const ReservationKey& key, Instant now) override;

  Rate capacity = Rate::mbps(1);
  std::map<ReservationKey, ReservationOrder> installed;
  int refusals = 0;

 private:
  bool fits(const ReservationKey& key, const ReservationOrder& order) const;
};

class RsvpNetwork {
 public:
  /// One message on one link.
  struct Sent {
    Instant at;
    std::string from;
    std::string to;
    rsvp::Message message;
    RsvpTransmission raw;
  };

  void router(const std::string& name) { add(name, true, true); }
  void plain_router(const std::string& name) { add(name, true, false); }
  void host(const std::string& name) { add(name, false, true); }
  void link(const std::string& a, const std::string& b);
  void join(IpAddress group, const std::string& member) { groups_[group].insert(member); }
  /// After all of the above.
  void start(std::uint64_t seed = 1);

  RsvpNode& operator[](const std::string& name) { return *nodes_.at(name)->rsvp; }
  BookedControl& control(const std::string& name) { return nodes_.at(name)->control; }
  IpAddress address(const std::string& host) const { return nodes_.at(host)->interfaces.front().address; }
  std::vector<RsvpNotice>& notices(const std::string& name) { return nodes_.at(name)->notices; }
  const std::vector<RsvpInterface>& interfaces(const std::string& name) const { return nodes_.at(name)->interfaces; }

  void run_for(Duration d);
  Instant now() const { return now_; }
  /// From now on routes avoid the link, and what is sent on it is lost.
  void cut(const std::string& a, const std::string& b);
  /// From now on the node neither sends nor receives.
  void kill(const std::string& name) { nodes_.at(name)->dead = true; }

  std::vector<Sent> sent;
  std::function<bool(const Sent&)> lose = [](const Sent&) { return false; };

  std::vector<Sent> sent_of(rsvp::MessageType type) const;
  int count(const std::string& node, RsvpNotice::Kind kind) const;

 private:
  struct Node final : RouteLookup {
    RsvpNetwork* net = nullptr;
    std::string name;
    bool is_router = false;
    bool speaks_rsvp = true;
    bool dead = false;
    std::vector<RsvpInterface> interfaces;
    std::vector<std::string> neighbours;  // by interface
    BookedControl control;
    std::unique_ptr<RsvpNode> rsvp;
    std::vector<RsvpNotice> notices;
    RouteSet routes(IpAddress destination, IpAddress source) const override {
      return net->routes(*this, destination, source);
    }
  };
  struct InFlight {
    Instant at;
    std::uint64_t order;
    std::string to;
    int interface;
    RsvpTransmission packet;
    bool operator>(const InFlight& o) const { return std::tie(at, order) > std::tie(o.at, o.order); }
  };

  void add(const std::string& name, bool is_router, bool speaks_rsvp);
  RouteSet routes(const Node& from, IpAddress destination, IpAddress source) const;
  const std::vector<std::string>& way(const std::string& from, const std::string& to) const;
  std::vector<std::string> find_way(const std::string& from, const std::string& to) const;
  std::string owner(IpAddress a) const;
  void collect(Node& node);
  void transmit(const Node& from, RsvpTransmission packet, bool forwarded);
  void deliver(const InFlight& f);

  Instant now_;
  std::uint64_t order_ = 0;
  std::uint32_t links_ = 0;
  std::map<std::string, std::unique_ptr<Node>> nodes_;
  std::map<IpAddress, std::set<std::string>> groups_;
  std::set<std::pair<std::string, std::string>> cut_;
  mutable std::map<std::pair<std::string, std::string>, std::vector<std::string>> ways_;
  std::priority_queue<InFlight, std::vector<InFlight>, std::greater<>> wire_;
};

}  // namespace qoslab::testing
