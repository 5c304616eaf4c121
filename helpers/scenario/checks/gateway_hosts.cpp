// Hosts behind a gateway, and the links at which they meet it.
#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/sections/names.h"

namespace qoslab::checks {
namespace {

bool joins(const LinkSpec& link, std::string_view a, std::string_view b) {
  return (link.a == a && link.b == b) || (link.a == b && link.b == a);
}

constexpr Duration shortest_delay = Duration::microseconds(1);

const GatewayHostSpec* host_named(const GatewaysSpec& gateways, std::string_view node) {
  for (const auto& host : gateways.hosts)
    if (host.node == node) return &host;
  return nullptr;
}

class HostCheck {
 public:
  HostCheck(const Subject& subject, const GatewayHostSpec& host, Diagnostics& out)
      : s_{subject.scenario}, host_{host}, entry_{entry_of(subject.root, "hosts", host.node)}, out_{out} {}

  void all() {
    if (sections::find_named(s_.nodes, host_.node) != nullptr && !host_.gateway.empty()) link();
    number();
  }

 private:
  void complain(const Position& at, std::string what, std::string fix) {
    error(out_, at, std::move(what), std::move(fix));
  }

  void link() {
    const auto links = std::count_if(s_.links.begin(), s_.links.end(),
                                     [&](const LinkSpec& l) { return joins(l, host_.node, host_.gateway); });
    if (links == 1) return;
    complain(entry_->position,
             fmt::format("{} links join host '{}' and gateway '{}'", links, host_.node, host_.gateway),
             fmt::format("write one link between: [{}, {}]", host_.node, host_.gateway));
  }

  void number() {
    const auto* group = sections::find_named(s_.gateways.groups, host_.group);
    if (group == nullptr) return;
    const Position at = place_in(entry_->value.find_entry("subscriber"), "number");
    if (group->gateway != host_.gateway)
      complain(at, fmt::format("group '{}' is not behind gateway '{}'", group->name, host_.gateway),
               "it is behind " + group->gateway);
    if (group->count > 0 && host_.number >= group->count)
      complain(at, fmt::format("group '{}' has no subscriber {}", group->name, host_.number),
               fmt::format("0 to {}", group->count - 1));
  }

  const Scenario& s_;
  const GatewayHostSpec& host_;
  const Entry* entry_;
  Diagnostics& out_;
};

}  // namespace

void gateway_hosts(const Subject& subject, Diagnostics& out) {
  const auto& s = subject.scenario;
  for (const auto& host : s.gateways.hosts) HostCheck{subject, host, out}.all();
  for (const auto& port : s.ports) {
    if (sections::find_named(s.gateways.gateways, port.node) == nullptr) continue;
    error(out, entry_of(subject.root, port)->position,
          fmt::format("'{}' is a gateway: its data plane does what ports do", port.node),
          "describe it under 'gateways' and 'profiles'");
  }
  for (const auto& link : s.links) {
    const bool a_is = sections::find_named(s.gateways.gateways, link.a) != nullptr;
    const bool b_is = sections::find_named(s.gateways.gateways, link.b) != nullptr;
    if (!a_is && !b_is) continue;
    const auto& other = a_is ? link.b : link.a;
    if (link.delay < shortest_delay)
      error(out, place_in(entry_of(subject.root, "links", link.name), "delay"),
            fmt::format("link '{}' joins a gateway with a delay of {}", link.name, to_string(link.delay)),
            fmt::format("at least {}: the gateway runs in windows of at most that", to_string(shortest_delay)));
    if (host_named(s.gateways, other) != nullptr) continue;
    error(out, entry_of(subject.root, "links", link.name)->position,
          fmt::format("link '{}' ends at a gateway, but '{}' is not among its hosts", link.name, other),
          fmt::format("write hosts: {{{}: {{}}}}, with its subscriber if it is one's", other));
  }
}

void gateway_crossings(const Subject& subject, Diagnostics& out) {
  const auto& [s, root, topology] = subject;
  for (const auto& flow : s.flows) {
    std::string here = flow.from;
    const GatewayHostSpec* before = nullptr;  // who handed the packet to the gateway at which it is
    for (const auto number : topology.path(flow.from, flow.to)) {
      const auto& link = s.links[number];
      const auto& next = link.a == here ? link.b : link.a;
      const auto* after = host_named(s.gateways, next);
      if (before != nullptr && after != nullptr && before->group.empty() == after->group.empty())
        error(out, place_in(entry_of(root, "flows", flow.name), "to"),
              fmt::format("flow '{}' would leave gateway '{}' on the side where it enters it", flow.name, here),
              "a gateway carries traffic between subscribers and the network side");
      const bool gateway = sections::find_named(s.gateways.gateways, next) != nullptr;
      before = gateway ? host_named(s.gateways, here) : nullptr;
      here = next;
    }
  }
}

}  // namespace qoslab::checks
