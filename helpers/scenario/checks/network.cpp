#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"

namespace qoslab::checks {

bool within_limits(const Scenario& s, const Fields& root, Diagnostics& out) {
  const auto before = out.size();
  const auto check = [&](std::size_t number, std::size_t most, const char* section) {
    if (number <= most) return;
    error(out, root.place(section), fmt::format("{} {}", number, section), fmt::format("at most {}", most));
  };
  check(s.nodes.size(), most_nodes, "nodes");
  check(s.links.size(), most_links, "links");
  check(s.flows.size(), most_flows, "flows");
  return out.size() == before;
}

/// Without a gateway a scenario is about hosts that send to each other.
void parts(const Subject& subject, Diagnostics& out) {
  if (subject.root.has("gateways")) return;
  for (const auto* section : {"nodes", "links", "flows"}) {
    if (subject.root.has(section)) continue;
    error(out, subject.root.value().position, fmt::format("the scenario has no '{}'", section),
          fmt::format("write {}: {{...}}", section));
  }
}

void network(const Subject& subject, Diagnostics& out) {
  const auto& [s, root, topology] = subject;
  std::map<std::pair<std::string, std::string>, std::string> joined;
  std::set<std::string> linked;
  for (const auto& link : s.links) {
    linked.insert({link.a, link.b});
    const auto [first, is_new] = joined.try_emplace(std::minmax(link.a, link.b), link.name);
    if (is_new || link.a.empty() || link.a == link.b) continue;
    warning(out, place_in(entry_of(root, "links", link.name), "between"),
            fmt::format("links '{}' and '{}' join the same nodes", first->second, link.name),
            "all traffic takes the one with the smaller delay, or else the first");
  }
  const Duration end = s.runs.warmup + s.runs.duration;
  for (const auto& node : s.nodes) {
    const Entry* entry = entry_of(root, "nodes", node.name);
    if (linked.count(node.name) == 0) {
      error(out, place_in(entry, ""), fmt::format("node '{}' has no link", node.name), "join it, or remove it");
    }
    if (node.fails_at && node.fails_at->since_start() >= end) {
      warning(out, place_in(entry, "fails_at"), fmt::format("node '{}' fails after the run's end", node.name),
              fmt::format("the run ends at {}", to_string(end)));
    }
  }
}

void runs(const Subject& subject, Diagnostics& out) {
  const auto& [s, root, topology] = subject;
  const auto f = root.map("runs");
  if (!f) return;
  const bool both = f->time("record") && s.runs.duration > Duration{};
  if (both && f->has("record") && s.runs.record > s.runs.duration) {
    error(out, f->place("record"), "a record is longer than the measured time",
          fmt::format("at most {}", to_string(s.runs.duration)));
  }
}

}  // namespace qoslab::checks
