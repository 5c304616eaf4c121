#include <fmt/format.h>

#include "helpers/scenario/sections/gateway_sections.h"
#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"

namespace qoslab::sections {
namespace {

StallSpec stalls(const Fields& f) {
  return {.every = f.time("every").value_or(Duration{}),
          .longest = f.time("longest").value_or(Duration{}),
          .fixed = f.flag("fixed"),
          .together = f.flag("together")};
}

ProcessorSpec processor(const Fields& f) {
  ProcessorSpec spec;
  spec.cores = static_cast<int>(f.count("cores").value_or(spec.cores));
  spec.hertz = f.read("frequency", parse_frequency).value_or(spec.hertz);
  spec.cycles_per_packet = f.count("cycles_per_packet").value_or(0);
  spec.cycles_per_vector = f.count("cycles_per_vector").value_or(0);
  spec.cycles_per_entry = f.count("cycles_per_entry").value_or(0);
  spec.vector = static_cast<int>(f.count("vector").value_or(spec.vector));
  spec.ring = static_cast<int>(f.count("ring").value_or(spec.ring));
  if (const auto s = f.map("stalls")) spec.stalls = stalls(*s);
  return spec;
}

AggregateLevelSpec aggregate(const Fields& f, const GatewayRates& rates) {
  AggregateLevelSpec spec;
  spec.name = f.text("name");
  spec.subscribers = f.count("subscribers").value_or(spec.subscribers);
  spec.rates = rates.rates(f, "rate");
  for (const auto* written : f.scalars("weight"))
    if (const auto weight = parse_count(written->text)) spec.weights.push_back(*weight);
  spec.burst = f.size("burst").value_or(spec.burst);
  spec.children = share_by(f);
  return spec;
}

PortSchedulerSpec scheduler(const Fields& f, const GatewayRates& rates, Diagnostics& out) {
  PortSchedulerSpec spec;
  spec.rate = rates.rate(f, "rate");
  spec.burst = f.size("burst").value_or(spec.burst);
  spec.children = share_by(f);
  for (const auto& [entry, level] : f.named("levels")) {
    const auto number = parse_count(entry->key);
    if (!number || *number < 1 || *number > static_cast<std::int64_t>(spec.levels.size())) {
      error(out, entry->position, fmt::format("no level {}", in_quotes(entry->key)), "levels are 1 to 8");
      continue;
    }
    LevelRate cap{.rate = rates.rate(level, "rate").value_or(Rate{})};
    cap.burst = level.size("burst").value_or(cap.burst);
    spec.levels.at(static_cast<std::size_t>(*number) - 1) = cap;
  }
  spec.mixed = f.text("order") == "mixed";
  for (const auto& level : f.maps("aggregates")) spec.aggregates.push_back(aggregate(level, rates));
  return spec;
}

GatewaySideSpec side(const Fields& f, const GatewayRates& rates, Diagnostics& out) {
  GatewaySideSpec spec;
  spec.links = static_cast<int>(f.count("links").value_or(spec.links));
  spec.rate = f.rate("rate").value_or(LayeredRate{}).rate;
  spec.delay = f.time("delay").value_or(spec.delay);
  spec.buffer = f.size("buffer").value_or(spec.buffer);
  if (const auto s = f.map("scheduler")) spec.scheduler = scheduler(*s, rates, out);
  return spec;
}

}  // namespace

std::optional<Rate> GatewayRates::checked(const Value& written, std::string_view key) const {
  const auto layered = parse_layered_rate(written.text);
  if (!layered) return std::nullopt;
  if ((*layered).layer != layer_) {
    error(out_, written.position,
          fmt::format("'{}' counts at layer {}, but gateway '{}' counts at {}", key, to_string((*layered).layer),
                      gateway_, to_string(layer_)),
          fmt::format("give it at {}", to_string(layer_)));
  }
  return (*layered).rate;
}

std::optional<Rate> GatewayRates::rate(const Fields& f, std::string_view key) const {
  const Value* written = f.value().find(key);
  if (written == nullptr || written->kind != Value::Kind::scalar || written->refused) return std::nullopt;
  return checked(*written, key);
}

std::vector<Rate> GatewayRates::rates(const Fields& f, std::string_view key) const {
  std::vector<Rate> result;
  for (const auto* written : f.scalars(key))
    if (const auto rate = checked(*written, key)) result.push_back(*rate);
  return result;
}

std::vector<GatewaySpec> gateway_specs(const Fields& root, Diagnostics& out) {
  std::vector<GatewaySpec> result;
  for (const auto& [entry, f] : root.named("gateways")) {
    GatewaySpec spec;
    spec.name = entry->key;
    spec.layer = f.read("layer", parse_layer).value_or(spec.layer);
    spec.latency = f.time("latency").value_or(spec.latency);
    if (const auto p = f.map("processor")) spec.processor = processor(*p);
    if (const auto l = f.map("limits")) {
      spec.limits = {.queues = l->count("queues"), .policers = l->count("policers"), .sessions = l->count("sessions")};
    }
    const GatewayRates rates{spec.layer, spec.name, out};
    if (const auto s = f.map("access")) spec.access = side(*s, rates, out);
    if (const auto s = f.map("network")) spec.network = side(*s, rates, out);
    result.push_back(std::move(spec));
  }
  if (root.has("gateways") && result.empty()) error(out, root.place("gateways"), "no gateways", "name one, or remove");
  return result;
}

GatewaysSpec gateways(const Fields& root, const std::vector<NodeSpec>& nodes, Captures& captures, Diagnostics& out) {
  GatewaysSpec spec;
  spec.gateways = gateway_specs(root, out);
  if (spec.gateways.empty()) {
    for (const auto* section : {"access_lists", "profiles", "subscribers", "hosts"}) {
      const Entry* entry = root.value().find_entry(section);
      if (entry != nullptr && !root.has("gateways"))
        error(out, entry->position, fmt::format("'{}' without a gateway", section), "describe one under 'gateways'");
    }
    return spec;
  }
  spec.access_lists = access_lists(root);
  spec.groups = groups(root, spec.gateways, out);
  spec.profiles = profiles(root, spec, out);
  const auto written = root.named("subscribers");
  for (std::size_t i = 0; i < spec.groups.size(); ++i)
    spec.groups[i].traffic = group_traffic(written[i].second, spec.groups[i], spec.profiles, captures, out);
  spec.hosts = gateway_hosts(root, spec, names_of(nodes), out);
  return spec;
}

}  // namespace qoslab::sections
