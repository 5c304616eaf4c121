// More traffic than links, the processor or shapers can carry, and traffic that nothing limits.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/gateway_load.h"
#include "helpers/scenario/rate_text.h"
#include "model/units/parse.h"

namespace qoslab::advice {
namespace {

/// One gateway's links and processor.
class Capacity {
 public:
  Capacity(const GatewaySpec& gateway, const Fields& written, const GatewaysSpec& all, Diagnostics& out)
      : gateway_{gateway}, written_{written}, all_{all}, offered_{offered_to(gateway, all)}, out_{out} {}

  void check() {
    const double access = links(gateway_.access);
    const double network = links(gateway_.network);
    link("network", "towards the gateway", sum(Direction::downstream, &Offered::network_line), network);
    link("access", "towards the gateway", sum(Direction::upstream, &Offered::access_line), access);
    link("network", "from the gateway", sum(Direction::upstream, &Offered::network_line), network);
    link("access", "from the gateway", sum(Direction::downstream, &Offered::access_line), access);
    if (const auto rate = gateway_.access.scheduler.rate) ports(static_cast<double>(rate->bps()));
    if (gateway_.processor) processor();
  }

 private:
  static double links(const GatewaySideSpec& side) {
    return static_cast<double>(side.links) * static_cast<double>(side.rate.bps());
  }
  [[nodiscard]] double sum(Direction direction, double Offered::*part) const {
    double total = 0;
    for (const auto& o : offered_)
      if (o.traffic->direction == direction) total += o.*part;
    return total;
  }

  void link(const char* side, const char* way, double load, double capacity) {
    if (excess(load, capacity).empty()) return;
    warning(out_, written_.map(side)->place("rate"),
            fmt::format("{} of traffic for the {} links {}, which carry {}", about(load), side, way, about(capacity)),
            excess(load, capacity) + " too much on the line: it waits or is lost");
  }

  void ports(double rate) {
    const double load = sum(Direction::downstream, &Offered::rate);
    const double capacity = rate * gateway_.access.links;
    if (excess(load, capacity).empty()) return;
    note(out_, written_.map("access")->map("scheduler")->place("rate"),
         fmt::format("{} of traffic for port schedulers of {} in all", about(load), about(capacity)),
         excess(load, capacity) + " too much");
  }

  void processor() {
    const auto& p = *gateway_.processor;
    double cycles = 0;
    double packets = 0;
    for (const auto& o : offered_) {
      cycles += o.packets * cycles_for(o, p, all_);
      packets += o.packets;
    }
    const double capacity = static_cast<double>(p.cores) * static_cast<double>(p.hertz);
    if (excess(cycles, capacity).empty()) return;
    warning(out_, written_.place("processor"),
            fmt::format("{} Mpacket/s for a processor that forwards {} Mpacket/s of them", three_digits(packets / 1e6),
                        three_digits(packets / 1e6 * capacity / cycles)),
            excess(cycles, capacity) + " too much: rings fill");
  }

  const GatewaySpec& gateway_;
  const Fields& written_;
  const GatewaysSpec& all_;
  std::vector<Offered> offered_;
  Diagnostics& out_;
};

/// What each loaded subscriber of a group is offered, against what limits its classes.
class SubscriberLoad {
 public:
  SubscriberLoad(const GatewaySpec& gateway, const GatewaysSpec& all, const Fields& root, Diagnostics& out)
      : root_{root}, offered_{offered_to(gateway, all)}, out_{out} {}

  void check() {
    std::set<std::pair<const SubscriberGroupSpec*, Direction>> seen;
    for (const auto& o : offered_) {
      if (o.traffic->direction == Direction::downstream && o.of->queue.pir)
        compare(o, "'pir' of its queue", *o.of->queue.pir);
      if (o.traffic->direction == Direction::upstream && o.of->policer)
        compare(o, "its policer", most_of(*o.of->policer));
      if (seen.insert({o.group, o.traffic->direction}).second) whole_subscriber(o);
    }
  }

 private:
  static Rate most_of(const SubscriberPolicerSpec& p) {
    switch (p.kind) {
      case SubscriberPolicerSpec::Kind::two_rate:
        return p.pir;
      case SubscriberPolicerSpec::Kind::single_rate:
        return p.cir;
      case SubscriberPolicerSpec::Kind::two_rate_excess:
        return p.cir + p.pir;
    }
    return p.pir;
  }
  [[nodiscard]] Position place(const Offered& o) const {
    return checks::place_in(checks::entry_of(root_, "subscribers", o.group->name), "traffic");
  }

  /// Once for a class, though its traffic may stand in several entries.
  void compare(const Offered& o, const std::string& limit, Rate rate) {
    double each = 0;
    for (const auto& other : offered_) {
      const bool same = other.group == o.group && other.of == o.of && other.traffic->direction == o.traffic->direction;
      if (same && &other < &o) return;
      if (same) each += other.each();
    }
    say(o, fmt::format("of class '{}'", o.of->name), each, limit, static_cast<double>(rate.bps()));
  }

  void whole_subscriber(const Offered& o) {
    double each = 0;
    for (const auto& other : offered_)
      if (other.group == o.group && other.traffic->direction == o.traffic->direction) each += other.each();
    if (o.traffic->direction == Direction::downstream && o.profile->rate)
      say(o, "", each, "'rate' of its profile", static_cast<double>(o.profile->rate->bps()));
    if (o.traffic->direction == Direction::downstream && o.profile->rate) little(o, each, *o.profile->rate);
    const auto& arbiters = o.profile->arbiters;
    if (o.traffic->direction != Direction::upstream) return;
    for (const auto& arbiter : arbiters) below(o, arbiter);
  }

  /// As when a group's rate is meant for each of its subscribers.
  void little(const Offered& o, double each, Rate rate) {
    if (each * 50 >= static_cast<double>(rate.bps())) return;
    note(out_, place(o),
         fmt::format("each loaded subscriber of '{}' is offered {} of {}", o.group->name, about(each), to_string(rate)),
         "a traffic's rate is of the whole group");
  }

  /// All that goes through an arbiter.
  void below(const Offered& o, const ArbiterSpec& arbiter) {
    double each = 0;
    for (const auto& other : offered_)
      if (other.group == o.group && other.traffic->direction == Direction::upstream && other.of->policer &&
          is_below(other.of->policer->parent, arbiter, o.profile->arbiters))
        each += other.each();
    say(o, "", each, fmt::format("arbiter '{}'", arbiter.name), static_cast<double>(arbiter.rate.bps()));
  }
  static bool is_below(std::string name, const ArbiterSpec& arbiter, const std::vector<ArbiterSpec>& arbiters) {
    while (!name.empty() && name != arbiter.name) {
      const auto parent = std::find_if(arbiters.begin(), arbiters.end(), [&](const auto& a) { return a.name == name; });
      name = parent == arbiters.end() ? "" : parent->parent;
    }
    return name == arbiter.name;
  }

  void say(const Offered& o, const std::string& what, double each, const std::string& limit, double rate) {
    if (excess(each, rate).empty()) return;
    const bool up = o.traffic->direction == Direction::upstream;
    note(out_, place(o),
         fmt::format("each loaded subscriber of '{}' {} {}{}{}, {} lets {} pass", o.group->name,
                     up ? "sends" : "is sent", about(each), what.empty() ? "" : " ", what, limit, about(rate)),
         excess(each, rate) + " too much");
  }

  const Fields& root_;
  std::vector<Offered> offered_;
  Diagnostics& out_;
};

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

void gateway_load(const Advised& advised, Diagnostics& out) {
  const auto& all = advised.subject.scenario.gateways;
  const auto& root = advised.subject.root;
  for (const auto& [gateway, f] : checks::with_places(all.gateways, root, "gateways")) {
    Capacity{*gateway, f, all, out}.check();
    SubscriberLoad{*gateway, all, root, out}.check();
    unlimited(*gateway, all, root, out);
  }
}

}  // namespace qoslab::advice
