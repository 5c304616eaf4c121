#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/advice/service.h"
#include "helpers/scenario/checks/packets.h"
#include "helpers/scenario/checks/places.h"
#include "model/device/tree.h"
#include "model/qos/scheduler/tree_advice.h"

namespace qoslab::advice {
namespace {

using checks::Passage;
using checks::PortPassages;

/// The classes of one HTB or ideal tree, numbered as the scheduler has them.
struct Tree {
  std::vector<TokenTreeClass> classes;
  std::vector<const ClassSpec*> specs;

  void add(const std::vector<ClassSpec>& siblings, int parent) {
    for (const auto& c : siblings) {
      auto& added = classes.emplace_back(std::get<TokenTreeClass>(c.share));
      specs.push_back(&c);
      added.parent = parent;
      if (c.children.empty() || c.scheduler) {
        added.leaf = leaves++;
      } else {
        add(c.children, static_cast<int>(classes.size()) - 1);
      }
    }
  }
  int leaves = 0;
};

void names_below(const ClassSpec& c, std::set<std::string>& names) {
  names.insert(c.name);
  for (const auto& child : c.children) names_below(child, names);
}

class TreeAdvice {
 public:
  TreeAdvice(const PortSpec& port, const PortPassages& passing, const Fields& root, Diagnostics& out)
      : port_{port}, passing_{passing}, entry_{checks::entry_of(root, port)}, out_{out} {}

  void all() { below(port_.scheduler, port_.classes, port_rate(port_)); }

 private:
  /// `line`: what these classes share; nothing is known of it below another scheduler.
  void below(SchedulerKind kind, const std::vector<ClassSpec>& classes, std::optional<Rate> line) {
    if (kind == SchedulerKind::htb || kind == SchedulerKind::ideal) {
      advise(kind == SchedulerKind::htb ? TokenTreeRules::kernel : TokenTreeRules::ideal, classes, line);
    }
    nested(kind, classes);
  }
  void nested(SchedulerKind kind, const std::vector<ClassSpec>& classes) {
    for (const auto& c : classes) {
      if (c.scheduler) {
        below(*c.scheduler, c.children, std::nullopt);
      } else {
        nested(kind, c.children);
      }
    }
  }

  void advise(TokenTreeRules rules, const std::vector<ClassSpec>& classes, std::optional<Rate> line) {
    Tree tree;
    tree.add(classes, -1);
    roots(classes, line);
    const auto load = load_of(tree, line);
    const Bytes of_all = largest_at(port_, passing_);
    for (const auto& f : tree_advice(tree.classes, rules, load, of_all))
      if (!is_about_packets(f)) say(*tree.specs[static_cast<std::size_t>(f.class_index)], f);
    packets(tree, rules, load);
  }

  /// Whether a bucket or a quantum is small depends on the packets of the class itself.
  void packets(const Tree& tree, TokenTreeRules rules, const TreeLoad& load) {
    std::map<Bytes, std::set<const ClassSpec*>> by_largest;
    for (const auto* spec : tree.specs) by_largest[largest_of(*spec)].insert(spec);
    by_largest.erase(Bytes{});
    for (const auto& [largest, specs] : by_largest) {
      for (const auto& f : tree_advice(tree.classes, rules, load, largest)) {
        const auto* spec = tree.specs[static_cast<std::size_t>(f.class_index)];
        if (is_about_packets(f) && specs.count(spec) > 0) say(*spec, f);
      }
    }
  }

  static bool is_about_packets(const Finding& f) {
    return f.kind == Finding::Kind::small_burst || f.kind == Finding::Kind::small_quantum;
  }

  void say(const ClassSpec& c, const Finding& f) {
    warning(out_, checks::class_entry(entry_->value, c.name)->position, fmt::format("class '{}': {}", c.name, f.text),
            f.remedy);
  }

  void roots(const std::vector<ClassSpec>& classes, std::optional<Rate> line) {
    const Rate sum = std::accumulate(classes.begin(), classes.end(), Rate{}, [](Rate total, const ClassSpec& c) {
      return total + std::get<TokenTreeClass>(c.share).rate;
    });
    if (!line || sum <= *line) return;
    warning(out_, checks::place_in(entry_, "classes"),
            fmt::format("the rates of the top classes add up to {}, the port has {}: they cannot all have theirs",
                        to_string(sum), to_string(*line)),
            "lower them");
  }

  /// What the scenario's flows offer each leaf in the mean; TCP takes what it gets.
  [[nodiscard]] TreeLoad load_of(const Tree& tree, std::optional<Rate> line) const {
    TreeLoad load = full_load(tree.classes, line);
    for (std::size_t i = 0; i < tree.specs.size(); ++i) {
      if (tree.classes[i].leaf)
        load.offered[static_cast<std::size_t>(*tree.classes[i].leaf)] = offered(*tree.specs[i], tree.classes[i].ceil);
    }
    return load;
  }
  [[nodiscard]] Rate offered(const ClassSpec& leaf, Rate ceil) const {
    Rate sum;
    for_each_below(leaf, [&](const Passage& p) {
      const auto mean = p.kind == Passage::Kind::data ? checks::mean_ip_rate(p.flow->traffic) : std::nullopt;
      sum += mean ? at_layer(*mean, port_.layer, p.largest) : ceil;
    });
    return std::min(sum, ceil);
  }
  [[nodiscard]] Bytes largest_of(const ClassSpec& c) const {
    Bytes largest;
    for_each_below(c, [&](const Passage& p) { largest = std::max(largest, size_at(port_.layer, p.largest)); });
    return largest;
  }
  template <typename F>
  void for_each_below(const ClassSpec& c, F&& f) const {
    std::set<std::string> names;
    names_below(c, names);
    const auto joins = [&](std::size_t rule) { return names.count(port_.classify[rule].class_name) > 0; };
    for (const auto& p : passing_.leaving) {
      if (p.kind != Passage::Kind::signalling && std::any_of(p.rules.begin(), p.rules.end(), joins)) f(p);
    }
  }

  const PortSpec& port_;
  const PortPassages& passing_;
  const Entry* entry_;
  Diagnostics& out_;
};

}  // namespace

void token_trees(const Advised& advised, Diagnostics& out) {
  const auto& ports = advised.subject.scenario.ports;
  for (std::size_t i = 0; i < ports.size(); ++i)
    TreeAdvice{ports[i], advised.passages[i], advised.subject.root, out}.all();
}

}  // namespace qoslab::advice
