// A gateway as frames from outside pass it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "model/bng/gateway.h"
#include "model/bng/subscriber_index.h"
#include "model/emulation/passage.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::emulation {

/// Port 0 is the access side, port 1 the network side. A subscriber's frame is policed, queued and shaped among the
/// traffic that the scenario's tester sends at the same time. A frame of nobody (of an unknown subscriber, or a
/// neighbour's question without an address) passes beside the gateway after its latency and both links' delays, and
/// stands in an account of its own.
class GatewayPassage final : public Passage {
 public:
  /// Precondition: a checked scenario.
  GatewayPassage(const GatewaysSpec& scenario, const GatewaySpec& gateway, std::uint64_t seed, int threads);

  std::uint16_t arrive(const Arrival& arrival, const FrameFacts& facts) override;
  Instant run(Instant until, std::vector<Departure>& out) override;
  [[nodiscard]] Instant next() const override;
  [[nodiscard]] const std::vector<std::string>& accounts() const override { return accounts_; }
  [[nodiscard]] std::string reason(std::uint16_t number) const override { return reasons_[number]; }

 private:
  struct Group {
    ProfileSpec profile;
    std::array<std::uint16_t, 2> first_account{};  ///< by direction; then by class
  };
  void open_accounts(const std::vector<SubscriberGroupSpec>& groups);
  std::uint16_t number_of(const std::string& reason);

  std::vector<Group> groups_;
  bng::SubscriberIndex index_;
  bng::Gateway gateway_;
  std::array<Duration, 2> beside_;  ///< by the port where frames come in: how long they take that are nobody's
  std::vector<std::string> accounts_;
  std::array<std::uint16_t, 2> nobody_{};
  std::vector<std::string> reasons_;
  std::array<std::deque<Departure>, 2> besides_;
  std::vector<bng::ForeignPacket> coming_;  ///< since the last run, of both ports
  std::int64_t inside_ = 0;                 ///< in the data plane
  bool loaded_ = false;                     ///< the tester sends
  Instant ran_;
};

}  // namespace qoslab::emulation
