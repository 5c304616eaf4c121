#include "model/ns3/class_books.h"

#include <algorithm>
#include <utility>

#include "model/device/tree.h"
#include "model/ns3/clock.h"

namespace qoslab {
namespace {

/// A place for a reservation that nobody took.
bool is_idle_slot(const PortClassResults& c) {
  return c.class_name.starts_with(reserved_slot_prefix) && c.arrived.packets == 0 && c.sent.packets == 0;
}

}  // namespace

ClassBooks::ClassBooks(SimulatedNetwork& network, const RunSpec& runs)
    : network_{network}, record_{runs.record}, record_end_{Instant{} + runs.warmup} {
  at(record_end_, [this] { begin(); });
}

void ClassBooks::begin() {
  measuring_ = true;
  before_ = network_.classes();
  records_.resize(before_.size());
  network_.classes_lately();
  most_waiting_.resize(before_.size());
  begin_record();
}

void ClassBooks::begin_record() {
  record_end_ += record_;
  if (!before_.empty()) next_look_ = at(record_end_, [this] { end_record(); });
}

std::vector<ClassRecord> ClassBooks::look() {
  auto lately = network_.classes_lately();
  for (std::size_t i = 0; i < lately.size(); ++i) most_waiting_[i] = std::max(most_waiting_[i], lately[i].most_waiting);
  return lately;
}

void ClassBooks::end_record() {
  const auto lately = look();
  for (std::size_t i = 0; i < lately.size(); ++i) records_[i].push_back(lately[i]);
  begin_record();
}

std::vector<PortClassResults> ClassBooks::end() {
  if (!measuring_) begin();  // stopped during the warm-up
  if (now() == record_end_) end_record();
  next_look_.Cancel();
  look();
  auto classes = network_.classes();
  for (std::size_t i = 0; i < classes.size(); ++i) {
    auto& c = classes[i];
    c.arrived -= before_[i].arrived;
    c.sent -= before_[i].sent;
    for (const auto& [reason, count] : before_[i].drops) c.drops[reason] -= count;
    c.suspensions -= before_[i].suspensions;
    c.suspended -= before_[i].suspended;
    c.most_waiting = most_waiting_[i];
    c.records = std::move(records_[i]);
  }
  std::erase_if(classes, is_idle_slot);
  return classes;
}

}  // namespace qoslab
