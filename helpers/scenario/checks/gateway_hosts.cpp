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

class HostCheck {
 public:
  HostCheck(const Subject& subject, const GatewayHostSpec& host, Diagnostics& out)
      : s_{subject.scenario}, host_{host}, entry_{entry_of(subject.root, "hosts", host.node)}, out_{out} {}

  void all() {
    const auto* node = sections::find_named(s_.nodes, host_.node);
    if (node != nullptr && node->router)
      complain(entry_->position, fmt::format("'{}' is a router", host_.node), "only hosts stand behind a gateway");
    if (node != nullptr && !host_.gateway.empty()) link();
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
    const bool known = std::any_of(s.gateways.hosts.begin(), s.gateways.hosts.end(),
                                   [&](const GatewayHostSpec& h) { return h.node == other; });
    if (known) continue;
    error(out, entry_of(subject.root, "links", link.name)->position,
          fmt::format("link '{}' ends at a gateway, but '{}' is not among its hosts", link.name, other),
          fmt::format("write hosts: {{{}: {{}}}}, with its subscriber if it is one's", other));
  }
}

}  // namespace qoslab::checks
