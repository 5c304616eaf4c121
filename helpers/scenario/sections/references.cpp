// Expectations and references: numbers beside metrics.
#include <fmt/format.h>

#include "helpers/scenario/sections/metric_names.h"
#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"

namespace qoslab::sections {
namespace {

/// A quantity of the metric's dimension; reports others.
std::optional<Quantity> quantity(const Fields& f, std::string_view key, const MetricInfo* metric, Diagnostics& out) {
  const auto q = f.read(key, parse_quantity);
  if (q && metric != nullptr && q->base != metric->unit) {
    error(out, f.place(key),
          fmt::format("{}: {} is measured in {}, not in {}", key, metric->name, metric->unit, q->unit),
          metric->unit == "1" ? "leave out the unit" : fmt::format("give it in {}", metric->unit));
    return std::nullopt;
  }
  return q;
}

double in_unit_of(const Quantity& wanted, const Quantity& given) {
  return wanted.unit == given.unit ? given.number : given.number * given.scale / wanted.scale;
}

bool holds_at(const Fields& f, const std::map<std::string, std::string>& point) {
  const Value* when = f.value().find("when");
  if (when == nullptr) return true;
  for (const auto& e : when->entries) {
    const auto swept = point.find(e.key);
    if (swept != point.end() && swept->second != e.value.text) return false;
  }
  return true;
}

void read_bounds(const Fields& f, const MetricInfo* metric, std::optional<Quantity> unit, std::string& unit_name,
                 std::optional<double>& at_least, std::optional<double>& at_most, Diagnostics& out) {
  const auto least = quantity(f, "at_least", metric, out);
  const auto most = quantity(f, "at_most", metric, out);
  if (!unit) unit = least ? least : most;
  if (!unit) return;
  unit_name = unit->unit;
  if (least) at_least = in_unit_of(*unit, *least);
  if (most) at_most = in_unit_of(*unit, *most);
  if (at_least && at_most && *at_least > *at_most) {
    error(out, f.place("at_most"), "'at_most' lies below 'at_least'", "exchange them");
  }
}

void read_tolerance(const Fields& f, const MetricInfo* metric, const std::optional<Quantity>& documented, Reference& r,
                    Diagnostics& out) {
  const auto within = f.read("within", parse_tolerance);
  if (!within || !documented) return;
  const auto& q = within->quantity;
  if (within->of_it) {
    r.tolerance = documented->number * q.number / 100;
  } else if (metric != nullptr && q.base != metric->unit) {
    error(out, f.place("within"),
          fmt::format("within: {} is measured in {}, not in {}", metric->name, metric->unit, q.unit),
          q.base == "%" ? fmt::format("write '{} % of it' for a relative tolerance", q.number)
                        : fmt::format("give it in {}", metric->unit));
  } else {
    r.tolerance = in_unit_of(*documented, q);
  }
}

/// The calibrated parameter that names this reference.
std::string parameter_for(const std::string& id, const std::vector<Parameter>& parameters) {
  for (const auto& p : parameters)
    for (const auto& set_for : p.set_for)
      if (set_for == id) return p.name;
  return "";
}

}  // namespace

std::vector<Reference> references(const Fields& root, const Scenario& scenario, Diagnostics& out) {
  std::vector<Reference> result;
  for (const auto& f : root.maps("reference")) {
    const auto metric = metric_named(f, scenario, out);
    const auto documented = quantity(f, "documented", metric.info, out);
    Reference r;
    r.id = f.text("id");
    r.metric = metric.name;
    if (documented) {
      r.documented = documented->number;
      r.unit = documented->unit;
    }
    read_bounds(f, metric.info, documented, r.unit, r.at_least, r.at_most, out);
    read_tolerance(f, metric.info, documented, r, out);
    r.kind = f.text("kind") == "calibrated" ? Reference::Kind::calibrated : Reference::Kind::predicted;
    r.parameter = f.has("parameter") ? f.text("parameter") : parameter_for(r.id, scenario.parameters);
    r.printed = f.text("printed");
    if (holds_at(f, scenario.point)) result.push_back(std::move(r));
  }
  return result;
}

std::vector<Expectation> expectations(const Fields& root, const Scenario& scenario, Diagnostics& out) {
  std::vector<Expectation> result;
  for (const auto& f : root.maps("expect")) {
    const auto metric = metric_named(f, scenario, out);
    Expectation e;
    e.metric = metric.name;
    read_bounds(f, metric.info, std::nullopt, e.unit, e.at_least, e.at_most, out);
    if (!f.has("at_least") && !f.has("at_most")) {
      error(out, f.value().position, "an expectation without a bound", "write at_most: 1 %, or at_least");
    }
    if (holds_at(f, scenario.point)) result.push_back(std::move(e));
  }
  return result;
}

}  // namespace qoslab::sections
