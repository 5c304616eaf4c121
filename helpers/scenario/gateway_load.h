// What a scenario offers a gateway, in the mean while all of its traffic runs.
#pragma once

#include <string>
#include <vector>

#include "model/scenario/scenario.h"

namespace qoslab {

/// One class of one group's traffic in one direction and address family. Rates in bit/s; at the gateway's layer with
/// the access side's headers.
struct Offered {
  const SubscriberGroupSpec* group = nullptr;
  const GroupTrafficSpec* traffic = nullptr;
  const ProfileSpec* profile = nullptr;
  const ProfileClassSpec* of = nullptr;
  bool ipv6 = false;
  Dscp dscp;
  double packets = 0;       ///< a second
  double rate = 0;          ///< of the whole group
  double access_line = 0;   ///< the same on the access side's lines
  double network_line = 0;  ///< and on the network side's
  [[nodiscard]] std::int64_t loaded() const;
  /// Of each loaded subscriber.
  [[nodiscard]] double each() const { return rate / static_cast<double>(loaded()); }
};

/// Of all groups behind the gateway. What comes from captures is not known and missing.
std::vector<Offered> offered_to(const GatewaySpec& gateway, const GatewaysSpec& spec);

/// What the tester sends in a whole run, captures included.
double expected_packets(const GatewaySpec& gateway, const GatewaysSpec& spec, const RunSpec& runs);

}  // namespace qoslab
