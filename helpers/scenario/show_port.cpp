#include <fmt/format.h>

#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/show_parts.h"
#include "model/diffserv/phb.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

std::string shown(const ServiceCurve& c) {
  if (c.d == Duration{} || c.m1 == c.m2) return to_string(c.m2);
  return fmt::format("{} for {}, then {}", to_string(c.m1), to_string(c.d), to_string(c.m2));
}

struct ShowShare {
  std::string operator()(const FifoShare&) const { return ""; }
  std::string operator()(const PriorityShare& s) const { return fmt::format("priority {}", s.level); }
  std::string operator()(const WrrShare& s) const { return fmt::format("weight {}", s.weight); }
  std::string operator()(const DrrShare& s) const { return fmt::format("quantum {}", to_string(s.quantum)); }
  std::string operator()(const Wf2qShare& s) const { return to_string(s.rate); }
  std::string operator()(const Cbq::Class& c) const {
    return fmt::format("{}, priority {}{}, bursts of {} to {} packets of {}", to_string(c.rate), c.priority,
                       c.borrow ? ", borrows" : "", c.minburst,
                       c.maxburst ? std::to_string(*c.maxburst) : "ALTQ's number of", to_string(c.average_packet));
  }
  std::string operator()(const Hfsc::Class& c) const {
    std::vector<std::string> curves;
    if (c.real_time) curves.push_back("real time " + shown(*c.real_time));
    if (c.link_share) curves.push_back("link share " + shown(*c.link_share));
    if (c.upper_limit) curves.push_back("upper limit " + shown(*c.upper_limit));
    return fmt::format("{}", fmt::join(curves, ", "));
  }
  std::string operator()(const TokenTreeClass& c) const {
    return fmt::format("{} to {}, priority {}, burst {}, cburst {}, quantum {}", to_string(c.rate), to_string(c.ceil),
                       c.priority, to_string(c.burst), to_string(c.cburst), to_string(c.quantum));
  }
};

/// To be appended to something.
std::string after_comma(const std::string& text) { return text.empty() ? text : ", " + text; }

std::string tree(const std::vector<ClassSpec>& classes, const std::string& indent) {
  std::string text;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto& c = classes[i];
    const bool last = i + 1 == classes.size();
    text += indent + (last ? "`- " : "|- ") + c.name + after_comma(show(c.share));
    if (c.scheduler) text += fmt::format(", {} below", show(*c.scheduler));
    if (c.children.empty()) text += ", " + show(c.queue);
    text += "\n" + tree(c.children, indent + (last ? "   " : "|  "));
  }
  return text;
}

std::string shown(const ConditionerAction& a) {
  if (a.drop) return "drop";
  return a.mark ? "mark " + to_string(*a.mark) : "pass";
}

struct ShowMeter {
  std::string layer;
  std::string operator()(std::monostate) const { return "no meter"; }
  std::string operator()(const SingleBucketMeter::Profile& m) const {
    return fmt::format("token bucket {} {}, {}", to_string(m.rate), layer, to_string(m.burst));
  }
  std::string operator()(const SrTcm::Profile& m) const {
    return fmt::format("srTCM cir {} {}, cbs {}, ebs {}", to_string(m.cir), layer, to_string(m.cbs), to_string(m.ebs));
  }
  std::string operator()(const TrTcm::Profile& m) const {
    return fmt::format("trTCM cir {} {}, cbs {}, pir {}, pbs {}", to_string(m.cir), layer, to_string(m.cbs),
                       to_string(m.pir), to_string(m.pbs));
  }
  std::string operator()(const EfficientTrTcm::Profile& m) const {
    return fmt::format("RFC 4115 cir {} {}, cbs {}, eir {}, ebs {}", to_string(m.cir), layer, to_string(m.cbs),
                       to_string(m.eir), to_string(m.ebs));
  }
};

std::string range(const PortRange& r) {
  return r.first == r.last ? std::to_string(r.first) : fmt::format("{}-{}", r.first, r.last);
}

}  // namespace

std::string show(const Prefix& p) {
  const bool mapped = p.address.high == 0 && p.address.low >> 32U == 0xffff && p.length >= 96;
  const int whole = mapped ? 32 : 128;
  const int length = mapped ? p.length - 96 : p.length;
  return show(p.address) + (length == whole ? "" : fmt::format("/{}", length));
}

std::string show(const Match& m) {
  std::vector<std::string> conditions;
  std::string marks;
  for (const auto dscp : m.dscps) marks += " " + to_string(dscp);
  if (!marks.empty()) conditions.push_back("dscp" + marks);
  if (m.protocol) conditions.push_back(fmt::format("protocol {}", *m.protocol));
  if (m.source) conditions.push_back("from " + show(*m.source));
  if (m.source_ports) conditions.push_back("from port " + range(*m.source_ports));
  if (m.destination) conditions.push_back("to " + show(*m.destination));
  if (m.destination_ports) conditions.push_back("to port " + range(*m.destination_ports));
  return conditions.empty() ? "all" : fmt::format("{}", fmt::join(conditions, ", "));
}

std::string show(const QueueSpec& q) {
  std::string text = "queue";
  if (q.limit.packets) text += fmt::format(" {} packets", *q.limit.packets);
  if (q.limit.bytes) text += fmt::format(" {}", to_string(*q.limit.bytes));
  text += q.overflow == OverflowDrop::head ? ", drops at the head" : "";
  if (q.red) {
    const bool one = q.red->kind == RedSpec::Kind::red;
    text += one ? ", RED" : q.red->kind == RedSpec::Kind::rio ? ", RIO" : ", WRED";
    for (std::size_t i = 0; i < (one ? 1U : q.red->curves.size()); ++i) {
      const auto& c = q.red->curves.at(i);
      text += fmt::format(" {} to {} packets at {}{}", c.min, c.max, c.max_probability, c.gentle ? " gentle" : "");
    }
  }
  if (q.codel) text += fmt::format(", CoDel {} in {}", to_string(q.codel->target), to_string(q.codel->interval));
  return text;
}

std::string show(SchedulerKind kind) { return keys::scheduler_words().at(static_cast<std::size_t>(kind)); }

std::string show(const ClassShare& share) { return std::visit(ShowShare{}, share); }

std::string show(const ShaperSpec& s) {
  return s.kind == ShaperSpec::Kind::pipe ? fmt::format("pipe of {}, tick {}", to_string(s.rate), to_string(s.tick))
                                          : fmt::format("token bucket of {}, burst {}, tick {}", to_string(s.rate),
                                                        to_string(s.burst), to_string(s.tick));
}

std::string show(const ReservableSpec& r) {
  return fmt::format("reservable {} ({}), below {}, at most {} flows, packets to {}, excess {}; each{}, {}",
                     to_string(r.bandwidth), r.measured ? "measured" : "declared",
                     r.parent.empty() ? "the root" : r.parent, r.most_flows, to_string(r.mtu),
                     r.police ? "best effort" : "in its class", after_comma(show(r.share_template.share)),
                     show(r.share_template.queue));
}

std::string show(const ConditionerRule& r) {
  return fmt::format("{}{}; green {}, yellow {}, red {}", std::visit(ShowMeter{to_string(r.layer)}, r.meter),
                     r.mode == ColorMode::aware ? ", colour-aware" : "", shown(r.actions[0]), shown(r.actions[1]),
                     shown(r.actions[2]));
}

std::string show_port(const PortSpec& port) {
  std::string text = fmt::format("  {}.{}   rates count at {}{}\n", port.node, port.link, to_string(port.layer),
                                 port.pcap ? ", pcap" : "");
  if (port.shaper) text += fmt::format("    shaped by a {}\n", show(*port.shaper));
  text += "    " + show(port.scheduler);
  if (port.scheduler == SchedulerKind::cbq) text += fmt::format(", tick {}", to_string(port.cbq_tick));
  text += "\n" + tree(port.classes, "    ");
  for (const auto& r : port.classify) text += fmt::format("    {} -> {}\n", show(r.match), r.class_name);
  if (port.reservable) text += fmt::format("    {}\n", show(*port.reservable));
  for (const auto& r : port.ingress) text += fmt::format("    arriving {}: {}\n", show(r.match), show(r));
  return text;
}

}  // namespace qoslab
