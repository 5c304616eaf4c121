#include <fmt/format.h>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/checks/places.h"

namespace qoslab::advice {

void stories(const Advised& advised, Diagnostics& out) {
  const auto& subject = advised.subject;
  for (const auto& p : subject.scenario.parameters) {
    if (p.kind != Parameter::Kind::assumed || !p.source.empty() || subject.scenario.point.count(p.name) > 0) continue;
    warning(out, checks::entry_of(subject.root, "parameters", p.name)->position,
            fmt::format("parameter '{}' is assumed without a reason", p.name),
            fmt::format("write {}: {{value: {}, why: ...}}, or its source", p.name, p.value));
  }
}

}  // namespace qoslab::advice
