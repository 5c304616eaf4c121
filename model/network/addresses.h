// Who has which address: a rule, so that the same file always gives the same packets.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/packet/packet.h"
#include "model/qos/classifier.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Link number n, in the order of the file, is the network 10.0.0.0 + 4n/30; its end `a` has host number 1, `b` 2.
IpAddress interface_address(std::size_t link, bool b_end);
Prefix link_network(std::size_t link);

/// A node's own address: that of its first link. Nothing for a node without links.
std::optional<IpAddress> node_address(std::string_view node, const std::vector<LinkSpec>& links);

/// Flow number n, in the order of the file, goes from port 20000 + 2n to the port it names, or 5000 + 2n.
/// Precondition: both nodes have links.
FiveTuple flow_tuple(std::size_t number, const FlowSpecification& flow, const std::vector<LinkSpec>& links);

}  // namespace qoslab
