#include "model/network/topology.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <cstdint>

namespace qoslab {
namespace {

struct Road {
  std::size_t link = 0;
  std::int64_t cost = 0;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, Road>;

/// One hop outweighs all delays: 10^15 ps are 1000 s.
constexpr std::int64_t per_hop = 1'000'000'000'000'000;

}  // namespace

Topology::Topology(const std::vector<NodeSpec>& nodes, const std::vector<LinkSpec>& links)
    : nodes_{nodes}, links_{links} {
  // For each destination one search against the direction of travel. An edge x → y means: from y the next node is x.
  // So a node that does not forward has no edges out of it, except as the destination.
  for (std::size_t destination = 0; destination < nodes_.size(); ++destination) {
    Graph graph(nodes_.size());
    const auto add = [&](std::size_t x, std::size_t y, std::size_t link) {
      if (x == destination || nodes_[x].router) {
        boost::add_edge(x, y, Road{link, per_hop + links_[link].delay.ps()}, graph);
      }
    };
    for (std::size_t i = 0; i < links_.size(); ++i) {
      add(number_of(links_[i].a), number_of(links_[i].b), i);
      add(number_of(links_[i].b), number_of(links_[i].a), i);
    }
    std::vector<std::size_t> before(nodes_.size());
    boost::dijkstra_shortest_paths(graph, destination,
                                   boost::predecessor_map(before.data()).weight_map(boost::get(&Road::cost, graph)));
    auto& toward = toward_.emplace_back(nodes_.size());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (before[node] == node) continue;
      for (std::size_t i = links_.size(); i-- > 0;) {
        const auto a = number_of(links_[i].a);
        const auto b = number_of(links_[i].b);
        const bool joins = (a == node && b == before[node]) || (b == node && a == before[node]);
        const bool no_slower = !toward[node] || links_[i].delay <= links_[*toward[node]].delay;
        if (joins && no_slower) toward[node] = i;
      }
    }
  }
}

std::size_t Topology::number_of(std::string_view node) const {
  const auto found = std::find_if(nodes_.begin(), nodes_.end(), [&](const NodeSpec& n) { return n.name == node; });
  return static_cast<std::size_t>(found - nodes_.begin());
}

std::optional<std::size_t> Topology::first_link(std::string_view from, std::string_view to) const {
  return toward_[number_of(to)][number_of(from)];
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
