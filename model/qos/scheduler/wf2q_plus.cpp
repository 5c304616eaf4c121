#include "model/qos/scheduler/wf2q_plus.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace qoslab {

Wf2qPlus::Wf2qPlus(std::vector<Rate> shares)
    : children_(shares.size()), early_{shares.size()}, eligible_{shares.size()} {
  for (std::size_t i = 0; i < shares.size(); ++i) set_rate(static_cast<int>(i), shares[i], {});
}

void Wf2qPlus::line_up(int number) {
  const Child& child = children_[static_cast<std::size_t>(number)];
  if (child.start.units > time_.units) {
    early_.push(number, child.start.units);
  } else {
    eligible_.push(number, child.pace.after(child.start, child.head).units);
  }
}

void Wf2qPlus::wake(int number, Bytes head, Instant /*now*/) {
  Child& child = children_[static_cast<std::size_t>(number)];
  if (child.start.units < time_.units) child.start = {time_.units, 0};
  child.head = head;
  line_up(number);
}

void Wf2qPlus::advance() {
  time_ = pace_.after(time_, std::exchange(on_the_line_, {}));
  if (eligible_.empty() && !early_.empty() && early_.top_key() > time_.units) time_ = {early_.top_key(), 0};
  while (!early_.empty() && early_.top_key() <= time_.units) {
    const int number = early_.top();
    early_.erase(number);
    line_up(number);
  }
}

std::optional<int> Wf2qPlus::choose(Instant /*now*/) {
  advance();
  if (eligible_.empty()) return std::nullopt;
  return eligible_.top();
}

void Wf2qPlus::sent(int number, Bytes size, std::optional<Bytes> next, Instant /*now*/) {
  Child& child = children_[static_cast<std::size_t>(number)];
  eligible_.erase(number);
  on_the_line_ += size;
  child.start = child.pace.after(child.start, size);
  latest_finish_ = std::max(latest_finish_, child.start.units);
  if (next) {
    child.head = *next;
    line_up(number);
  } else if (eligible_.empty() && early_.empty() && latest_finish_ > time_.units) {
    time_ = {latest_finish_, 0};
  }
}

Instant Wf2qPlus::ready(Instant now) const { return eligible_.empty() && early_.empty() ? Instant::never() : now; }

void Wf2qPlus::set_rate(int number, Rate rate, Instant /*now*/) {
  Child& child = children_[static_cast<std::size_t>(number)];
  sum_ += rate - child.rate;
  if (sum_ > Rate{}) pace_ = Pace{sum_};
  time_.rest = 0;
  child.rate = rate;
  if (rate == Rate{}) {
    child.start = {};  // whoever gets the slot next inherits no debt
    return;
  }
  child.pace = Pace{rate};
  child.start.rest = 0;
  if (!eligible_.contains(number)) return;  // an early child's finish is computed when its start comes
  eligible_.erase(number);
  line_up(number);
}

}  // namespace qoslab
