// Which class sees which packets, and which sees none.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/covers.h"
#include "helpers/scenario/checks/passages.h"
#include "helpers/scenario/checks/places.h"
#include "model/diffserv/phb.h"

namespace qoslab::checks {
namespace {

/// For each rule the earlier one that takes all its packets, if there is one.
template <typename Rule>
std::vector<std::optional<std::size_t>> shadows(const std::vector<Rule>& rules) {
  std::vector<std::optional<std::size_t>> result(rules.size());
  for (std::size_t late = 0; late < rules.size(); ++late)
    for (std::size_t early = 0; early < late && !result[late]; ++early)
      if (covers(rules[early].match, rules[late].match)) result[late] = early;
  return result;
}

void report(const std::vector<std::optional<std::size_t>>& by, const Value* written, Diagnostics& out) {
  if (written == nullptr || written->items.size() != by.size()) return;
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (!by[i]) continue;
    warning(out, written->items[i].position,
            fmt::format("no packet reaches this rule: rule {} (line {}) takes them all", *by[i] + 1,
                        written->items[*by[i]].position.line),
            "put it before that one, or remove it");
  }
}

class ClassifyCheck {
 public:
  ClassifyCheck(const Fields& root, const PortSpec& port, const PortPassages& passing, Diagnostics& out)
      : port_{port},
        passing_{passing},
        file_{root.value().position.file},
        entry_{entry_of(root, port)},
        rules_{entry_->value.find("classify")},
        shadows_{shadows(port.classify)},
        out_{out} {}

  void all() {
    if (rules_ == nullptr) return;
    report(shadows_, rules_, out_);
    std::vector<bool> used(port_.classify.size());
    for (const auto& passage : passing_.leaving) mark(passage, used);
    leaves(port_.classes, used);
    const auto takes_all = [](const RouteToClass& r) { return covers(r.match, Match{}); };
    if (std::none_of(port_.classify.begin(), port_.classify.end(), takes_all)) {
      warning(out_, rules_->position, "no catch-all: what no rule matches is dropped (no_class)",
              "end with {class: NAME}");
    }
  }

 private:
  void mark(const Passage& passage, std::vector<bool>& used) {
    for (const auto rule : passage.rules) used[rule] = true;
    std::vector<std::string> homeless;
    for (const auto code : passage.marks)
      if (!rule_for(port_.classify, passage.tuple, code)) homeless.push_back(to_string(code));
    if (homeless.empty()) return;
    const auto who = describe(passage) + (passage.kind == Passage::Kind::data ? " fits" : " fit");
    const std::string fix = "add a rule that matches, or a catch-all {class: NAME}";
    if (homeless.size() == passage.marks.size()) {
      error(out_, rules_->position, who + " no class: all would be dropped (no_class)", fix);
    } else {
      warning(out_, rules_->position, fmt::format("{} no class when marked {}", who, fmt::join(homeless, ", ")), fix);
    }
  }

  void leaves(const std::vector<ClassSpec>& classes, const std::vector<bool>& used) {
    for (const auto& c : classes) {
      leaves(c.children, used);
      const bool for_reservations = port_.reservable && port_.reservable->parent == c.name;
      const Entry* entry = class_entry(entry_->value, c.name);
      if (c.children.empty() && !for_reservations && entry != nullptr) leaf(c, *entry, used);
    }
  }

  void leaf(const ClassSpec& c, const Entry& entry, const std::vector<bool>& used) {
    bool named = false;
    bool open = false;
    bool reached = false;
    for (std::size_t i = 0; i < port_.classify.size(); ++i) {
      if (port_.classify[i].class_name != c.name) continue;
      named = true;
      open = open || !shadows_[i];
      reached = reached || used[i];
    }
    if (!named) {
      error(out_, entry.position, fmt::format("class '{}' can never see a packet: no rule names it", c.name),
            fmt::format("add a rule {{..., class: {}}}", c.name));
    } else if (!open) {
      error(out_, entry.position,
            fmt::format("class '{}' can never see a packet: earlier rules take all of its", c.name),
            "put its rules first");
    } else if (!reached && !is_shared(entry.position)) {
      unused_note(out_, entry.position, fmt::format("class '{}' sees no packet of this scenario's flows", c.name),
                  "send it some, or remove it");
    }
  }

  /// Parts that several scenarios include have classes for all of them.
  [[nodiscard]] bool is_shared(const Position& at) const { return at.file != file_; }

  const PortSpec& port_;
  const PortPassages& passing_;
  const std::string& file_;
  const Entry* entry_;
  const Value* rules_;
  std::vector<std::optional<std::size_t>> shadows_;
  Diagnostics& out_;
};

void ingress(const PortSpec& port, const PortPassages& passing, const Fields& root, Diagnostics& out) {
  const Value* written = entry_of(root, port)->value.find("ingress");
  if (written == nullptr || written->items.size() != port.ingress.size()) return;
  const auto by = shadows(port.ingress);
  report(by, written, out);
  std::vector<bool> used(port.ingress.size());
  for (const auto& passage : passing.arriving)
    for (const auto rule : passage.rules) used[rule] = true;
  for (std::size_t i = 0; i < port.ingress.size(); ++i) {
    const auto& at = written->items[i].position;
    if (used[i] || by[i] || at.file != root.value().position.file) continue;
    unused_note(out, at, "no flow of this scenario meets this rule", "correct its match, or remove it");
  }
}

}  // namespace

void classification(const Subject& subject, Diagnostics& out) {
  const auto passing = passages(subject.scenario, subject.topology);
  for (std::size_t i = 0; i < subject.scenario.ports.size(); ++i) {
    const auto& port = subject.scenario.ports[i];
    ClassifyCheck{subject.root, port, passing[i], out}.all();
    ingress(port, passing[i], subject.root, out);
  }
}

}  // namespace qoslab::checks
