#include "model/diffserv/conditioner.h"

#include <algorithm>
#include <utility>

#include "model/diffserv/phb.h"

namespace qoslab {
namespace {

template <typename... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};
template <typename... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

}  // namespace

Conditioner::Line::Line(ConditionerRule rule)
    : match{std::move(rule.match)}, meter{}, layer{rule.layer}, actions{rule.actions} {
  std::visit(Overloaded{[](std::monostate) {},
                        [&](SingleBucketMeter::Profile p) { meter.emplace<SingleBucketMeter>(p, rule.mode); },
                        [&](SrTcm::Profile p) { meter.emplace<SrTcm>(p, rule.mode); },
                        [&](TrTcm::Profile p) { meter.emplace<TrTcm>(p, rule.mode); },
                        [&](EfficientTrTcm::Profile p) { meter.emplace<EfficientTrTcm>(p, rule.mode); }},
             rule.meter);
}

std::optional<Color> Conditioner::Line::measure(const Packet& packet, Instant now) {
  const Color before = std::max(packet.color, color_of(packet.dscp));
  const Bytes size = size_at(layer, packet.ip_size);
  return std::visit(Overloaded{[](std::monostate) -> std::optional<Color> { return std::nullopt; },
                               [&](Meter auto& m) -> std::optional<Color> { return m.color(now, size, before); }},
                    meter);
}

Conditioner::Conditioner(std::vector<ConditionerRule> rules) {
  lines_.reserve(rules.size());
  for (auto& rule : rules) lines_.emplace_back(std::move(rule));
}

std::optional<Packet> Conditioner::pass(Packet packet, Instant now) {
  const auto line = std::ranges::find_if(lines_, [&](const Line& l) { return l.match.matches(packet); });
  if (line == lines_.end()) return packet;
  const auto verdict = line->measure(packet, now);
  const auto& action = line->actions[static_cast<std::size_t>(verdict.value_or(Color::green))];
  if (action.drop) return std::nullopt;
  packet.dscp = action.mark.value_or(packet.dscp);
  packet.color = action.mark ? color_of(*action.mark) : verdict.value_or(packet.color);
  return packet;
}

}  // namespace qoslab
