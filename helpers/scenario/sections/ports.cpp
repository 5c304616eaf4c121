#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/sections/classes.h"
#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"
#include "model/scenario/plain_fifo.h"

namespace qoslab::sections {
namespace {

void leaves_of(const std::vector<ClassSpec>& classes, std::vector<std::string>& leaves) {
  for (const auto& c : classes) {
    if (c.children.empty()) leaves.push_back(c.name);
    leaves_of(c.children, leaves);
  }
}

void read_classify(const Fields& f, PortSpec& port, const Network& net, Diagnostics& out) {
  std::vector<std::string> leaves;
  leaves_of(port.classes, leaves);
  for (const auto& rule : f.maps("classify")) {
    const Value* name = rule.value().find("class");
    if (name != nullptr && name->kind == Value::Kind::scalar) resolve(*name, "leaf class", leaves, out);
    port.classify.push_back({match(rule, {port.node, port.link}, net, out), rule.text("class")});
  }
}

/// A FIFO may leave out its class and its rule.
void complete_fifo(const Fields& f, PortSpec& port) {
  if (port.classes.empty()) {
    port.classes = plain_fifo(port.node, port.link, port.link_rate).classes;
    if (const auto q = f.map("queue")) port.classes.front().queue = ClassReader::queue(*q);
  }
  if (port.classify.empty()) port.classify.push_back({Match{}, port.classes.front().name});
}

PortSpec one_port(const Fields& f, PortSpec port, const Network& net, Diagnostics& out) {
  port.scheduler = keys::scheduler_kind(f.text("scheduler"));
  ClassReader reader{out};
  if (const auto s = f.map("shape")) port.shaper = reader.shaper(*s);
  port.classes = reader.classes(f, port.scheduler);
  if (const auto r = f.map("reservable")) port.reservable = reader.reservable(*r, port.scheduler);
  port.layer = reader.layer().value_or(Layer::line);
  read_classify(f, port, net, out);
  if (port.scheduler == SchedulerKind::fifo) complete_fifo(f, port);
  port.ingress = ingress(f, {port.node, port.link, true}, net, out);
  port.cbq_tick = f.time("tick").value_or(port.cbq_tick);
  port.pcap = f.flag("pcap");
  return port;
}

/// Splits NODE.LINK; nothing, and a report, if there is no such port.
std::optional<PortSpec> located(const Entry& entry, const Network& net, Diagnostics& out) {
  const auto dot = entry.key.find('.');
  const auto node = entry.key.substr(0, dot);
  const auto link_name = dot == std::string::npos ? "" : entry.key.substr(dot + 1);
  const auto* link = find_named(net.links, link_name);
  if (link == nullptr || (link->a != node && link->b != node)) {
    std::vector<std::string> known;
    for (const auto& l : net.links) {
      known.push_back(l.a + "." + l.name);
      known.push_back(l.b + "." + l.name);
    }
    error(out, entry.position, fmt::format("no port {}", in_quotes(entry.key)),
          did_you_mean(entry.key, known, "write NODE.LINK"));
    return std::nullopt;
  }
  PortSpec port;
  port.node = node;
  port.link = link_name;
  port.link_rate = link->rate;
  return port;
}

}  // namespace

std::vector<PortSpec> ports(const Fields& root, const Network& net, Diagnostics& out) {
  std::vector<PortSpec> result;
  for (const auto& [entry, f] : root.named("ports"))
    if (auto port = located(*entry, net, out)) result.push_back(one_port(f, std::move(*port), net, out));
  return result;
}

}  // namespace qoslab::sections
