// Metrics of a gateway's traffic and places.
#include <fmt/format.h>

#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/sections/metric_names.h"
#include "helpers/scenario/sections/names.h"

namespace qoslab::sections {
namespace {

constexpr const char* directions = "write upstream or downstream";

bool begins_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// Reads a metric's name from left to right; what it has passed is the subject so far.
class Walk {
 public:
  Walk(const Value& at, const Scenario& scenario, Diagnostics& out) : at_{at}, scenario_{scenario}, out_{out} {}

  /// The name up to the first of these characters, which is passed too.
  std::string_view word(std::string_view ends) {
    const auto end = std::min(rest().find_first_of(ends), rest().size());
    const auto text = rest().substr(0, end);
    passed_ += end;
    return text;
  }
  bool pass(char c) {
    if (rest().empty() || rest().front() != c) return false;
    ++passed_;
    return true;
  }
  /// "upstream" or "downstream", if a direction comes next, with the point before it.
  bool pass_direction() {
    for (const std::string_view direction : {".upstream", ".downstream"}) {
      const auto after = rest().substr(0, direction.size() + 1);
      const bool ends = after.size() == direction.size() || after.back() == '.' || after.back() == '/';
      if (!begins_with(after, direction) || !ends) continue;
      passed_ += direction.size();
      return true;
    }
    return false;
  }
  [[nodiscard]] std::string_view rest() const { return std::string_view{at_.text}.substr(passed_); }
  [[nodiscard]] std::string subject() const { return at_.text.substr(0, passed_); }
  [[nodiscard]] const Scenario& scenario() const { return scenario_; }
  bool complain(std::string what, std::string fix) {
    error(out_, at_.position, std::move(what), std::move(fix));
    return false;
  }
  /// A number below `most`, of something that has so many.
  bool number(std::string_view ends, std::int64_t most, const std::string& what) {
    const auto written = word(ends);
    const auto n = parse_count(written);
    if (n && *n < most) return true;
    if (most == 0) return complain(fmt::format("there is no {}", what), "see `qoslab show`");
    return complain(fmt::format("no {} {}", what, in_quotes(written)), fmt::format("0 to {}", most - 1));
  }

  NamedMetric metric(MetricSubject kind) {
    NamedMetric result{{subject(), ""}, nullptr};
    if (!pass('.')) {
      complain(fmt::format("{} is no metric", in_quotes(at_.text)),
               "write ." + known(kind).front() + ", say, after it");
      return result;
    }
    result.name.metric = rest();
    result.info = find_metric(kind, rest());
    if (result.info == nullptr) {
      complain(fmt::format("{} has no metric {}", result.name.subject, in_quotes(rest())),
               did_you_mean(rest(), known(kind), "see the list of metrics"));
    }
    return result;
  }
  NamedMetric nothing() { return {{at_.text, ""}, nullptr}; }

 private:
  static std::vector<std::string> known(MetricSubject kind) {
    std::vector<std::string> names;
    for (const auto& m : metric_table)
      if (m.subject == kind) names.emplace_back(m.name);
    return names;
  }

  const Value& at_;
  const Scenario& scenario_;
  Diagnostics& out_;
  std::size_t passed_ = 0;
};

/// Behind "bng.access.0/".
bool pass_part_of_port(Walk& walk, const GatewaySpec& gateway, std::int64_t subscribers) {
  const auto name = walk.word(".");
  const auto& levels = gateway.access.scheduler.aggregates;
  if (const auto* level = find_named(levels, name)) {
    walk.pass('.');
    return walk.number(".", (subscribers + level->subscribers - 1) / level->subscribers, level->name);
  }
  const auto number = begins_with(name, "level") ? parse_count(name.substr(5)) : parse_count("");
  if (number && *number >= 1 && *number <= 8) return true;
  auto known = names_of(levels);
  known.emplace_back("level8");
  return walk.complain(fmt::format("an access port has no {}", in_quotes(name)),
                       did_you_mean(name, known, "name one of level1 to level8, or an aggregate"));
}

bool pass_place(Walk& walk, const GatewaySpec& gateway) {
  walk.pass('.');
  const auto kind = walk.word(".");
  walk.pass('.');
  if (kind == "core") return walk.number(".", gateway.processor ? gateway.processor->cores : 0, "core");
  if (kind == "network") return walk.number(".", gateway.network.links, "network link");
  if (!walk.number("./", gateway.access.links, "access link")) return false;
  const auto subject = walk.subject();
  const auto link = parse_count(std::string_view{subject}.substr(subject.rfind('.') + 1));
  const auto subscribers = subscribers_on(static_cast<int>(*link), gateway, walk.scenario().gateways);
  return !walk.pass('/') || pass_part_of_port(walk, gateway, subscribers);
}

/// Only what keeps packets of all kinds together knows how many there were at once.
NamedMetric metric_of_place(Walk& walk, std::string_view kind) {
  const bool counts_waiting = kind != ".network." && walk.subject().find('/') == std::string::npos;
  auto result = walk.metric(MetricSubject::place);
  if (result.info != nullptr && result.name.metric == "most_waiting" && !counts_waiting)
    walk.complain(fmt::format("{} has no most_waiting", result.name.subject),
                  "only cores and access ports count what waits at once");
  return result;
}

NamedMetric of_gateway(Walk& walk, const GatewaySpec& gateway) {
  for (const std::string_view place : {".access.", ".network.", ".core."}) {
    if (!begins_with(walk.rest(), place)) continue;
    return pass_place(walk, gateway) ? metric_of_place(walk, place) : walk.nothing();
  }
  walk.pass_direction();
  return walk.metric(MetricSubject::traffic);
}

/// Behind "[".
bool pass_sample(Walk& walk, const SubscriberGroupSpec& group) {
  const auto written = walk.word("].");
  const auto number = parse_count(written);
  if (!walk.pass(']')) return walk.complain("no ] behind the subscriber's number", "write " + group.name + "[0]");
  const auto& samples = group.samples;
  if (number && std::find(samples.begin(), samples.end(), *number) != samples.end()) return true;
  return walk.complain(fmt::format("subscriber {} of '{}' is no sample", in_quotes(written), group.name),
                       fmt::format("write sample: [{}] in its group", written));
}

/// Behind "/".
bool pass_class(Walk& walk, const SubscriberGroupSpec& group) {
  const auto name = walk.word(".");
  const auto* profile = find_named(walk.scenario().gateways.profiles, group.profile);
  if (profile == nullptr || find_named(profile->classes, name) != nullptr) return true;
  return walk.complain(fmt::format("profile '{}' has no class {}", profile->name, in_quotes(name)),
                       did_you_mean(name, names_of(profile->classes)));
}

/// Why there is no such number; empty if there is.
std::string unfit(std::string_view metric, bool of_some, std::string_view subject) {
  const bool of_many = begins_with(metric, "subscriber.") || metric == "fairness";
  if (of_many && of_some) return "it compares subscribers, over all their classes";
  const bool egress_queues = begins_with(metric, "waited.");
  if (egress_queues && subject.find(".upstream") != std::string_view::npos) return "egress queues are downstream";
  return "";
}

NamedMetric of_group(Walk& walk, const SubscriberGroupSpec& group) {
  bool of_some = false;
  if (walk.pass('[')) {
    if (!pass_sample(walk, group)) return walk.nothing();
    of_some = true;
  }
  if (!walk.pass_direction() && begins_with(walk.rest(), "/")) {
    walk.complain(fmt::format("{} does not say in which direction", in_quotes(walk.subject())), directions);
    return walk.nothing();
  }
  if (walk.pass('/')) {
    if (!pass_class(walk, group)) return walk.nothing();
    of_some = true;
  }
  auto result = walk.metric(MetricSubject::traffic);
  const auto reason = result.info == nullptr ? "" : unfit(result.name.metric, of_some, result.name.subject);
  if (!reason.empty()) walk.complain(fmt::format("{} has no {}", result.name.subject, result.name.metric), reason);
  return result;
}

}  // namespace

std::optional<NamedMetric> gateway_metric_named(const Value& at, const Scenario& scenario, Diagnostics& out) {
  Walk walk{at, scenario, out};
  const auto first = walk.word(".[/");
  if (const auto* gateway = find_named(scenario.gateways.gateways, first)) return of_gateway(walk, *gateway);
  if (const auto* group = find_named(scenario.gateways.groups, first)) return of_group(walk, *group);
  return std::nullopt;
}

}  // namespace qoslab::sections
