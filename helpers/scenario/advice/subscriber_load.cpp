// What each loaded subscriber sends or is sent, against what its own limits let pass; what nothing limits.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/advice/findings.h"
#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_load.h"
#include "helpers/scenario/rate_text.h"
#include "model/units/parse.h"

namespace qoslab::advice {
namespace {

using load::SubscriberDemand;
using load::SubscriberKind;
using Limit = SubscriberDemand::Limit;

Position traffic_of(const SubscriberGroupSpec& group, const Fields& root) {
  return checks::place_in(checks::entry_of(root, "subscribers", group.name), "traffic");
}

/// Subscribers of a kind, among those of their group who are loaded in this direction.
std::string who(const SubscriberKind& kind, Direction direction) {
  std::int64_t loaded = 0;
  for (const auto& traffic : kind.group->traffic)
    if (traffic.direction == direction) loaded = std::max(loaded, traffic.loaded.value_or(kind.group->count));
  const auto& name = kind.group->name;
  if (kind.first == 0 && kind.end == loaded) return fmt::format("each loaded subscriber of '{}'", name);
  if (kind.end == kind.first + 1) return fmt::format("subscriber {} of '{}'", kind.first, name);
  return fmt::format("each of the subscribers {} to {} of '{}'", kind.first, kind.end - 1, name);
}

std::string name_of(const SubscriberDemand& d) {
  switch (d.limit) {
    case Limit::queue:
      return "'pir' of its queue";
    case Limit::profile:
      return "'rate' of its profile";
    case Limit::policer:
      return "its policer";
    case Limit::arbiter:
      return fmt::format("arbiter '{}'", d.kind->profile->arbiters[d.number].name);
  }
  return "";
}

std::string sentence(const SubscriberDemand& d) {
  const bool of_a_class = d.limit == Limit::queue || d.limit == Limit::policer;
  const auto of = of_a_class ? fmt::format(" of class '{}'", d.kind->profile->classes[d.number].name) : "";
  const auto* does = d.direction == Direction::upstream ? "sends" : "is sent";
  const auto load = about(d.demand.load);
  const auto passes = about(d.demand.capacity);
  if (exceeds(d.sent, d.demand.load))
    return fmt::format("of what {} {}{}, {} reach {}, which lets {} pass", who(*d.kind, d.direction), does, of, load,
                       name_of(d), passes);
  return fmt::format("{} {} {}{}, {} lets {} pass", who(*d.kind, d.direction), does, load, of, name_of(d), passes);
}

/// As when a group's rate is meant for each of its subscribers.
void little(const GatewaySpec& gateway, const GatewaysSpec& all, const Fields& root, Diagnostics& out) {
  std::map<const SubscriberGroupSpec*, double> each;
  const auto offered = offered_to(gateway, all);
  for (const auto& o : offered)
    if (o.traffic->direction == Direction::downstream && o.profile->rate) each[o.group] += o.each();
  for (const auto& o : offered) {
    const auto group = each.find(o.group);
    if (group == each.end()) continue;
    const double load = group->second;
    each.erase(group);
    if (load * 50 >= static_cast<double>(o.profile->rate->bps())) continue;
    note(out, traffic_of(*o.group, root),
         fmt::format("each loaded subscriber of '{}' is offered {} of {}", o.group->name, about(load),
                     to_string(*o.profile->rate)),
         "a traffic's rate is of the whole group");
  }
}

/// Whether a port scheduler holds back what is in this queue.
bool shaped_on_the_way(const ProfileSpec& profile, const SubscriberQueueSpec& q, const PortSchedulerSpec& port) {
  if (q.pir || profile.rate || port.rate) return true;
  const auto has_rate = [](const AggregateLevelSpec& level) { return !level.rates.empty(); };
  if (std::any_of(port.aggregates.begin(), port.aggregates.end(), has_rate)) return true;
  return q.level > 0 && q.weight > 0 && port.levels.at(static_cast<std::size_t>(q.level) - 1).has_value();
}

void unlimited(const GatewaySpec& gateway, const GatewaysSpec& all, const Fields& root, Diagnostics& out) {
  std::set<std::pair<const ProfileClassSpec*, Direction>> said;
  for (const auto& o : offered_to(gateway, all)) {
    const bool up = o.traffic->direction == Direction::upstream;
    if (up ? o.of->policer.has_value() : shaped_on_the_way(*o.profile, o.of->queue, gateway.access.scheduler)) continue;
    if (!said.insert({o.of, o.traffic->direction}).second) continue;
    const Entry* profile = checks::entry_of(root, "profiles", o.profile->name);
    note(out, checks::class_entry(profile->value, o.of->name)->position,
         fmt::format("{}stream traffic of class '{}' never meets a {}", up ? "up" : "down", o.of->name,
                     up ? "policer" : "shaper"),
         up ? "only the links limit it: give the class a policer" : "only the links limit it: give the queue a pir");
  }
}

}  // namespace

void subscriber_load(const load::Demands& demands, const Fields& root, Findings& out) {
  for (const auto& d : demands.subscribers) {
    if (!exceeds(d.demand.load, d.demand.capacity)) continue;
    const auto subject = fmt::format("{} {} {}", static_cast<int>(d.direction), static_cast<int>(d.limit), d.number);
    out.add(subject, d.demand.load / d.demand.capacity,
            {traffic_of(*d.kind->group, root), Diagnostic::Severity::note, sentence(d),
             excess(d.demand.load, d.demand.capacity) + " too much"});
  }
}

void subscriber_traffic(const Advised& advised, Diagnostics& out) {
  const auto& all = advised.subject.scenario.gateways;
  const auto& root = advised.subject.root;
  for (const auto& gateway : all.gateways) {
    little(gateway, all, root, out);
    unlimited(gateway, all, root, out);
  }
}

}  // namespace qoslab::advice
