#include "gui/draw/graph.h"

#include <algorithm>
#include <map>

#include "model/units/parse.h"

namespace qoslab::gui {
namespace {

using Kind = ScenarioPart::Kind;

constexpr int far_out = 1000;  // more than any host's flows
constexpr std::size_t most_names = 30;

/// "100 Mbit/s line", and the delay if there is one.
std::vector<std::string> rate_and_delay(const std::string& rate, Duration delay) {
  if (delay == Duration{}) return {rate};
  return {rate, to_string(delay)};
}

std::string times(std::int64_t n, const std::string& what) { return n == 1 ? what : std::to_string(n) + " × " + what; }

Box box_of(const NodeSpec& node) {
  Box box{.subject = {Kind::node, node.name, {}},
          .look = node.router ? Look::router : Look::host,
          .title = node.name,
          .lines = {node.router ? "router" : "host"},
          .area = {},
          .tip = node.router ? "A router: it forwards packets, and its ports have classes and queues."
                             : "A host: it sends and receives flows, and forwards nothing."};
  if (node.rsvp) box.lines.back() += ", RSVP";
  if (node.latency > Duration{}) box.lines.push_back(to_string(node.latency) + " a packet");
  if (node.fails_at) box.lines.push_back("fails at " + to_string(node.fails_at->since_start()));
  return box;
}

class Builder {
 public:
  explicit Builder(const Scenario& scenario) : scenario_{scenario} {
    for (const auto& node : scenario.nodes) add(box_of(node));
    for (const auto& gateway : scenario.gateways.gateways) add_gateway(gateway);
    for (const auto& port : scenario.ports) configured_[port.node + "." + port.link] = true;
    for (const auto& link : scenario.links) add_link(link);
    for (const auto& group : scenario.gateways.groups) add_group(group);
    for (const auto& gateway : scenario.gateways.gateways) add_network(gateway);
    for (const auto& flow : scenario.flows) {
      lean(flow.from, 1);
      lean(flow.to, -1);
    }
    for (const auto& host : scenario.gateways.hosts) lean(host.node, host.group.empty() ? -far_out : far_out);
  }

  Graph take() { return std::move(graph_); }

 private:
  std::size_t add(Box box) {
    const auto number = graph_.nodes.size();
    box.centred = true;
    if (box.subject.kind == Kind::node || box.look == Look::gateway) numbers_[box.subject.name] = number;
    graph_.nodes.push_back({std::move(box), {}, 0});
    return number;
  }

  void lean(const std::string& node, int how_much) {
    const auto found = numbers_.find(node);
    if (found != numbers_.end()) graph_.nodes[found->second].left += how_much;
  }

  void connect(GraphEdge edge) {
    const auto number = graph_.edges.size();
    graph_.nodes[edge.a].edges.push_back(number);
    graph_.nodes[edge.b].edges.push_back(number);
    graph_.edges.push_back(std::move(edge));
  }

  Dot dot(const std::string& node, const LinkSpec& link) {
    const auto name = node + "." + link.name;
    const bool configured = configured_.contains(name);
    const auto* const words = configured ? ": the port that sends on this link; the scenario says how"
                                         : ": a plain port, one queue for all that leaves here";
    return {{Kind::port, name, {}}, {}, configured, name + words};
  }

  void add_link(const LinkSpec& link) {
    const auto a = numbers_.find(link.a);
    const auto b = numbers_.find(link.b);
    if (a == numbers_.end() || b == numbers_.end() || a->second == b->second) return;
    const auto rate = to_string(link.rate) + " line";
    Wire wire{.subject = {Kind::link, link.name, {}},
              .points = {},
              .above = link.name,
              .below = rate_and_delay(rate, link.delay),
              .words_at = {},
              .tip = link.name + ": " + rate + " in each direction, headers and gaps between frames included; " +
                     to_string(link.delay) + " of propagation one way"};
    connect({a->second, b->second, std::move(wire), dot(link.a, link), dot(link.b, link)});
  }

  void add_gateway(const GatewaySpec& gateway) {
    Box box{.subject = {Kind::gateway, gateway.name, {}},
            .look = Look::gateway,
            .title = gateway.name,
            .lines = {"gateway"},
            .area = {},
            .tip = "A broadband network gateway: subscribers on its access side, the provider's network on the other."};
    if (gateway.latency > Duration{}) box.lines.push_back(to_string(gateway.latency) + " a packet");
    if (gateway.processor)
      box.lines.push_back(std::to_string(gateway.processor->cores) +
                          (gateway.processor->cores == 1 ? " core" : " cores"));
    add(std::move(box));
  }

  /// Between a gateway and what the scenario has on one of its sides.
  void connect_side(std::size_t gateway, std::size_t what, const GatewaySideSpec& side, bool access) {
    const auto& name = graph_.nodes[gateway].box.title;
    const auto rate = times(side.links, to_string(side.rate) + " line");
    Wire wire{.subject = {Kind::gateway, name, {}},
              .points = {},
              .above = access ? "access" : "network",
              .below = rate_and_delay(rate, side.delay),
              .words_at = {},
              .tip = access ? "Access links: downstream each has a scheduler." : "Links to the provider's network."};
    const Dot dot{{access ? Kind::gateway_port : Kind::gateway, name, {}},
                  {},
                  access,
                  access ? name + ".access: the scheduler of each access port" : name + ".network"};
    connect({gateway, what, std::move(wire), dot, {}});
  }

  void add_group(const SubscriberGroupSpec& group) {
    const auto gateway = numbers_.find(group.gateway);
    if (gateway == numbers_.end()) return;
    Box box{.subject = {Kind::subscribers, group.name, {}},
            .look = Look::group,
            .title = group.name,
            .lines = {times(group.count, group.profile), group.framing == Framing::pppoe ? "PPPoE" : "IPoE"},
            .area = {},
            .tip = "Subscribers of one profile behind the gateway."};
    const auto number = add(std::move(box));
    graph_.nodes[number].left = far_out;
    for (const auto& spec : scenario_.gateways.gateways)
      if (spec.name == group.gateway) connect_side(gateway->second, number, spec.access, true);
  }

  void add_network(const GatewaySpec& gateway) {
    Box box{.subject = {Kind::gateway, gateway.name, {}},
            .look = Look::network,
            .title = "network",
            .lines = {"the provider's side"},
            .area = {},
            .tip = "Where downstream traffic comes from and upstream traffic goes to."};
    const auto number = add(std::move(box));
    graph_.nodes[number].left = -far_out;
    connect_side(numbers_.at(gateway.name), number, gateway.network, false);
  }

  const Scenario& scenario_;
  Graph graph_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::string, bool> configured_;
};

bool is_leaf_host(const Graph& graph, std::size_t node) {
  const auto& n = graph.nodes[node];
  return n.box.look == Look::host && n.edges.size() == 1 &&
         graph.nodes[graph.other(n.edges[0], node)].box.look != Look::host;
}

/// Hosts of one router that are gathered: the first of them stands for all.
struct Gathered {
  std::vector<std::size_t> hosts;
  std::size_t number = 0;
};

void gather(const Graph& graph, const Gathered& gathered, GraphNode& node, GraphEdge& edge) {
  const auto count = std::to_string(gathered.hosts.size());
  bool alike = true;
  std::string names;
  for (std::size_t i = 0; i < gathered.hosts.size(); ++i) {
    const auto& host = graph.nodes[gathered.hosts[i]];
    node.left += i == 0 ? 0 : host.left;
    alike = alike && graph.edges[host.edges[0]].wire.below == edge.wire.below;
    if (i < most_names) names += (i == 0 ? "" : ", ") + host.box.title;
  }
  node.box.subject = {};
  node.box.look = Look::group;
  node.box.title = count + " hosts";
  node.box.lines = {};
  node.box.tip = names + (gathered.hosts.size() > most_names ? ", …" : "");
  edge.wire.subject = {};
  edge.wire.above = count + " links";
  if (!alike) edge.wire.below = {"of several rates"};
  edge.wire.tip = "";
  edge.dot_a.reset();
  edge.dot_b.reset();
}

}  // namespace

Graph graph_of(const Scenario& scenario) { return Builder{scenario}.take(); }

Graph with_hosts_gathered(const Graph& graph) {
  std::map<std::size_t, Gathered> by_router;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (is_leaf_host(graph, i)) by_router[graph.other(graph.nodes[i].edges[0], i)].hosts.push_back(i);
  std::vector<const Gathered*> first_of(graph.nodes.size());
  std::vector<bool> gone(graph.nodes.size());
  for (const auto& [router, gathered] : by_router) {
    if (gathered.hosts.size() < 2) continue;
    for (const auto host : gathered.hosts) gone[host] = true;
    gone[gathered.hosts.front()] = false;
    first_of[gathered.hosts.front()] = &gathered;
  }
  Graph less;
  std::vector<std::size_t> number(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    number[i] = less.nodes.size();
    if (gone[i]) continue;
    less.nodes.push_back(graph.nodes[i]);
    less.nodes.back().edges.clear();
  }
  for (auto edge : graph.edges) {
    if (gone[edge.a] || gone[edge.b]) continue;
    for (const auto end : {edge.a, edge.b})
      if (first_of[end] != nullptr) gather(graph, *first_of[end], less.nodes[number[end]], edge);
    edge.a = number[edge.a];
    edge.b = number[edge.b];
    less.nodes[edge.a].edges.push_back(less.edges.size());
    less.nodes[edge.b].edges.push_back(less.edges.size());
    less.edges.push_back(std::move(edge));
  }
  return less;
}

}  // namespace qoslab::gui
