#include "helpers/scenario/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/draft.h"
#include "helpers/scenario/form.h"
#include "helpers/scenario/keys/tables.h"
#include "helpers/scenario/parameters.h"
#include "helpers/scenario/sections/sections.h"
#include "helpers/scenario/text.h"

namespace qoslab {
namespace {

/// Numbers go with the units behind them.
std::string without_numbers(std::string_view text) {
  static const std::set<std::string_view> units{"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "s", "ms",
                                                "us",    "ns",     "B",      "kB",     "MB"};
  const auto first = [&](auto matches) {
    return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), matches) - text.begin());
  };
  const auto digit = [](char c) { return '0' <= c && c <= '9'; };
  std::string words;
  while (!text.empty()) {
    const auto number = first(digit);
    words += text.substr(0, number);
    text.remove_prefix(number);
    text.remove_prefix(first([&](char c) { return !digit(c) && c != '.'; }));
    if (!text.starts_with(' ')) continue;
    const auto unit = text.substr(1, text.find_first_of(" ,;:.)%", 1) - 1);
    if (units.contains(unit)) text.remove_prefix(1 + unit.size());
  }
  return words;
}

/// Nodes and gateways.
std::vector<std::string> link_ends(const Scenario& s) {
  std::vector<std::string> names;
  for (const auto& node : s.nodes) names.push_back(node.name);
  for (const auto& gateway : s.gateways.gateways) names.push_back(gateway.name);
  return names;
}

/// Sections that others refer to come first.
void read_sections(const Fields& root, Scenario& s, Topology& topology, sections::Captures& captures,
                   Diagnostics& out) {
  s.nodes = sections::nodes(root, out);
  s.gateways = sections::gateways(root, s.nodes, captures, out);
  s.links = sections::links(root, link_ends(s), out);
  s.flows = sections::flows(root, s.nodes, out);
  s.runs = sections::runs(root);
  if (!checks::within_limits(s, root, out)) return;
  topology = Topology{s};
  s.ports = sections::ports(root, {s.nodes, s.links, s.flows, topology}, out);
  s.references = sections::references(root, s, out);
  s.expectations = sections::expectations(root, s, out);
}

/// Numbers are checked even where others are missing; who passes where can be said only when all else is sound.
void check(const checks::Subject& subject, Diagnostics& out) {
  for (const auto concern :
       {checks::parts, checks::network, checks::flows, checks::reservations, checks::runs, checks::ports,
        checks::queues, checks::trees, checks::conditioners, checks::parameters, checks::references, checks::gateways,
        checks::gateway_shares, checks::gateway_hosts, checks::profiles, checks::subscribers, checks::group_traffic})
    concern(subject, out);
  for (const auto concern :
       {checks::ways, checks::gateway_crossings, checks::classification, checks::packet_sizes, checks::gateway_sizes})
    if (!has_errors(out)) concern(subject, out);
}

/// What will happen that its author may not expect.
void advise(const checks::Subject& subject, Diagnostics& out) {
  const auto passages = checks::passages(subject.scenario, subject.topology);
  for (const auto concern : {advice::token_trees, advice::standing_queues, advice::suspensions, advice::shapers,
                             advice::reservations, advice::stories, advice::gateway_load, advice::subscriber_traffic,
                             advice::gateway_parts, advice::access_lists, advice::oversubscription})
    concern({subject, passages}, out);
}

void override_runs(const ReadOptions& options, RunSpec& runs) {
  if (options.seed) runs.seed = *options.seed;
  if (options.replications) runs.replications = *options.replications;
  if (options.duration) runs.duration = *options.duration;
  if (options.warmup) runs.warmup = *options.warmup;
}

/// One sweep point: the draft with its values in place becomes a scenario.
Scenario read_point(const Draft& draft, const Point& point, const ReadOptions& options, sections::Captures& captures,
                    Diagnostics& out) {
  const Value written = substituted(draft.root, point.all, out);
  check_form(written, keys::scenario(), out);
  const Fields root{written, keys::scenario()};
  Scenario s;
  s.name = draft.name;
  s.question = root.text("question");
  for (const auto* step : root.scalars("lesson")) s.lesson.push_back(step->text);
  s.point = point.swept;
  s.parameters = sections::parameters(root, point.all);
  Topology topology{{}, {}};
  read_sections(root, s, topology, captures, out);
  override_runs(options, s.runs);
  const checks::Subject subject{s, root, topology};
  check(subject, out);
  if (!has_errors(out)) advise(subject, out);
  return s;
}

/// What every point says is said once; what only some say, with the first of them. Of notes that differ in their
/// numbers only, the first stands for all.
class PointDiagnostics {
 public:
  void add(const Point& point, const Diagnostics& diagnostics) {
    points_.push_back(&point);
    for (const auto& d : std::set<Diagnostic>{diagnostics.begin(), diagnostics.end()})
      seen_[d].push_back(points_.size() - 1);
  }
  [[nodiscard]] Diagnostics all() const {
    Diagnostics result;
    std::map<Diagnostic, Alike> notes;
    for (const auto& [d, where] : seen_) {
      if (where.size() == points_.size()) {
        result.push_back(d);
      } else if (d.of_all_points) {
        continue;
      } else if (d.severity == Diagnostic::Severity::note) {
        notes[without_numbers(d)].add(d, where);
      } else {
        result.push_back(d);
        result.back().what += fmt::format(" (at {})", values_of(where.front()));
      }
    }
    for (const auto& [kind, alike] : notes) {
      result.push_back(*alike.first);
      const auto more = alike.where.size() - 1;
      result.back().what += fmt::format(" (at {}{})", values_of(*alike.where.begin()), and_more(more));
    }
    return result;
  }

 private:
  struct Alike {
    const Diagnostic* first = nullptr;  ///< of the first point
    std::set<std::size_t> where;
    void add(const Diagnostic& d, const std::vector<std::size_t>& points) {
      if (where.empty() || points.front() < *where.begin()) first = &d;
      where.insert(points.begin(), points.end());
    }
  };
  /// Nor with their units, nor with a remedy, which has its numbers, too.
  static Diagnostic without_numbers(const Diagnostic& d) {
    return {d.position, d.severity, qoslab::without_numbers(d.what), ""};
  }
  static std::string and_more(std::size_t points) {
    return points == 0 ? "" : fmt::format(", and alike at {} more point{}", points, points == 1 ? "" : "s");
  }
  [[nodiscard]] std::string values_of(std::size_t point) const {
    std::string text;
    for (const auto& [name, value] : points_[point]->swept)
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
    return text;
  }
  std::map<Diagnostic, std::vector<std::size_t>> seen_;  ///< at which points, in order
  std::vector<const Point*> points_;
};

ReadOutcome read_with(const std::filesystem::path& file, const Loader& load, const ReadOptions& options) {
  ReadOutcome outcome;
  outcome.name = file.stem().string();
  const auto draft = read_draft(file, load, outcome.diagnostics);
  if (draft) {
    const auto points = points_of(*draft, options.parameters, outcome.diagnostics);
    if (!has_errors(outcome.diagnostics)) warn_of_unused(*draft, outcome.diagnostics);
    PointDiagnostics by_point;
    sections::Captures captures;
    for (const auto& point : points) {
      Diagnostics found;
      outcome.points.push_back(read_point(*draft, point, options, captures, found));
      by_point.add(point, found);
    }
    for (auto& d : by_point.all()) outcome.diagnostics.push_back(std::move(d));
    if (!outcome.points.empty()) outcome.question = outcome.points.front().question;
  }
  if (has_errors(outcome.diagnostics)) outcome.points.clear();
  outcome.diagnostics = in_order(std::move(outcome.diagnostics));
  return outcome;
}

}  // namespace

ReadOutcome read_scenario(const std::filesystem::path& file, const ReadOptions& options) {
  if (!options.unsaved) return read_with(file, load_file, options);
  const auto load = [&](const std::filesystem::path& path, const Position& at, Diagnostics& out) {
    return path == file ? options.unsaved : load_file(path, at, out);
  };
  return read_with(file, load, options);
}

ReadOutcome read_scenario_text(std::string_view text, const std::string& name, const ReadOptions& options) {
  bool taken = false;
  const auto load = [&](const std::filesystem::path&, const Position& at, Diagnostics& out) {
    if (!std::exchange(taken, true)) return std::optional<std::string>{text};
    error(out, at, "a text that is no file cannot include others", "write it to a file");
    return std::optional<std::string>{};
  };
  return read_with(name, load, options);
}

}  // namespace qoslab
