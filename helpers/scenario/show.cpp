#include "helpers/scenario/show.h"

#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/show_parts.h"
#include "model/network/addresses.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

std::string parameters(const Scenario& s) {
  std::string text;
  for (const auto& p : s.parameters) {
    const auto* const kind = p.kind == Parameter::Kind::documented   ? "documented"
                             : p.kind == Parameter::Kind::calibrated ? "calibrated"
                                                                     : "assumed";
    text += fmt::format("  {} = {}   {}", p.name, p.value, kind);
    if (!p.set_for.empty()) text += fmt::format(" for {}", fmt::join(p.set_for, ", "));
    if (!p.source.empty()) text += ": " + p.source;
    text += "\n";
  }
  return text;
}

std::string nodes(const Scenario& s) {
  std::string text;
  for (const auto& n : s.nodes) {
    text += fmt::format("  {}   {}", n.name, n.router ? "router" : "host");
    if (const auto address = node_address(n.name, s.links)) text += " " + show(*address);
    if (n.latency > Duration{}) text += fmt::format(", latency {}", to_string(n.latency));
    if (n.rsvp) text += ", RSVP";
    if (n.fails_at) text += fmt::format(", fails at {}", to_string(n.fails_at->since_start()));
    text += "\n";
  }
  return text;
}

std::string links(const Scenario& s) {
  std::string text;
  for (std::size_t k = 0; k < s.links.size(); ++k) {
    const auto& l = s.links[k];
    text +=
        fmt::format("  {}   {} ({}) - {} ({}), {} line, {} one way\n", l.name, l.a, show(interface_address(k, false)),
                    l.b, show(interface_address(k, true)), to_string(l.rate), to_string(l.delay));
  }
  return text;
}

std::string bounds(const std::optional<double>& at_least, const std::optional<double>& at_most,
                   const std::string& unit) {
  const auto shown_unit = unit == "1" ? "" : " " + unit;
  std::string text;
  if (at_least) text += fmt::format(", at least {}{}", *at_least, shown_unit);
  if (at_most) text += fmt::format(", at most {}{}", *at_most, shown_unit);
  return text;
}

std::string expectations(const Scenario& s) {
  std::string text;
  for (const auto& e : s.expectations) {
    text += fmt::format("  {}.{}{}\n", e.metric.subject, e.metric.metric, bounds(e.at_least, e.at_most, e.unit));
  }
  return text;
}

std::string references(const Scenario& s) {
  std::string text;
  for (const auto& r : s.references) {
    const auto unit = r.unit == "1" ? "" : " " + r.unit;
    text += fmt::format("  {}   {}.{} = {}{}", r.id, r.metric.subject, r.metric.metric, r.documented, unit);
    if (r.tolerance) text += fmt::format(", within {}{}", *r.tolerance, unit);
    text += bounds(r.at_least, r.at_most, r.unit);
    text += r.kind == Reference::Kind::predicted ? ", predicted" : fmt::format(", calibrated by {}", r.parameter);
    if (!r.printed.empty()) text += ", printed in " + r.printed;
    text += "\n";
  }
  return text;
}

std::string runs(const RunSpec& r) {
  return fmt::format("  {} x {} after {} of warm-up, seed {}, records of {}\n", r.replications, to_string(r.duration),
                     to_string(r.warmup), r.seed, to_string(r.record));
}

std::string section(const char* title, const std::string& lines) {
  return lines.empty() ? "" : fmt::format("\n{}\n{}", title, lines);
}

}  // namespace

std::string show(const Scenario& s) {
  const Topology topology{s};
  std::string text = s.name;
  for (const auto& [name, value] : s.point) text += fmt::format(" {}={}", name, value);
  text += "\n";
  if (!s.question.empty()) text += s.question + "\n";
  std::string ports;
  for (const auto& port : s.ports) ports += show_port(port);
  std::string flows;
  for (std::size_t i = 0; i < s.flows.size(); ++i) flows += show_flow(s, i, topology);
  return text + section("parameters", parameters(s)) + section("nodes", nodes(s)) + section("links", links(s)) +
         section("ports", ports) + section("flows", flows) + section("gateways", show_gateways(s.gateways.gateways)) +
         section("access lists", show_access_lists(s.gateways.access_lists)) +
         section("profiles", show_profiles(s.gateways.profiles)) +
         section("subscribers", show_groups(s.gateways.groups)) + section("hosts", show_hosts(s.gateways.hosts)) +
         section("runs", runs(s.runs)) + section("expect", expectations(s)) + section("reference", references(s));
}

}  // namespace qoslab
