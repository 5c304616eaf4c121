// Nothing is lost in the books: where every packet of every flow is, from its source to its end.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/packet/packet.h"
#include "model/results/results.h"

namespace qoslab {

/// What a packet carries along through the simulated network, for the ledger only.
struct Ticket {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t account = 0;  ///< of its flow
  Instant sent;
  std::uint32_t frame = none;  ///< of a packet from a real host: the number under which that one's edge knows it
};

/// One account per flow. A packet is in exactly one place: under way (on a wire or in processing) or in a queue; it is
/// opened once and ends once, delivered or dropped. Only what a flow sends within [from, until) makes samples.
class Ledger {
 public:
  /// `record`: the length of the records into which the measured time is also divided; only whole ones are kept.
  Ledger(Instant from, Instant until, Duration record);
  /// Each packet from a real host has come to its end: lost for this reason ("place: reason"), or, with null, at a host
  /// of the simulation.
  using End = std::function<void(const Ticket& ticket, const std::string* lost)>;
  /// Of an emulation: nothing is measured, so that nothing grows with time; strangers share one account.
  explicit Ledger(End end);

  /// Packets with this tuple belong to an account of this name. `samples`: whether delays are kept one by one.
  std::uint32_t open_account(const FiveTuple& tuple, const std::string& name, const std::string& label, bool samples);
  /// The account of a tuple; RSVP's and that of strangers ("other") are opened at first sight.
  std::uint32_t account_of(const FiveTuple& tuple);

  Ticket sent(std::uint32_t account, Bytes ip_size, Instant now);
  void queued(const Ticket& ticket, Bytes ip_size);
  void dequeued(const Ticket& ticket, Bytes ip_size);
  void delivered(const Ticket& ticket, Bytes ip_size, Instant now);
  enum class From : std::uint8_t { queue, under_way };
  void dropped(const Ticket& ticket, Bytes ip_size, From from, const std::string& place, DropReason reason);
  /// `what`: "place: reason".
  void dropped(const Ticket& ticket, Bytes ip_size, From from, const std::string& what);

  /// Application bytes that arrived; an exchange that was completed.
  void payload(std::uint32_t account, Bytes bytes, Instant now);
  void exchange(std::uint32_t account, const ExchangeSample& sample);
  void fact(std::uint32_t account, const std::string& name, double value);
  void fact_once(std::uint32_t account, const std::string& name, double value);  ///< the first one stays

  /// Packets sent within the measured time whose end is not known yet.
  [[nodiscard]] std::int64_t unsettled() const { return unsettled_; }
  [[nodiscard]] const std::vector<FlowResults>& accounts() const { return accounts_; }
  [[nodiscard]] bool keeps_samples(std::size_t account) const { return keeps_samples_[account]; }

 private:
  [[nodiscard]] bool measured(Instant t) const { return from_ <= t && t < until_; }
  /// The account's record of an instant, if that lies in a whole one.
  RecordCounts* record_at(std::uint32_t account, Instant t);
  /// A packet that was sent in the measured time has ended.
  void settle(const Ticket& ticket, Bytes ip_size);
  FlowResults& of(const Ticket& ticket) { return accounts_[ticket.account]; }

  struct TupleHash {
    std::size_t operator()(const FiveTuple& t) const;
  };

  Instant from_;
  Instant until_;
  Duration record_;
  std::size_t records_;
  End end_;  ///< empty: a simulation
  std::vector<FlowResults> accounts_;
  std::vector<bool> keeps_samples_;
  std::unordered_map<FiveTuple, std::uint32_t, TupleHash> by_tuple_;
  std::int64_t unsettled_ = 0;
};

}  // namespace qoslab
