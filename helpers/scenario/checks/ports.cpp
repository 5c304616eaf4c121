// What a port has and lacks.
#include <fmt/format.h>

#include <set>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/keys/tables.h"
#include "model/device/tree.h"

namespace qoslab::checks {
namespace {

class PortCheck {
 public:
  PortCheck(const Fields& root, const PortSpec& port, Diagnostics& out)
      : port_{port}, entry_{entry_of(root, port)}, out_{out} {}

  void all() {
    if (port_.scheduler == SchedulerKind::fifo) {
      fifo();
    } else {
      scheduled();
    }
    inner_queues(port_.classes);
    if (port_.shaper) shaper();
  }

 private:
  void complain(std::string_view key, std::string what, std::string fix) {
    error(out_, place_in(entry_, key), std::move(what), std::move(fix));
  }
  [[nodiscard]] bool has(std::string_view key) const { return entry_->value.find(key) != nullptr; }

  void fifo() {
    if (!has("classes")) return;
    if (has("queue")) complain("queue", "a queue of the port and classes", "give the class the queue");
    const Value& classes = *entry_->value.find("classes");
    if (classes.entries.size() > 1 || !port_.classes.front().children.empty()) {
      error(out_, classes.entries.back().position, "a second class of a fifo",
            "a fifo has one leaf class: choose another scheduler");
    }
  }

  void scheduled() {
    const auto& word = keys::scheduler_words().at(static_cast<std::size_t>(port_.scheduler));
    if (port_.classes.empty()) {
      complain("scheduler", fmt::format("scheduler {} without classes", word), "write classes: {NAME: {...}}");
    } else if (!has("classify")) {
      complain("classes", "classes without 'classify': every packet would be dropped (no_class)",
               "write classify: [{class: NAME}]");
    }
  }

  void inner_queues(const std::vector<ClassSpec>& classes) {
    for (const auto& c : classes) {
      inner_queues(c.children);
      const Entry* entry = class_entry(entry_->value, c.name);
      if (entry == nullptr) continue;
      if (!c.children.empty() && entry->value.find("queue") != nullptr) {
        error(out_, place_in(entry, "queue"), fmt::format("inner class '{}' has a queue", c.name),
              "give the queues to its leaves");
      }
      if (c.children.empty() && entry->value.find("scheduler") != nullptr) {
        error(out_, place_in(entry, "scheduler"), fmt::format("leaf class '{}' has a scheduler", c.name),
              "write its classes, or remove the key");
      }
    }
  }

  void shaper() {
    const Entry* shape = entry_->value.find_entry("shape");
    if (shape == nullptr) return;
    if (port_.shaper->kind == ShaperSpec::Kind::pipe) {
      if (port_.scheduler != SchedulerKind::fifo) {
        error(out_, place_in(shape, "kind"), "a pipe over a scheduler: its order is fixed before the pipe",
              "use kind: token_bucket, or scheduler: fifo");
      }
      if (shape->value.find("burst") != nullptr) {
        error(out_, place_in(shape, "burst"), "a pipe keeps no credit", "remove 'burst'");
      }
    }
    PortSpec unshaped = port_;
    unshaped.shaper.reset();
    const Rate most = port_rate(unshaped);
    if (port_.shaper->rate >= most && most > Rate{}) {
      warning(out_, place_in(shape, "rate"), "the shaper never acts: the link is no faster",
              fmt::format("below {} {}, what packets of 1500 B get on link '{}'", to_string(most),
                          to_string(port_.layer), port_.link));
    }
  }

  const PortSpec& port_;
  const Entry* entry_;
  Diagnostics& out_;
};

}  // namespace

void ports(const Subject& subject, Diagnostics& out) {
  for (const auto& port : subject.scenario.ports) PortCheck{subject.root, port, out}.all();
}

}  // namespace qoslab::checks
