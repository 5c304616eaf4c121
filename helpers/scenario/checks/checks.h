// Do the parts of a scenario fit together? Each function looks at one concern of a scenario that has been read. What
// could not be read is absent or 0 in it and has been reported: the checks pass over it.
#pragma once

#include "helpers/scenario/fields.h"
#include "helpers/scenario/parameters.h"
#include "model/network/topology.h"
#include "model/scenario/scenario.h"

namespace qoslab::checks {

/// A scenario, and the draft from which it was read: where things stand.
struct Subject {
  const Scenario& scenario;
  const Fields& root;
  const Topology& topology;
};

inline constexpr std::size_t most_nodes = 1'000;
inline constexpr std::size_t most_links = 4'096;
inline constexpr std::size_t most_flows = 20'000;  ///< so that their ports stay below 65536

/// Larger scenarios are refused before anything is computed from them.
bool within_limits(const Scenario& scenario, const Fields& root, Diagnostics& out);

// Of single numbers and their neighbours.
void parts(const Subject& subject, Diagnostics& out);
void network(const Subject& subject, Diagnostics& out);
void flows(const Subject& subject, Diagnostics& out);
void reservations(const Subject& subject, Diagnostics& out);
void runs(const Subject& subject, Diagnostics& out);
void ports(const Subject& subject, Diagnostics& out);
void queues(const Subject& subject, Diagnostics& out);
void trees(const Subject& subject, Diagnostics& out);
void conditioners(const Subject& subject, Diagnostics& out);
void parameters(const Subject& subject, Diagnostics& out);
void references(const Subject& subject, Diagnostics& out);
void gateways(const Subject& subject, Diagnostics& out);
void gateway_shares(const Subject& subject, Diagnostics& out);
void gateway_hosts(const Subject& subject, Diagnostics& out);
void profiles(const Subject& subject, Diagnostics& out);
void subscribers(const Subject& subject, Diagnostics& out);
void group_traffic(const Subject& subject, Diagnostics& out);

// Of who passes where: only for a scenario whose names resolve.
void ways(const Subject& subject, Diagnostics& out);
void gateway_crossings(const Subject& subject, Diagnostics& out);
void classification(const Subject& subject, Diagnostics& out);
void packet_sizes(const Subject& subject, Diagnostics& out);
void gateway_sizes(const Subject& subject, Diagnostics& out);

}  // namespace qoslab::checks
