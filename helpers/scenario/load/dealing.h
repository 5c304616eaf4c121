// How many subscribers of a kind are on which links.
#pragma once

#include "helpers/scenario/load/subscriber_kinds.h"
#include "model/bng/plan.h"

namespace qoslab::load {

/// Subscriber n is on access link n mod A and network link (n div A) mod N.
class Dealing {
 public:
  explicit Dealing(const GatewaySpec& gateway) : access_{gateway.access.links}, network_{gateway.network.links} {}

  [[nodiscard]] double on_access(const SubscriberKind& kind, std::size_t link) const {
    return static_cast<double>(below(kind.end, link) - below(kind.first, link));
  }
  [[nodiscard]] double on_both(const SubscriberKind& kind, std::size_t access, std::size_t network) const {
    const auto m = static_cast<std::int64_t>(network);
    return static_cast<double>(bng::dealt_to(m, network_, below(kind.end, access)) -
                               bng::dealt_to(m, network_, below(kind.first, access)));
  }
  [[nodiscard]] double on_network(const SubscriberKind& kind, std::size_t link) const {
    double sum = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(access_); ++a) sum += on_both(kind, a, link);
    return sum;
  }
  [[nodiscard]] std::size_t network_of(std::int64_t number) const {
    return static_cast<std::size_t>(number / access_ % network_);
  }

 private:
  [[nodiscard]] std::int64_t below(std::int64_t number, std::size_t access) const {
    return bng::dealt_to(static_cast<std::int64_t>(access), access_, number);
  }
  std::int64_t access_;
  std::int64_t network_;
};

}  // namespace qoslab::load
