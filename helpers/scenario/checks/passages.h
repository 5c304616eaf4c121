// Whose packets pass which port, and how they may be marked there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/network/topology.h"
#include "model/scenario/scenario.h"

namespace qoslab::checks {

/// A conditioner's rule that takes packets of a stream.
struct Conditioned {
  std::size_t port = 0;  ///< in Scenario::ports
  std::size_t rule = 0;
  auto operator<=>(const Conditioned&) const = default;
};

/// Packets of one five-tuple at one port.
struct Passage {
  enum class Kind : std::uint8_t { data, answers, signalling } kind = Kind::data;
  const FlowSpecification* flow = nullptr;
  FiveTuple tuple;
  Bytes largest;                      ///< IP bytes
  std::set<Dscp> marks;               ///< which code points they may have
  std::vector<std::size_t> rules;     ///< of classify (leaving) or ingress (arriving) that take some of them
  std::vector<Conditioned> measured;  ///< by these rules they have been metered before
};

struct PortPassages {
  std::vector<Passage> leaving;
  std::vector<Passage> arriving;
};

/// For each of Scenario::ports. Preconditions: names resolve; every flow has a way.
std::vector<PortPassages> passages(const Scenario& scenario, const Topology& topology);

/// The first rule that takes this packet.
std::optional<std::size_t> rule_for(const std::vector<RouteToClass>& rules, const FiveTuple& tuple, Dscp mark);
std::optional<std::size_t> rule_for(const std::vector<ConditionerRule>& rules, const FiveTuple& tuple, Dscp mark);

/// Whether some of the leaving packets join this class.
bool joins(const Passage& leaving, const PortSpec& port, std::string_view class_name);

/// Of the packets that may join each class, by its name: the passage with the largest.
std::map<std::string, Passage> largest_by_class(const PortSpec& port, const PortPassages& passing);

/// "flow 'call'", "answers of flow 'file'", "RSVP messages of flow 'call'".
std::string describe(const Passage& passage);

}  // namespace qoslab::checks
