// The parts of `show` (show.h).
#pragma once

#include <string>
#include <vector>

#include "model/network/topology.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Several lines, indented.
std::string show_port(const PortSpec& port);
/// One line or, with a reservation, two.
std::string show_flow(const Scenario& scenario, std::size_t number, const Topology& topology);

/// Each one line or several, indented; empty if there are none.
std::string show_gateways(const std::vector<GatewaySpec>& gateways);
std::string show_access_lists(const std::vector<AccessListSpec>& lists);
std::string show_profiles(const std::vector<ProfileSpec>& profiles);
std::string show_groups(const std::vector<SubscriberGroupSpec>& groups);
std::string show_hosts(const std::vector<GatewayHostSpec>& hosts);

std::string show(IpAddress address);
std::string show(const Prefix& prefix);
/// "dscp EF, udp, to port 5000"; "all" without conditions.
std::string show(const Match& match);
std::string show(SchedulerKind scheduler);
/// What a class is to its scheduler: "200 kbit/s, priority 2"; empty if there is nothing to say.
std::string show(const ClassShare& share);
std::string show(const QueueSpec& queue);
std::string show(const ShaperSpec& shaper);
std::string show(const ReservableSpec& reservable);
/// Meter, and what becomes of each colour.
std::string show(const ConditionerRule& rule);
std::string show(ShareBy by);
/// One line each.
std::string show(const AggregateLevelSpec& level);
std::string show(const SubscriberQueueSpec& queue);
std::string show(const SubscriberPolicerSpec& policer);

}  // namespace qoslab
