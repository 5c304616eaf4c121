// Real hosts in the places of some of a scenario's, beside ns-3 nodes in the places of all others.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "model/emulation/half_open.h"
#include "model/emulation/host_edge.h"
#include "model/emulation/passage.h"
#include "model/ns3/ledger.h"
#include "model/ns3/simulated_network.h"
#include "model/ns3/stepped_simulator.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// What a real host sends waits at the port that the scenario's host has toward its link, as in `run`; behind it stand
/// ns-3's nodes, whose routers are hops. Each packet enters at its own time: of a batch from outside one event stands
/// in ns-3's queue, which takes in what has come by then and goes to where the next one comes. Simulated hosts send
/// their flows; RSVP at a real host's place is spoken for it. The scenario's time begins at the first run. ns-3 has one
/// simulator per process, and so one passage. Left out: gateways; IPv6; packets with IP options; fragments for
/// simulated hosts.
class MixedPassage final : public emulation::Passage {
 public:
  struct Options {
    std::uint64_t seed = 1;
    std::size_t most_events = SIZE_MAX;  ///< in one run, about
  };
  /// Precondition: a checked scenario without gateways; `hosts` of it have one link each. `hosts[i]` is at port i.
  MixedPassage(Scenario scenario, const std::vector<std::string>& hosts, const Options& options);
  ~MixedPassage() override;

  std::uint16_t arrive(const emulation::Arrival& arrival, const FrameFacts& facts) override;
  Instant run(Instant until, std::vector<emulation::Departure>& out) override;
  [[nodiscard]] Instant next() const override;
  [[nodiscard]] const std::vector<std::string>& accounts() const override { return accounts_; }
  [[nodiscard]] std::string reason(std::uint16_t number) const override { return reasons_[number]; }
  [[nodiscard]] bool sends() const override { return true; }
  void add_to(EmulationResults& results) const override;

 private:
  /// Come in, and its time has not.
  struct Pending {
    Instant at;  ///< of ns-3's time
    std::uint32_t frame = 0;
    emulation::FromHost verdict = emulation::FromHost::packet;
    emulation::MacAddress from{};
    std::vector<std::uint8_t> bytes;  ///< of the packet; of ARP the whole frame
  };
  struct Edge {
    std::string name;
    SimulatedNetwork::Edge place;
    std::unique_ptr<emulation::HostEdge> host;
    emulation::HalfOpen half_open;
    std::uint32_t ledger_account = 0;
    std::deque<Pending> pending;
    Instant deadline = Instant::never();  ///< of the host's, for which an event stands
  };
  void open_edge(const std::string& host);
  void come_in(Edge& edge);
  void take_in(Edge& edge, Pending& pending);
  void leave(Edge& edge, const Held& held);
  void watch(Edge& edge);
  void end(const Ticket& ticket, const std::string* lost);
  void collect(std::vector<emulation::Departure>& out);
  [[nodiscard]] emulation::HostEdge::Whose whose(IpAddress address) const;
  std::uint16_t account_of(const std::string& from, const std::string& to, const std::string& what);
  std::uint16_t account_of(const FiveTuple& tuple, Dscp dscp);
  std::uint16_t number_of(const std::string& reason);
  [[nodiscard]] std::string name_of(IpAddress address) const;

  Scenario scenario_;
  SteppedSimulator simulator_;
  std::size_t most_events_;
  std::optional<Duration> begins_;  ///< ns-3's time zero
  Ledger ledger_;
  std::set<std::string> outside_;
  std::unique_ptr<SimulatedNetwork> network_;
  std::map<IpAddress, std::string> addresses_;
  std::vector<std::unique_ptr<Edge>> edges_;                    ///< by port
  std::vector<std::uint16_t> account_inside_;                   ///< by the frame's number
  std::vector<emulation::Departure> ended_;                     ///< since the last run: lost, or at a host of ns-3's
  std::vector<std::vector<emulation::HostEdge::ToHost>> sent_;  ///< in the last run, by port
  std::vector<std::string> accounts_;
  std::map<std::tuple<IpAddress, IpAddress, std::uint8_t>, std::uint16_t> by_packet_;
  std::map<std::string, std::uint16_t> by_name_;
  std::vector<std::string> reasons_;
  std::map<std::string, std::uint16_t> by_reason_;
};

}  // namespace qoslab
