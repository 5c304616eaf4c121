// The parts of a gateway's sections (sections.h).
#pragma once

#include <string>
#include <vector>

#include "helpers/scenario/fields.h"
#include "helpers/scenario/sections/captures.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::sections {

/// Rates of a gateway or of a profile, which must all count at the gateway's layer.
class GatewayRates {
 public:
  /// `gateway`: its name, for messages.
  GatewayRates(Layer layer, std::string gateway, Diagnostics& out)
      : layer_{layer}, gateway_{std::move(gateway)}, out_{out} {}

  /// Nothing if the key is absent or faulty.
  [[nodiscard]] std::optional<Rate> rate(const Fields& f, std::string_view key) const;
  /// The one value under the key, or those of its list.
  [[nodiscard]] std::vector<Rate> rates(const Fields& f, std::string_view key) const;

 private:
  [[nodiscard]] std::optional<Rate> checked(const Value& written, std::string_view key) const;

  Layer layer_;
  std::string gateway_;
  Diagnostics& out_;
};

inline ShareBy share_by(const Fields& f) { return f.text("share") == "rate" ? ShareBy::rate : ShareBy::weight; }

std::vector<GatewaySpec> gateway_specs(const Fields& root, Diagnostics& out);
std::vector<AccessListSpec> access_lists(const Fields& root);
/// Rates of a profile must count at the layer of the gateways whose groups have it. Preconditions: gateways and groups
/// have been read.
std::vector<ProfileSpec> profiles(const Fields& root, const GatewaysSpec& read, Diagnostics& out);
/// Groups without their traffic, which needs the profiles.
std::vector<SubscriberGroupSpec> groups(const Fields& root, const std::vector<GatewaySpec>& gateways, Diagnostics& out);
/// Precondition: the group's profile is in `profiles`, or has been reported.
std::vector<GroupTrafficSpec> group_traffic(const Fields& group, const SubscriberGroupSpec& spec,
                                            const std::vector<ProfileSpec>& profiles, Captures& captures,
                                            Diagnostics& out);
std::vector<GatewayHostSpec> gateway_hosts(const Fields& root, const GatewaysSpec& read,
                                           const std::vector<std::string>& nodes, Diagnostics& out);

}  // namespace qoslab::sections
