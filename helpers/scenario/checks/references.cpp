// Published numbers, and the parameters that were set for them.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/did_you_mean.h"
#include "helpers/scenario/keys/tables.h"

namespace qoslab::checks {
namespace {

std::vector<std::string> swept_names(const Fields& root) {
  std::vector<std::string> names;
  if (const Value* sweep = root.value().find("sweep"))
    for (const auto& e : sweep->entries) names.push_back(e.key);
  return names;
}

void check_when(const Fields& f, const Fields& root, Diagnostics& out) {
  const Value* when = f.value().find("when");
  if (when == nullptr) return;
  for (const auto& e : when->entries) {
    const Value* sweep = root.value().find("sweep");
    const Value* values = sweep != nullptr ? sweep->find(e.key) : nullptr;
    if (values == nullptr) {
      error(out, e.position, fmt::format("'{}' is not swept", e.key),
            did_you_mean(e.key, swept_names(root), "'when' names parameters under 'sweep'"));
      continue;
    }
    std::vector<std::string> known;
    for (const auto& item : values->items) known.push_back(item.text);
    if (std::find(known.begin(), known.end(), e.value.text) == known.end()) {
      error(out, e.value.position, fmt::format("'{}' never has the value '{}'", e.key, e.value.text),
            did_you_mean(e.value.text, known));
    }
  }
}

void check_reference(const Fields& f, Diagnostics& out) {
  const bool bounded = f.has("at_least") || f.has("at_most");
  const auto id = f.text("id");
  if (!bounded && !f.has("within")) {
    error(out, f.value().position, fmt::format("nothing says when reference '{}' is met", id),
          "write within: 3 % of it, or at_least or at_most");
  } else if (bounded && f.has("within")) {
    error(out, f.place("within"), "a tolerance and bounds", "keep one of them");
  }
}

const Parameter* find_parameter(const Scenario& s, std::string_view name) {
  const auto p = std::find_if(s.parameters.begin(), s.parameters.end(), [&](const auto& x) { return x.name == name; });
  return p == s.parameters.end() ? nullptr : &*p;
}

/// A calibrated reference says for which parameter's sake it proves nothing.
void check_calibration(const Fields& f, const Scenario& s, Diagnostics& out) {
  const auto id = f.text("id");
  const bool calibrated = f.text("kind") == "calibrated";
  const auto named_by = [&](const Parameter& p) {
    return p.kind == Parameter::Kind::calibrated &&
           std::find(p.set_for.begin(), p.set_for.end(), id) != p.set_for.end();
  };
  const auto setter = std::find_if(s.parameters.begin(), s.parameters.end(), named_by);
  if (f.has("parameter")) {
    const auto* p = find_parameter(s, f.text("parameter"));
    if (p == nullptr) {
      std::vector<std::string> known;
      for (const auto& x : s.parameters) known.push_back(x.name);
      error(out, f.place("parameter"), fmt::format("no parameter '{}'", f.text("parameter")),
            did_you_mean(f.text("parameter"), known));
    } else if (p->kind != Parameter::Kind::calibrated) {
      error(out, f.place("parameter"), fmt::format("parameter '{}' is not calibrated", p->name),
            "write kind: calibrated for it");
    }
  } else if (calibrated && setter == s.parameters.end()) {
    error(out, f.place("kind"), fmt::format("no calibrated parameter was set for reference '{}'", id),
          fmt::format("name it: for: [{}]", id));
  }
  if (!calibrated && setter != s.parameters.end()) {
    error(out, f.place("kind"), fmt::format("parameter '{}' was set for reference '{}'", setter->name, id),
          "write kind: calibrated");
  }
}

}  // namespace

void references(const Subject& subject, Diagnostics& out) {
  std::map<std::string, int> first_lines;
  for (const auto& f : subject.root.maps("reference")) {
    check_when(f, subject.root, out);
    check_reference(f, out);
    check_calibration(f, subject.scenario, out);
    const auto at = f.place("id");
    const auto [first, is_new] = first_lines.try_emplace(f.text("id"), at.line);
    if (!is_new && f.has("id")) {
      error(out, at, fmt::format("reference '{}' for the second time", f.text("id")),
            fmt::format("line {} has it already: give it an id of its own", first->second));
    }
  }
  for (const auto& f : subject.root.maps("expect")) check_when(f, subject.root, out);
}

void parameters(const Subject& subject, Diagnostics& out) {
  std::vector<std::string> ids;
  for (const auto& f : subject.root.maps("reference")) ids.push_back(f.text("id"));
  for (const auto& p : subject.scenario.parameters) {
    const Entry* entry = entry_of(subject.root, "parameters", p.name);
    if (entry == nullptr || entry->value.kind != Value::Kind::map) continue;
    const Fields f{entry->value, keys::parameter()};
    if (p.kind == Parameter::Kind::documented && p.source.empty()) {
      error(out, entry->position, fmt::format("parameter '{}' is documented, but not where", p.name),
            "write source: \"table 3\"");
    }
    if (p.kind == Parameter::Kind::calibrated && p.set_for.empty()) {
      error(out, entry->position, fmt::format("parameter '{}' is calibrated, but not for what", p.name),
            "write for: [ID] with the ids of the references that it makes fit");
    }
    if (p.kind != Parameter::Kind::calibrated && f.has("for")) {
      error(out, f.place("for"), fmt::format("parameter '{}' is not calibrated", p.name),
            "write kind: calibrated, or remove 'for'");
    }
    const bool is_shared =
        entry->position.file != subject.root.value().position.file;  // set for a sibling's reference?
    for (const auto* id : f.scalars("for")) {
      if (is_shared || std::find(ids.begin(), ids.end(), id->text) != ids.end()) continue;
      error(out, id->position, fmt::format("no reference '{}'", id->text),
            did_you_mean(id->text, ids, "list it under 'reference'"));
    }
  }
}

}  // namespace qoslab::checks
