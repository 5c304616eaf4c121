// Which way from here to there.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/scenario/scenario.h"

namespace qoslab {

/// Shortest paths by hops, then by propagation delay, then by the order of the links in the file, decided at each node.
/// Hosts do not forward. All ways are computed at once: for networks of up to about a thousand nodes.
class Topology {
 public:
  /// A link whose ends are not two different nodes carries nothing.
  Topology(const std::vector<NodeSpec>& nodes, const std::vector<LinkSpec>& links);
  /// Gateways forward as routers do.
  explicit Topology(const Scenario& scenario);

  /// The link on which `from` sends what is for `to`; nothing if there is no way, or if they are the same.
  [[nodiscard]] std::optional<std::size_t> first_link(std::string_view from, std::string_view to) const;
  /// All links in order; empty if there is no way.
  [[nodiscard]] std::vector<std::size_t> path(std::string_view from, std::string_view to) const;

 private:
  struct Search;
  [[nodiscard]] std::optional<std::size_t> number_of(std::string_view node) const;

  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<LinkSpec> links_;
  std::vector<std::vector<std::optional<std::size_t>>> toward_;  ///< [destination][node]: its link on the way
};

}  // namespace qoslab
