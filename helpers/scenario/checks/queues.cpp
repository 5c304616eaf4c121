// Queues and their drop policies.
#include <fmt/format.h>

#include <array>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"

namespace qoslab::checks {
namespace {

void curve(const RedCurve& c, const Entry* at, Diagnostics& out) {
  if (c.min >= c.max) {
    error(out, place_in(at, "max"), "'max' does not exceed 'min'", fmt::format("above {}", c.min));
  }
}

void red(const RedSpec& spec, const Entry* entry, Diagnostics& out) {
  if (spec.kind == RedSpec::Kind::red) {
    const Entry* at = entry->value.find_entry("curve");
    curve(spec.curves[0], at != nullptr ? at : entry, out);
    return;
  }
  constexpr std::array colors = {"green", "yellow", "red"};
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const Entry* at = entry->value.find_entry(colors.at(i));
    if (at != nullptr) curve(spec.curves.at(i), at, out);
  }
}

void queue(const QueueSpec& spec, const Value& owner, Diagnostics& out) {
  const Entry* entry = owner.find_entry("queue");
  if (entry == nullptr) return;
  if (const Value* limit = entry->value.find("limit"); limit != nullptr && limit->kind == Value::Kind::list) {
    const auto number = static_cast<std::size_t>(spec.limit.packets.has_value()) + (spec.limit.bytes ? 1 : 0);
    if (limit->items.size() > number) {
      error(out, limit->items.back().position, "two limits of one kind", "one in packets, one in bytes");
    }
  }
  if (spec.red) red(*spec.red, entry->value.find_entry("red"), out);
  if (spec.codel && spec.codel->target >= spec.codel->interval) {
    error(out, place_in(entry->value.find_entry("codel"), "target"), "the target is no shorter than the interval",
          "5 % to 10 % of it (RFC 8289 section 4.3)");
  }
}

void all(const std::vector<ClassSpec>& classes, const Value& port, Diagnostics& out) {
  for (const auto& c : classes) {
    if (const Entry* entry = class_entry(port, c.name)) queue(c.queue, entry->value, out);
    all(c.children, port, out);
  }
}

}  // namespace

void queues(const Subject& subject, Diagnostics& out) {
  for (const auto& port : subject.scenario.ports) {
    const Value& written = entry_of(subject.root, port)->value;
    all(port.classes, written, out);
    if (written.find("classes") == nullptr && !port.classes.empty()) queue(port.classes.front().queue, written, out);
    if (const Value* r = written.find("reservable"); r != nullptr && port.reservable) {
      if (const Value* c = r->find("class")) queue(port.reservable->share_template.queue, *c, out);
    }
  }
}

}  // namespace qoslab::checks
