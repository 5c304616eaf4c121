#include "model/network/topology.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/range/iterator_range.hpp>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace qoslab {
namespace {

/// Of a way: how many links, then how long.
struct Cost {
  std::int64_t links = 0;
  std::int64_t delay_ps = 0;
  auto operator<=>(const Cost&) const = default;
};
constexpr Cost unreachable{std::numeric_limits<std::int64_t>::max(), 0};

struct Plus {
  Cost operator()(const Cost& a, const Cost& b) const {
    if (a == unreachable || b == unreachable) return unreachable;
    return {a.links + b.links, a.delay_ps + b.delay_ps};
  }
};

struct Road {
  std::size_t link = 0;
  Cost cost;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Road>;

}  // namespace

/// Searches from each destination against the direction of travel: an edge x → y means that y may send to x. So a node
/// that does not forward has no usable edges out of it, except as the destination.
struct Topology::Search {
  Graph graph;
  std::vector<bool> forwards;

  [[nodiscard]] bool takes(std::size_t node, std::size_t destination) const {
    return node == destination || forwards[node];
  }

  [[nodiscard]] std::vector<Cost> costs_to(std::size_t destination) const {
    const auto usable = [this, destination](Graph::edge_descriptor e) {
      return takes(boost::source(e, graph), destination);
    };
    const boost::filtered_graph<Graph, std::function<bool(Graph::edge_descriptor)>> reduced{graph, usable};
    std::vector<Cost> costs(forwards.size(), unreachable);
    const auto numbers = boost::get(boost::vertex_index, graph);
    boost::dijkstra_shortest_paths(reduced, destination,
                                   boost::distance_map(boost::make_iterator_property_map(costs.begin(), numbers))
                                       .weight_map(boost::get(&Road::cost, graph))
                                       .distance_combine(Plus{})
                                       .distance_compare(std::less<Cost>{})
                                       .distance_inf(unreachable)
                                       .distance_zero(Cost{}));
    return costs;
  }

  /// Of each node's links, in the order of the file, the first on a cheapest way.
  [[nodiscard]] std::vector<std::optional<std::size_t>> toward(std::size_t destination) const {
    const auto costs = costs_to(destination);
    std::vector<std::optional<std::size_t>> links(forwards.size());
    for (std::size_t node = 0; node < forwards.size(); ++node) {
      Cost best = unreachable;
      for (const auto e : boost::make_iterator_range(boost::out_edges(node, graph))) {
        const auto next = boost::target(e, graph);
        const Cost cost = Plus{}(costs[next], graph[e].cost);
        if (node == destination || !takes(next, destination) || cost >= best) continue;
        best = cost;
        links[node] = graph[e].link;
      }
    }
    return links;
  }
};

Topology::Topology(const std::vector<NodeSpec>& nodes, const std::vector<LinkSpec>& links) : links_{links} {
  Search search{Graph(nodes.size()), {}};
  for (const auto& node : nodes) {
    numbers_.emplace(node.name, search.forwards.size());
    search.forwards.push_back(node.router);
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto a = number_of(links[i].a);
    const auto b = number_of(links[i].b);
    if (!a || !b || a == b) continue;
    const Road road{i, {1, links[i].delay.ps()}};
    boost::add_edge(*a, *b, road, search.graph);
    boost::add_edge(*b, *a, road, search.graph);
  }
  for (std::size_t destination = 0; destination < nodes.size(); ++destination) {
    toward_.push_back(search.toward(destination));
  }
}

namespace {

std::vector<NodeSpec> nodes_and_gateways(const Scenario& scenario) {
  auto nodes = scenario.nodes;
  for (const auto& gateway : scenario.gateways.gateways) {
    nodes.push_back({.name = gateway.name, .router = true, .rsvp = false, .latency = {}, .fails_at = {}});
  }
  return nodes;
}

}  // namespace

Topology::Topology(const Scenario& scenario) : Topology{nodes_and_gateways(scenario), scenario.links} {}

std::optional<std::size_t> Topology::number_of(std::string_view node) const {
  const auto number = numbers_.find(node);
  if (number == numbers_.end()) return std::nullopt;
  return number->second;
}

std::optional<std::size_t> Topology::first_link(std::string_view from, std::string_view to) const {
  const auto here = number_of(from);
  const auto destination = number_of(to);
  if (!here || !destination) return std::nullopt;
  return toward_[*destination][*here];
}

std::vector<std::size_t> Topology::path(std::string_view from, std::string_view to) const {
  std::vector<std::size_t> links;
  std::string_view here = from;
  while (here != to) {
    const auto link = first_link(here, to);
    if (!link) return {};
    links.push_back(*link);
    here = links_[*link].a == here ? links_[*link].b : links_[*link].a;
  }
  return links;
}

}  // namespace qoslab
