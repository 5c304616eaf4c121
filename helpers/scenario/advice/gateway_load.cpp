// More traffic than links, the processor or shapers can carry, wherever it arrives.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/advice/findings.h"
#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/load/demands.h"
#include "helpers/scenario/rate_text.h"
#include "model/units/parse.h"

namespace qoslab::advice {
namespace {

using load::Demand;
using load::Demands;
using load::Worst;

Demand sum_of(const std::vector<Demand>& demands) {
  Demand sum;
  for (const auto& d : demands) sum = {sum.load + d.load, sum.capacity + d.capacity};
  return sum;
}

/// The most and the least loaded of places with one capacity.
std::pair<std::size_t, std::size_t> extremes(const std::vector<Demand>& demands) {
  const auto less = [](const Demand& a, const Demand& b) { return a.load < b.load; };
  const auto most = std::max_element(demands.begin(), demands.end(), less);
  const auto least = std::min_element(demands.begin(), demands.end(), less);
  return {static_cast<std::size_t>(most - demands.begin()), static_cast<std::size_t>(least - demands.begin())};
}

/// One gateway's links, processor and port schedulers at one moment.
class Capacity {
 public:
  Capacity(const GatewaySpec& gateway, const Demands& demands, const Fields& written, Findings& out)
      : processor_{gateway.processor.value_or(ProcessorSpec{})}, demands_{demands}, written_{written}, out_{out} {}

  void check() {
    links("network", "towards the gateway", demands_.network_in);
    links("access", "towards the gateway", demands_.access_in);
    links("network", "from the gateway", demands_.network_out);
    links("access", "from the gateway", demands_.access_out);
    processor();
    const auto access = written_.map("access");
    const auto scheduler = access ? access->map("scheduler") : std::nullopt;
    if (!scheduler) return;
    if (!demands_.ports.empty()) ports(scheduler->place("rate"));
    for (const auto& [entry, f] : scheduler->named("levels"))
      if (const auto number = parse_count(entry->key)) level(*number, f.place("rate"));
    const auto aggregates = scheduler->maps("aggregates");
    for (std::size_t i = 0; i < aggregates.size(); ++i)
      if (const auto& worst = demands_.aggregates.at(i)) aggregate(*worst, aggregates[i]);
  }

 private:
  void say(Diagnostic::Severity severity, const Position& at, const std::string& place, const Demand& demand,
           const std::string& what, const std::string& fix = "") {
    if (!exceeds(demand.load, demand.capacity)) return;
    out_.add(place, demand.load / demand.capacity,
             {at, severity, what, excess(demand.load, demand.capacity) + " too much" + fix});
  }
  void warn(const Position& at, const std::string& place, const Demand& d, const std::string& what,
            const std::string& fix = "") {
    say(Diagnostic::Severity::warning, at, place, d, what, fix);
  }
  void note(const Position& at, const std::string& place, const Demand& d, const std::string& what,
            const std::string& fix = "") {
    say(Diagnostic::Severity::note, at, place, d, what, fix);
  }

  void links(const std::string& side, const std::string& way, const std::vector<Demand>& demands) {
    const auto at = written_.map(side)->place("rate");
    const auto [most, least] = extremes(demands);
    const Demand all = sum_of(demands);
    const Demand& one = demands[most];
    const std::string lost = " on the line: it waits or is lost";
    if (demands.size() > 1 && exceeds(all.load, all.capacity))
      warn(at, side + way, all,
           fmt::format("{} of traffic for the {} links {}, which carry {}", about(all.load), side, way,
                       about(all.capacity)),
           lost);
    else
      warn(at, side + way, one,
           fmt::format("{} of traffic for {} {}, which carries {}", about(one.load),
                       demands.size() > 1 ? fmt::format("{} link {}", side, most) : fmt::format("the {} link", side),
                       way, about(one.capacity)),
           lost + beside(demands, "link", least));
  }

  /// What another has, where there are several.
  static std::string beside(const std::vector<Demand>& demands, const char* what, std::size_t least) {
    if (demands.size() == 1) return "";
    return fmt::format(", while {} {} has {}; subscribers use them by their numbers", what, least,
                       about(demands[least].load));
  }

  void ports(const Position& at) {
    const auto [most, least] = extremes(demands_.ports);
    const Demand all = sum_of(demands_.ports);
    const Demand& one = demands_.ports[most];
    if (demands_.ports.size() > 1 && exceeds(all.load, all.capacity))
      note(at, "ports", all,
           fmt::format("{} of traffic for port schedulers of {} in all", about(all.load), about(all.capacity)));
    else
      note(at, "ports", one,
           fmt::format("{} of traffic for the scheduler of access port {}, which passes {}", about(one.load), most,
                       about(one.capacity)),
           beside(demands_.ports, "port", least));
  }

  void level(std::int64_t number, const Position& at) {
    const auto& worst = demands_.levels.at(static_cast<std::size_t>(number) - 1);
    if (!worst) return;
    note(at, "level", worst->demand,
         fmt::format("{} of traffic in level {} of access port {}, which passes {}", about(worst->demand.load), number,
                     worst->link, about(worst->demand.capacity)),
         others(*worst, "ports"));
  }

  void aggregate(const Worst& worst, const Fields& written) {
    const auto name = written.text("name");
    note(written.place("rate"), "aggregate", worst.demand,
         fmt::format("{} of traffic for {}.{} of access port {}, which passes {}", about(worst.demand.load), name,
                     worst.number, worst.link, about(worst.demand.capacity)),
         others(worst, name));
  }
  static std::string others(const Worst& worst, const std::string& what) {
    return worst.over < 2 ? "" : fmt::format("; of {} {} {} are asked for too much", worst.of, what, worst.over);
  }

  void processor() {
    const auto& d = demands_.processor;
    if (d.load <= 0) return;
    const auto mega = [&](double part) { return three_digits(part * demands_.packets / 1e6); };
    const double still = load::standstill(processor_);
    warn(written_.place("processor"), "processor", d,
         fmt::format("{} Mpacket/s for a processor that forwards {} Mpacket/s of them{}", mega(1), mega(d.passing()),
                     still > 0 ? fmt::format(", standing still for {} % of the time", three_digits(100 * still)) : ""),
         ": rings fill");
  }

  ProcessorSpec processor_;
  const Demands& demands_;
  const Fields& written_;
  Findings& out_;
};

/// When traffic begins: all of it that ever runs at once does so at one of these.
std::set<Instant> moments(const GatewaySpec& gateway, const GatewaysSpec& all) {
  std::set<Instant> result;
  for (const auto* group : groups_behind(gateway, all))
    for (const auto& traffic : group->traffic) result.insert(traffic.start);
  return result;
}

}  // namespace

void gateway_load(const Advised& advised, Diagnostics& out) {
  const auto& all = advised.subject.scenario.gateways;
  const auto& root = advised.subject.root;
  for (const auto& [gateway, f] : checks::with_places(all.gateways, root, "gateways")) {
    Findings findings;
    for (const Instant moment : moments(*gateway, all)) {
      const auto kinds = load::subscriber_kinds(*gateway, all, moment);
      const auto demands = load::demands_on(*gateway, all, kinds);
      Capacity{*gateway, demands, f, findings}.check();
      subscriber_load(demands, root, findings);
    }
    findings.move_to(out);
  }
}

}  // namespace qoslab::advice
