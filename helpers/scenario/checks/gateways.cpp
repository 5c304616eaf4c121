// A gateway: its platform, its port scheduler, how much it is asked to hold.
#include <fmt/format.h>

#include <map>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/sections/names.h"

namespace qoslab::checks {
namespace {

constexpr std::int64_t most_subscribers = 4'000'000;
constexpr std::int64_t most_streams = 250;
constexpr std::size_t most_aggregate_levels = 12;

class GatewayCheck {
 public:
  GatewayCheck(const GatewaysSpec& all, const GatewaySpec& gateway, const Fields& written, Diagnostics& out)
      : all_{all}, gateway_{gateway}, written_{written}, groups_{groups_behind(gateway, all)}, out_{out} {}

  void all() {
    const bool all_known = std::all_of(all_.groups.begin(), all_.groups.end(), [&](const auto& group) {
      return sections::find_named(all_.gateways, group.gateway) != nullptr;
    });
    if (groups_.empty() && all_known) {
      complain(written_.value().position, fmt::format("gateway '{}' has no subscribers", gateway_.name),
               "write a group under 'subscribers'");
    }
    stalls();
    held();
    streams();
    aggregates();
  }

 private:
  void complain(const Position& at, std::string what, std::string fix) {
    error(out_, at, std::move(what), std::move(fix));
  }

  void stalls() {
    const auto processor = written_.map("processor");
    if (!processor || !gateway_.processor || !gateway_.processor->stalls) return;
    const auto& s = *gateway_.processor->stalls;
    if (s.every > Duration{} && s.longest >= s.every) {
      complain(processor->map("stalls")->place("longest"), "stalls are as long as the time between them",
               fmt::format("below {}", to_string(s.every)));
    }
  }

  /// Against the platform's limits.
  void held() {
    std::int64_t subscribers = 0;
    std::int64_t queues = 0;
    std::int64_t policers = 0;
    std::int64_t sessions = 0;
    for (const auto* group : groups_) {
      const auto* profile = sections::find_named(all_.profiles, group->profile);
      subscribers += group->count;
      sessions += group->count * families_of(*group);
      if (profile == nullptr) continue;
      queues += group->count * static_cast<std::int64_t>(profile->classes.size());
      for (const auto& c : profile->classes) policers += c.policer ? group->count : 0;
    }
    if (subscribers > most_subscribers) {
      complain(written_.value().position, fmt::format("{} subscribers behind gateway '{}'", subscribers, gateway_.name),
               fmt::format("at most {}", most_subscribers));
    }
    within(queues, "queues", gateway_.limits.queues);
    within(policers, "policers", gateway_.limits.policers);
    within(sessions, "sessions", gateway_.limits.sessions);
  }

  void within(std::int64_t needed, const char* what, const std::optional<std::int64_t>& limit) {
    if (!limit || needed <= *limit) return;
    complain(written_.map("limits")->place(what),
             fmt::format("the subscribers of gateway '{}' need {} {}, {} more than its platform holds", gateway_.name,
                         needed, what, needed - *limit),
             fmt::format("at most {}: fewer subscribers, or fewer {} each", *limit, what));
  }

  void streams() {
    std::int64_t streams = 0;
    for (const auto* group : groups_) {
      const auto* profile = sections::find_named(all_.profiles, group->profile);
      if (profile != nullptr) streams += 2 * families_of(*group) * static_cast<std::int64_t>(profile->classes.size());
      const bool hosts = std::any_of(all_.hosts.begin(), all_.hosts.end(),
                                     [&](const GatewayHostSpec& h) { return h.group == group->name; });
      streams += hosts ? 2 : 0;
    }
    if (streams <= most_streams) return;
    complain(
        written_.value().position,
        fmt::format("{} streams (group x direction x class x address family) at gateway '{}'", streams, gateway_.name),
        fmt::format("at most {}: join groups", most_streams));
  }

  void aggregates() {
    const auto access = written_.map("access");
    const auto scheduler = access ? access->map("scheduler") : std::nullopt;
    if (!scheduler) return;
    const auto& levels = gateway_.access.scheduler.aggregates;
    const auto written = scheduler->maps("aggregates");
    if (levels.size() > most_aggregate_levels) {
      complain(scheduler->place("aggregates"), fmt::format("{} levels of aggregates", levels.size()),
               fmt::format("at most {}", most_aggregate_levels));
    }
    std::map<std::string, int> lines;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const auto at = written[i].place("name");
      const auto [first, is_new] = lines.try_emplace(levels[i].name, at.line);
      if (!is_new && !levels[i].name.empty())
        complain(at, fmt::format("a second level of aggregates '{}'", levels[i].name), "give it another name");
      if (i > 0) nested(levels[i - 1], levels[i], written[i]);
    }
  }

  void nested(const AggregateLevelSpec& above, const AggregateLevelSpec& below, const Fields& written) {
    if (above.subscribers % below.subscribers == 0) return;
    if (above.subscribers < below.subscribers) {
      complain(written.place("subscribers"),
               fmt::format("each '{}' has more subscribers than the '{}' that it lies in: {} of {}", below.name,
                           above.name, below.subscribers, above.subscribers),
               "the level next to the port comes first: exchange them");
      return;
    }
    complain(written.place("subscribers"),
             fmt::format("{} subscribers in each '{}' do not divide the {} in each '{}' above", below.subscribers,
                         below.name, above.subscribers, above.name),
             "an aggregate must lie in one of the level above: write a divisor");
  }

  const GatewaysSpec& all_;
  const GatewaySpec& gateway_;
  const Fields& written_;
  std::vector<const SubscriberGroupSpec*> groups_;
  Diagnostics& out_;
};

/// Metrics begin with the name of a flow, a gateway or a group; links end at a node or a gateway.
void unique_names(const Subject& subject, Diagnostics& out) {
  std::map<std::string, std::string> taken;
  for (const auto& flow : subject.scenario.flows) taken[flow.name] = "flow";
  for (const auto& node : subject.scenario.nodes) taken[node.name] = "node";
  const auto claim = [&](std::string_view section, const std::string& name, const std::string& what) {
    const auto [first, is_new] = taken.try_emplace(name, what);
    if (is_new) return;
    error(out, entry_of(subject.root, section, name)->position,
          fmt::format("there is a {} '{}' already", first->second, name), "give one of them another name");
  };
  for (const auto& gateway : subject.scenario.gateways.gateways) claim("gateways", gateway.name, "gateway");
  for (const auto& group : subject.scenario.gateways.groups) claim("subscribers", group.name, "group");
}

}  // namespace

void gateways(const Subject& subject, Diagnostics& out) {
  unique_names(subject, out);
  const auto& all = subject.scenario.gateways;
  for (const auto& [gateway, f] : with_places(all.gateways, subject.root, "gateways"))
    GatewayCheck{all, *gateway, f, out}.all();
}

}  // namespace qoslab::checks
