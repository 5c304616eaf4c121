// From a draft whose form has been checked to the types of the model. Each function reads one section, resolves the
// names in it and reports what resolves to nothing; whether the numbers fit together is checked after (check/).
#pragma once

#include <string>
#include <vector>

#include "helpers/scenario/fields.h"
#include "helpers/scenario/parameters.h"
#include "helpers/scenario/sections/captures.h"
#include "model/network/topology.h"
#include "model/scenario/scenario.h"

namespace qoslab::sections {

std::vector<NodeSpec> nodes(const Fields& root, Diagnostics& out);
/// Gateways and all that belongs to them; links may end at a gateway as at a node.
GatewaysSpec gateways(const Fields& root, const std::vector<NodeSpec>& nodes, Captures& captures, Diagnostics& out);
std::vector<LinkSpec> links(const Fields& root, const std::vector<std::string>& ends, Diagnostics& out);
std::vector<FlowSpecification> flows(const Fields& root, const std::vector<NodeSpec>& nodes, Diagnostics& out);
RunSpec runs(const Fields& root);
std::vector<Parameter> parameters(const Fields& root, const Settings& settings);

/// What ports, matches and metrics refer to.
struct Network {
  const std::vector<NodeSpec>& nodes;
  const std::vector<LinkSpec>& links;
  const std::vector<FlowSpecification>& flows;
  const Topology& topology;
};

std::vector<PortSpec> ports(const Fields& root, const Network& network, Diagnostics& out);

/// Where a rule stands: its packets leave the node on the link, or arrive from it.
struct Place {
  std::string node;
  std::string link;
  bool arriving = false;
};
/// By headers alone.
Match header_match(const Fields& fields);
Match match(const Fields& fields, const Place& place, const Network& network, Diagnostics& out);
std::vector<ConditionerRule> ingress(const Fields& port, const Place& place, const Network& network, Diagnostics& out);

std::vector<Reference> references(const Fields& root, const Scenario& scenario, Diagnostics& out);
std::vector<Expectation> expectations(const Fields& root, const Scenario& scenario, Diagnostics& out);

}  // namespace qoslab::sections
