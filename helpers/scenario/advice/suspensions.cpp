#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/advice/service.h"
#include "helpers/scenario/checks/places.h"
#include "model/device/tree.h"
#include "model/qos/scheduler/idle_estimator.h"

namespace qoslab::advice {
namespace {

/// What a meter lets through of the colours that are not dropped: for long, and at once.
struct Profile {
  Rate rate;
  Bytes burst;
};

std::optional<Profile> let_through(const ConditionerRule& rule) {
  const auto dropped = [&](std::size_t color) { return rule.actions.at(color).drop; };
  if (const auto* m = std::get_if<SingleBucketMeter::Profile>(&rule.meter); m != nullptr && dropped(2))
    return Profile{m->rate, m->burst};
  if (const auto* m = std::get_if<SrTcm::Profile>(&rule.meter); m != nullptr && dropped(2)) {
    return Profile{m->cir, dropped(1) ? m->cbs : m->cbs + m->ebs};
  }
  if (const auto* m = std::get_if<TrTcm::Profile>(&rule.meter); m != nullptr && dropped(2)) {
    return dropped(1) ? Profile{m->cir, m->cbs} : Profile{m->pir, m->pbs};
  }
  if (const auto* m = std::get_if<EfficientTrTcm::Profile>(&rule.meter); m != nullptr && dropped(2)) {
    return dropped(1) ? Profile{m->cir, m->cbs} : Profile{m->cir + m->eir, m->cbs + m->ebs};
  }
  return std::nullopt;
}

/// How many packets of `size` a rested class may send back to back before it is over its limit.
int packets_in_a_row(const Cbq::Class& c, Rate link, Bytes size) {
  constexpr int enough = 100'000;
  IdleEstimator estimator{{c.rate, link, c.average_packet, Bytes{1500}, c.maxburst, c.minburst}};
  Instant now;
  for (int sent = 0; sent < enough; ++sent) {
    if (estimator.over_limit(now)) return sent;
    now += time_to_send(size, link);
    estimator.sent(size, now, now);
  }
  return enough;
}

class CbqAdvice {
 public:
  CbqAdvice(const Advised& advised, const PortSpec& port, const checks::PortPassages& passing, Diagnostics& out)
      : advised_{advised},
        port_{port},
        passing_{passing},
        entry_{checks::entry_of(advised.subject.root, port)},
        out_{out} {}

  void all(const std::vector<ClassSpec>& classes) {
    for (const auto& c : classes) {
      all(c.children);
      const auto* share = std::get_if<Cbq::Class>(&c.share);
      if (share == nullptr || share->borrow || !c.children.empty()) continue;
      std::optional<Excess> worst_burst;
      std::optional<Excess> worst_rate;
      for (const auto& p : passing_.leaving) {
        if (!checks::joins(p, port_, c.name)) continue;
        for (const auto& by : p.measured) {
          keep_worse(worst_burst, burst(*share, p, by));
          keep_worse(worst_rate, rate(*share, p, by));
        }
      }
      const Entry* entry = checks::class_entry(entry_->value, c.name);
      if (worst_burst) {
        warning(out_, checks::place_in(entry, "maxburst"), fmt::format("class '{}' {}", c.name, worst_burst->text),
                "a larger maxburst, or a smaller burst at the conditioner");
      }
      if (worst_rate) {
        warning(out_, checks::place_in(entry, "rate"), fmt::format("class '{}' {}", c.name, worst_rate->text),
                "a larger rate, or a smaller one at the conditioner");
      }
    }
  }

 private:
  /// What a conditioner lets through of what the class can take, and what that means.
  struct Excess {
    double ratio;
    std::string text;
  };
  static void keep_worse(std::optional<Excess>& worst, std::optional<Excess> other) {
    if (other && other->ratio > 1 && (!worst || other->ratio > worst->ratio)) worst = std::move(other);
  }

  [[nodiscard]] const ConditionerRule& rule_of(const checks::Conditioned& by) const {
    return advised_.subject.scenario.ports[by.port].ingress[by.rule];
  }

  [[nodiscard]] std::optional<Excess> burst(const Cbq::Class& c, const checks::Passage& p,
                                            const checks::Conditioned& by) const {
    const auto& rule = rule_of(by);
    const auto profile = let_through(rule);
    if (!profile || p.largest <= Bytes{}) return std::nullopt;
    const Bytes size = size_at(port_.layer, p.largest);
    const int packets = packets_in_a_row(c, port_rate(port_), size);
    const auto admitted = profile->burst.count() / size_at(rule.layer, p.largest).count();
    return Excess{
        static_cast<double>(admitted) / std::max(packets, 1),
        fmt::format("may send {} packets of {} in a row, the conditioner (line {}) lets {} through: the class will be "
                    "suspended, which shows as jitter",
                    packets, to_string(size), line_of(by), admitted)};
  }

  [[nodiscard]] std::optional<Excess> rate(const Cbq::Class& c, const checks::Passage& p,
                                           const checks::Conditioned& by) const {
    const auto& rule = rule_of(by);
    const auto profile = let_through(rule);
    if (!profile || p.largest <= Bytes{} || c.rate <= Rate{}) return std::nullopt;
    const auto ip = static_cast<double>(profile->rate.bps()) * static_cast<double>(p.largest.count()) /
                    static_cast<double>(size_at(rule.layer, p.largest).count());
    const Rate here = at_layer(ip, port_.layer, p.largest);
    return Excess{
        static_cast<double>(here.bps()) / static_cast<double>(c.rate.bps()),
        fmt::format("has {}, the conditioner (line {}) lets {} through at this layer: the class will be suspended",
                    to_string(c.rate), line_of(by), to_string(here))};
  }

  [[nodiscard]] int line_of(const checks::Conditioned& by) const {
    const auto& edge = advised_.subject.scenario.ports[by.port];
    const Value* rules = checks::entry_of(advised_.subject.root, edge)->value.find("ingress");
    return rules != nullptr && by.rule < rules->items.size() ? rules->items[by.rule].position.line : 0;
  }

  const Advised& advised_;
  const PortSpec& port_;
  const checks::PortPassages& passing_;
  const Entry* entry_;
  Diagnostics& out_;
};

}  // namespace

void suspensions(const Advised& advised, Diagnostics& out) {
  const auto& ports = advised.subject.scenario.ports;
  for (std::size_t i = 0; i < ports.size(); ++i)
    CbqAdvice{advised, ports[i], advised.passages[i], out}.all(ports[i].classes);
}

}  // namespace qoslab::advice
