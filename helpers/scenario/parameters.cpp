#include "helpers/scenario/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "helpers/scenario/did_you_mean.h"

namespace qoslab {
namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

bool is_name(std::string_view s) {
  return !s.empty() && begins_name(s.front()) && std::all_of(s.begin(), s.end(), continues_name);
}

/// A piece of a text: literal, or the name of a parameter.
struct Piece {
  std::string text;
  bool is_parameter = false;
};

/// "$a" is one parameter; "x ${a} y" three pieces; any other $ is a plain character.
std::vector<Piece> pieces_of(const std::string& text) {
  if (text.size() > 1 && text.front() == '$' && is_name(text.substr(1))) return {{text.substr(1), true}};
  std::vector<Piece> pieces;
  std::size_t from = 0;
  while (from < text.size()) {
    const auto open = text.find("${", from);
    const auto close = open == std::string::npos ? open : text.find('}', open);
    if (close == std::string::npos) break;
    if (open > from) pieces.push_back({text.substr(from, open - from)});
    pieces.push_back({text.substr(open + 2, close - open - 2), true});
    from = close + 1;
  }
  if (from < text.size()) pieces.push_back({text.substr(from)});
  return pieces;
}

std::vector<std::string> names_of(const Settings& settings) {
  std::vector<std::string> names;
  for (const auto& [name, value] : settings) names.push_back(name);
  return names;
}

void substitute(Value& value, const Settings& settings, Diagnostics& out) {
  for (auto& item : value.items) substitute(item, settings, out);
  for (auto& e : value.entries) substitute(e.value, settings, out);
  if (value.kind != Value::Kind::scalar || value.text.find('$') == std::string::npos) return;
  std::string text;
  for (const auto& piece : pieces_of(value.text)) {
    if (!piece.is_parameter) {
      text += piece.text;
      continue;
    }
    const auto setting = settings.find(piece.text);
    if (setting == settings.end()) {
      error(out, value.position, fmt::format("no parameter '{}'", piece.text),
            did_you_mean(piece.text, names_of(settings), "give it a value under 'parameters'"));
      value.refused = true;
      continue;
    }
    text += setting->second;
    value.parameter = piece.text;
  }
  value.text = std::move(text);
}

/// The parameters with the values that the file gives them.
Settings written_settings(const Draft& draft, Diagnostics& out) {
  Settings settings;
  const Value* parameters = draft.root.find("parameters");
  if (parameters == nullptr) return settings;
  for (const auto& e : parameters->entries) {
    const Value* value = e.value.kind == Value::Kind::map ? e.value.find("value") : &e.value;
    if (!is_name(e.key)) {
      error(out, e.position, fmt::format("'{}' cannot name a parameter", e.key), "use letters, digits and _");
    } else if (value != nullptr && value->text.find('$') != std::string::npos) {
      error(out, value->position, "a parameter made of parameters", "write its value out");
    }
    settings[e.key] = value != nullptr ? value->text : "";
  }
  return settings;
}

void apply(const Settings& set, Settings& settings, Diagnostics& out) {
  for (const auto& [name, value] : set) {
    if (settings.count(name) == 0) {
      error(out, {fmt::format("--set {}={}", name, value), 0, 0},
            fmt::format("the scenario has no parameter '{}'", name), did_you_mean(name, names_of(settings)));
    }
    settings[name] = value;
  }
}

std::vector<SweepAxis> written_axes(const Draft& draft, const Settings& settings, const Settings& set,
                                    Diagnostics& out) {
  std::vector<SweepAxis> axes;
  const Value* sweep = draft.root.find("sweep");
  if (sweep == nullptr) return axes;
  for (const auto& e : sweep->entries) {
    if (settings.count(e.key) == 0) {
      error(out, e.position, fmt::format("swept '{}' is no parameter", e.key),
            did_you_mean(e.key, names_of(settings), "give it a value under 'parameters'"));
      continue;
    }
    SweepAxis axis{e.key, {}};
    std::set<std::string> seen;
    for (const auto& item : e.value.items) {
      if (item.kind != Value::Kind::scalar) continue;
      if (!seen.insert(item.text).second) {
        error(out, item.position, fmt::format("'{}' for the second time", item.text), "list each value once");
      }
      axis.values.push_back(item.text);
    }
    if (const auto fixed = set.find(e.key); fixed != set.end()) axis.values = {fixed->second};
    if (!axis.values.empty()) axes.push_back(std::move(axis));
  }
  return axes;
}

/// Of the command line.
Position place_of(const SweepAxis& axis) {
  return {fmt::format("--sweep {}={}", axis.name, fmt::join(axis.values, ",")), 0, 0};
}

void lay_over(const std::vector<SweepAxis>& sweep, const Settings& settings, const Settings& set,
              std::vector<SweepAxis>& axes, Diagnostics& out) {
  for (const auto& axis : sweep) {
    const auto complain = [&](const std::string& what, const std::string& fix) {
      error(out, place_of(axis), what, fix);
    };
    if (settings.count(axis.name) == 0)
      complain(fmt::format("the scenario has no parameter '{}'", axis.name),
               did_you_mean(axis.name, names_of(settings)));
    if (set.count(axis.name) > 0) complain(fmt::format("'{}' is set, too", axis.name), "either set or sweep it");
    const std::set<std::string> different{axis.values.begin(), axis.values.end()};
    if (axis.values.empty() || different.size() < axis.values.size() || different.count("") > 0) {
      complain("its values are empty or not different", "list each value once: NAME=VALUE,VALUE");
      continue;
    }
    const auto same =
        std::find_if(axes.begin(), axes.end(), [&](const SweepAxis& written) { return written.name == axis.name; });
    if (same != axes.end())
      same->values = axis.values;
    else
      axes.push_back(axis);
  }
}

void refer(const Value& value, std::set<std::string>& names) {
  for (const auto& item : value.items) refer(item, names);
  for (const auto& e : value.entries) refer(e.value, names);
  if (value.kind != Value::Kind::scalar) return;
  for (const auto& piece : pieces_of(value.text))
    if (piece.is_parameter) names.insert(piece.text);
}

bool is_definition(const Entry& e) { return e.key == "parameters" || e.key == "sweep"; }

}  // namespace

std::vector<Point> points_of(const Draft& draft, const ParameterChanges& changes, Diagnostics& out) {
  Settings settings = written_settings(draft, out);
  apply(changes.set, settings, out);
  auto axes = written_axes(draft, settings, changes.set, out);
  lay_over(changes.sweep, settings, changes.set, axes, out);
  std::vector<Point> points{{{}, settings}};
  for (const auto& axis : axes) {
    if (points.size() * axis.values.size() > most_points) {
      const Value* sweep = draft.root.find("sweep");
      error(out, sweep != nullptr ? sweep->position : place_of(axis),
            fmt::format("a sweep of more than {} points", most_points), "sweep fewer values");
      return {points.front()};
    }
    std::vector<Point> finer;
    for (const auto& point : points) {
      for (const auto& value : axis.values) {
        finer.push_back(point);
        finer.back().swept[axis.name] = finer.back().all[axis.name] = value;
      }
    }
    points = std::move(finer);
  }
  return points;
}

Value substituted(const Value& root, const Settings& settings, Diagnostics& out) {
  Value result = root;
  for (auto& e : result.entries)
    if (!is_definition(e)) substitute(e.value, settings, out);
  return result;
}

void warn_of_unused(const Draft& draft, Diagnostics& out) {
  std::set<std::string> used;
  for (const auto& e : draft.root.entries)
    if (!is_definition(e)) refer(e.value, used);
  const Value* parameters = draft.root.find("parameters");
  if (parameters == nullptr) return;
  for (const auto& e : parameters->entries) {
    if (used.count(e.key) > 0 || e.position.file != draft.root.position.file) continue;
    warning(out, e.position, fmt::format("parameter '{}' is used nowhere", e.key),
            fmt::format("write ${} where it belongs, or remove it", e.key));
  }
}

}  // namespace qoslab
