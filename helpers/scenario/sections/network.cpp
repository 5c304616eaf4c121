// Nodes, links, parameters and runs.
#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"

namespace qoslab::sections {

std::vector<NodeSpec> nodes(const Fields& root, Diagnostics& out) {
  std::vector<NodeSpec> result;
  for (const auto& [entry, f] : root.named("nodes")) {
    NodeSpec node{.name = entry->key,
                  .router = f.text("kind") == "router",
                  .rsvp = f.flag("rsvp"),
                  .latency = f.time("latency").value_or(Duration{}),
                  .fails_at = {}};
    if (const auto t = f.time("fails_at")) node.fails_at = Instant::at(*t);
    result.push_back(std::move(node));
  }
  if (root.has("nodes") && result.empty()) error(out, root.place("nodes"), "no nodes", "name at least two hosts");
  return result;
}

std::vector<LinkSpec> links(const Fields& root, const std::vector<std::string>& known, Diagnostics& out) {
  std::vector<LinkSpec> result;
  for (const auto& [entry, f] : root.named("links")) {
    LinkSpec link{.name = entry->key,
                  .a = {},
                  .b = {},
                  .rate = f.rate("rate").value_or(LayeredRate{}).rate,
                  .delay = f.time("delay").value_or(Duration{})};
    const auto ends = f.scalars("between");
    if (f.has("between") && ends.size() != 2) {
      error(out, f.place("between"), fmt::format("link '{}' joins {} nodes", link.name, ends.size()),
            "write between: [NODE, NODE]");
    } else if (ends.size() == 2) {
      link.a = ends[0]->text;
      link.b = ends[1]->text;
      for (const auto* end : ends) resolve(*end, "node", known, out);
      if (link.a == link.b) {
        error(out, ends[1]->position, fmt::format("link '{}' joins '{}' to itself", link.name, link.a),
              "name two different nodes");
      }
    }
    result.push_back(std::move(link));
  }
  return result;
}

RunSpec runs(const Fields& root) {
  RunSpec result;
  const Value nothing = value_at({}, Value::Kind::map);
  const Fields f = root.map("runs").value_or(Fields{nothing, keys::runs()});
  result.duration = f.time("duration").value_or(result.duration);
  result.warmup = f.time("warmup").value_or(result.warmup);
  result.replications = static_cast<int>(f.count("replications").value_or(1));
  result.seed = static_cast<std::uint64_t>(f.count("seed").value_or(1));
  result.record = f.time("record").value_or(result.record);
  return result;
}

std::vector<Parameter> parameters(const Fields& root, const Settings& settings) {
  std::vector<Parameter> result;
  const Value* section = root.value().find("parameters");
  if (section == nullptr) return result;
  for (const auto& e : section->entries) {
    Parameter p{.name = e.key, .value = {}, .kind = Parameter::Kind::assumed, .source = {}, .set_for = {}};
    if (const auto value = settings.find(e.key); value != settings.end()) p.value = value->second;
    if (e.value.kind == Value::Kind::map) {
      const Fields f{e.value, keys::parameter()};
      const auto kind = f.text("kind");
      p.kind = kind == "documented"   ? Parameter::Kind::documented
               : kind == "calibrated" ? Parameter::Kind::calibrated
                                      : Parameter::Kind::assumed;
      p.source = p.kind == Parameter::Kind::documented ? f.text("source") : f.text("why");
      if (p.source.empty()) p.source = f.text("source") + f.text("why");
      for (const auto* id : f.scalars("for")) p.set_for.push_back(id->text);
    }
    result.push_back(std::move(p));
  }
  return result;
}

}  // namespace qoslab::sections
