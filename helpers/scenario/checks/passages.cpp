#include "helpers/scenario/checks/passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "helpers/scenario/checks/packets.h"
#include "model/diffserv/phb.h"
#include "model/network/addresses.h"

namespace qoslab::checks {
namespace {

template <typename Rule>
std::optional<std::size_t> first_match(const std::vector<Rule>& rules, const FiveTuple& tuple, Dscp mark) {
  Packet packet;
  packet.tuple = tuple;
  packet.dscp = mark;
  const auto rule = std::find_if(rules.begin(), rules.end(), [&](const Rule& r) { return r.match.matches(packet); });
  if (rule == rules.end()) return std::nullopt;
  return static_cast<std::size_t>(rule - rules.begin());
}

/// The rules that take packets of this tuple with these marks, each once.
template <typename Rule>
std::vector<std::size_t> rules_for(const std::vector<Rule>& rules, const Passage& passage) {
  std::set<std::size_t> taken;
  for (const auto mark : passage.marks)
    if (const auto rule = first_match(rules, passage.tuple, mark)) taken.insert(*rule);
  return {taken.begin(), taken.end()};
}

/// Which colours a meter may give.
std::vector<std::size_t> colors(const MeterProfile& meter) {
  if (std::holds_alternative<std::monostate>(meter)) return {0};
  if (std::holds_alternative<SingleBucketMeter::Profile>(meter)) return {0, 2};
  return {0, 1, 2};
}

FiveTuple reversed(const FiveTuple& t) {
  return {.source = t.destination,
          .destination = t.source,
          .source_port = t.destination_port,
          .destination_port = t.source_port,
          .protocol = t.protocol};
}

class Walk {
 public:
  Walk(const Scenario& scenario, const Topology& topology)
      : s_{scenario}, topology_{topology}, result_(scenario.ports.size()) {
    for (std::size_t i = 0; i < s_.ports.size(); ++i) ports_[{s_.ports[i].node, s_.ports[i].link}] = i;
  }

  std::vector<PortPassages> all() {
    for (std::size_t i = 0; i < s_.flows.size(); ++i) {
      const auto& flow = s_.flows[i];
      const auto tuple = flow_tuple(i, flow, s_.links);
      Passage data{Passage::Kind::data, &flow, tuple, largest_packet(flow), {flow.dscp}, {}, {}};
      walk(data, flow.from, flow.to);
      if (over_tcp(flow.traffic)) {
        walk({Passage::Kind::answers, &flow, reversed(tuple), largest_answer(flow), {flow.dscp}, {}, {}}, flow.to,
             flow.from);
      }
      if (flow.reservation) signal(flow, tuple);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> port_at(const std::string& node, const LinkSpec& link) const {
    const auto port = ports_.find({node, link.name});
    if (port == ports_.end()) return std::nullopt;
    return port->second;
  }

  void leave(Passage passage, const std::string& node, const LinkSpec& link) {
    const auto port = port_at(node, link);
    if (!port) return;
    passage.rules = rules_for(s_.ports[*port].classify, passage);
    result_[*port].leaving.push_back(std::move(passage));
  }
  std::optional<std::size_t> arrive(Passage passage, const std::string& node, const LinkSpec& link) {
    const auto port = port_at(node, link);
    if (!port) return std::nullopt;
    passage.rules = rules_for(s_.ports[*port].ingress, passage);
    result_[*port].arriving.push_back(std::move(passage));
    return port;
  }

  void walk(Passage passage, const std::string& from, const std::string& to) {
    std::string here = from;
    for (const auto number : topology_.path(from, to)) {
      const auto& link = s_.links[number];
      leave(passage, here, link);
      here = link.a == here ? link.b : link.a;
      if (const auto port = arrive(passage, here, link)) {
        passage = conditioned(std::move(passage), *port);
        if (passage.marks.empty()) return;
      }
    }
  }

  [[nodiscard]] Passage conditioned(Passage passage, std::size_t port) const {
    const auto& rules = s_.ports[port].ingress;
    std::set<Dscp> after;
    for (const auto mark : passage.marks) {
      const auto rule = rule_for(rules, passage.tuple, mark);
      if (!rule) {
        after.insert(mark);
        continue;
      }
      if (!std::holds_alternative<std::monostate>(rules[*rule].meter)) passage.measured.push_back({port, *rule});
      for (const auto color : colors(rules[*rule].meter)) {
        const auto& action = rules[*rule].actions.at(color);
        if (!action.drop) after.insert(action.mark.value_or(mark));
      }
    }
    passage.marks = std::move(after);
    return passage;
  }

  /// PATH travels from end to end, RESV from hop to hop (RFC 2205 section 3.1). Both marked CS6.
  void signal(const FlowSpecification& flow, FiveTuple tuple) {
    constexpr Bytes about{200};
    tuple.protocol = ip_protocol::rsvp;
    tuple.source_port = tuple.destination_port = 0;
    const Passage path{Passage::Kind::signalling, &flow, tuple, about, {phb::cs(6)}, {}, {}};
    walk(path, flow.from, flow.to);
    std::string here = flow.to;
    for (const auto number : topology_.path(flow.to, flow.from)) {
      const auto& link = s_.links[number];
      const bool from_b = link.b == here;
      Passage resv = path;
      resv.tuple.source = interface_address(number, from_b);
      resv.tuple.destination = interface_address(number, !from_b);
      leave(resv, here, link);
      here = from_b ? link.a : link.b;
      arrive(resv, here, link);
    }
  }

  const Scenario& s_;
  const Topology& topology_;
  std::map<std::pair<std::string, std::string>, std::size_t> ports_;
  std::vector<PortPassages> result_;
};

}  // namespace

std::vector<PortPassages> passages(const Scenario& scenario, const Topology& topology) {
  return Walk{scenario, topology}.all();
}

std::optional<std::size_t> rule_for(const std::vector<RouteToClass>& rules, const FiveTuple& tuple, Dscp mark) {
  return first_match(rules, tuple, mark);
}
std::optional<std::size_t> rule_for(const std::vector<ConditionerRule>& rules, const FiveTuple& tuple, Dscp mark) {
  return first_match(rules, tuple, mark);
}

bool joins(const Passage& leaving, const PortSpec& port, std::string_view class_name) {
  return std::any_of(leaving.rules.begin(), leaving.rules.end(),
                     [&](std::size_t rule) { return port.classify[rule].class_name == class_name; });
}

std::map<std::string, Passage> largest_by_class(const PortSpec& port, const PortPassages& passing) {
  std::map<std::string, Passage> largest;
  for (const auto& passage : passing.leaving) {
    for (const auto rule : passage.rules) {
      const auto [known, is_new] = largest.try_emplace(port.classify[rule].class_name, passage);
      if (!is_new && known->second.largest < passage.largest) known->second = passage;
    }
  }
  return largest;
}

std::string describe(const Passage& passage) {
  switch (passage.kind) {
    case Passage::Kind::data:
      return fmt::format("flow '{}'", passage.flow->name);
    case Passage::Kind::answers:
      return fmt::format("answers of flow '{}'", passage.flow->name);
    case Passage::Kind::signalling:
      return fmt::format("RSVP messages of flow '{}'", passage.flow->name);
  }
  return {};
}

}  // namespace qoslab::checks
