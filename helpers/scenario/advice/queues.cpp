// Queues that are too long for their rate, and shapers that lose credit.
#include <fmt/format.h>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/advice/service.h"
#include "helpers/scenario/checks/places.h"
#include "model/qos/scheduler/tree_advice.h"

namespace qoslab::advice {
namespace {

using checks::class_entry;
using checks::entry_of;
using checks::place_in;

void leaves(const std::vector<ClassSpec>& classes, std::vector<const ClassSpec*>& result) {
  for (const auto& c : classes) {
    if (c.children.empty()) result.push_back(&c);
    leaves(c.children, result);
  }
}

void standing(const PortSpec& port, const checks::PortPassages& passing, const Value& written, Diagnostics& out) {
  const auto rates = assured_rates(port);
  const auto largest = checks::largest_by_class(port, passing);
  std::vector<const ClassSpec*> queues;
  leaves(port.classes, queues);
  for (const auto* c : queues) {
    const auto rate = rates.find(c->name);
    const auto passage = largest.find(c->name);
    if (rate == rates.end() || c->queue.codel) continue;  // CoDel keeps the delay short whatever the limit
    const Entry* entry = class_entry(written, c->name);
    const Entry* queue = (entry != nullptr ? entry->value : written).find_entry("queue");
    if (entry == nullptr && queue == nullptr) continue;  // what every port is that says nothing of queues
    const Bytes packet = passage != largest.end() ? passage->second.largest : usual_largest;
    const auto finding = queue_advice(0, {c->queue.limit, packet, size_at(port.layer, packet), rate->second});
    if (!finding) continue;
    const Position at = queue != nullptr ? place_in(queue, "limit") : entry->position;
    warning(out, at, fmt::format("class '{}': {}", c->name, finding->text), finding->remedy);
  }
}

}  // namespace

void standing_queues(const Advised& advised, Diagnostics& out) {
  const auto& s = advised.subject.scenario;
  for (std::size_t i = 0; i < s.ports.size(); ++i) {
    standing(s.ports[i], advised.passages[i], entry_of(advised.subject.root, s.ports[i])->value, out);
  }
}

void shapers(const Advised& advised, Diagnostics& out) {
  const auto& s = advised.subject.scenario;
  for (std::size_t i = 0; i < s.ports.size(); ++i) {
    const auto& port = s.ports[i];
    if (!port.shaper || port.shaper->kind != ShaperSpec::Kind::token_bucket || port.shaper->tick <= Duration{})
      continue;
    const Bytes earned = Credit::earned(port.shaper->rate, port.shaper->tick).bytes();
    const Bytes most = port.shaper->burst + largest_at(port, advised.passages[i]);
    if (earned <= most) continue;
    warning(out, place_in(entry_of(advised.subject.root, port)->value.find_entry("shape"), "tick"),
            fmt::format("a tick earns {}, but no more than {} can leave at once: the port is slower than its rate",
                        to_string(earned), to_string(most)),
            fmt::format("a burst of {}, or a shorter tick", to_string(earned)));
  }
}

}  // namespace qoslab::advice
