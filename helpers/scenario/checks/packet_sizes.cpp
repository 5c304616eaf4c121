// Buckets, queues and quanta against the packets that come.
#include <fmt/format.h>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/passages.h"
#include "helpers/scenario/checks/places.h"

namespace qoslab::checks {
namespace {

/// The bucket that a packet must fit into to be green, and its key; nothing if every size can be green.
struct Bucket {
  std::string key;
  Bytes depth;
};

std::vector<Bucket> buckets(const MeterProfile& meter) {
  if (const auto* m = std::get_if<SingleBucketMeter::Profile>(&meter)) return {{"burst", m->burst}};
  if (const auto* m = std::get_if<SrTcm::Profile>(&meter))
    return {{m->cbs >= m->ebs ? "cbs" : "ebs", std::max(m->cbs, m->ebs)}};
  if (const auto* m = std::get_if<TrTcm::Profile>(&meter)) return {{"cbs", m->cbs}, {"pbs", m->pbs}};
  if (const auto* m = std::get_if<EfficientTrTcm::Profile>(&meter)) return {{"cbs", m->cbs}};
  return {};
}

void meters(const PortSpec& port, const PortPassages& passing, const Fields& root, Diagnostics& out) {
  const Value* written = entry_of(root, port)->value.find("ingress");
  if (written == nullptr || written->items.size() != port.ingress.size()) return;
  for (const auto& passage : passing.arriving) {
    for (const auto number : passage.rules) {
      const auto& rule = port.ingress[number];
      const Bytes size = size_at(rule.layer, passage.largest);
      for (const auto& bucket : buckets(rule.meter)) {
        if (bucket.depth >= size) continue;
        error(out, place_in(written->items[number].find_entry("meter"), bucket.key),
              fmt::format("'{}' holds no packet of {}: {} at layer {}", bucket.key, describe(passage), to_string(size),
                          to_string(rule.layer)),
              "at least " + to_string(size));
      }
    }
  }
}

class LeafCheck {
 public:
  LeafCheck(const PortSpec& port, const Value& written, const PortPassages& passing, Diagnostics& out)
      : written_{written}, largest_{largest_by_class(port, passing)}, out_{out} {}

  void all(const std::vector<ClassSpec>& classes) {
    for (const auto& c : classes) {
      all(c.children);
      const auto passage = largest_.find(c.name);
      if (passage == largest_.end()) continue;
      const Entry* entry = class_entry(written_, c.name);
      queue(c, entry != nullptr ? entry->value : written_, passage->second);
    }
  }

 private:
  void queue(const ClassSpec& c, const Value& owner, const Passage& passage) {
    if (!c.queue.limit.bytes || *c.queue.limit.bytes >= passage.largest) return;
    error(out_, place_in(owner.find_entry("queue"), "limit"),
          fmt::format("the queue holds no packet of {}: {}", describe(passage), to_string(passage.largest)),
          "at least " + to_string(passage.largest));
  }

  const Value& written_;
  std::map<std::string, Passage> largest_;
  Diagnostics& out_;
};

}  // namespace

void packet_sizes(const Subject& subject, Diagnostics& out) {
  const auto passing = passages(subject.scenario, subject.topology);
  for (std::size_t i = 0; i < subject.scenario.ports.size(); ++i) {
    const auto& port = subject.scenario.ports[i];
    meters(port, passing[i], subject.root, out);
    LeafCheck{port, entry_of(subject.root, port)->value, passing[i], out}.all(port.classes);
  }
}

}  // namespace qoslab::checks
