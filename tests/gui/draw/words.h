// Words and sizes for tests: every letter is 7 wide.
#pragma once

#include "gui/draw/parts.h"
#include "model/units/parse.h"

namespace qoslab::gui::test {

inline TextSize letters() {
  return {[](const std::string& text, bool) { return 7.0 * static_cast<double>(text.size()); }, 16};
}

inline Words plain_words() {
  return {
      .match = [](const Match& m) { return m.dscps.empty() ? "all" : "dscp " + std::to_string(m.dscps[0].value); },
      .scheduler = [](SchedulerKind k) { return "scheduler " + std::to_string(static_cast<int>(k)); },
      .share = [](const ClassShare& s) { return "share " + std::to_string(s.index()); },
      .queue = [](const QueueSpec& q) { return std::to_string(q.limit.packets.value_or(0)) + " packets"; },
      .shaper = [](const ShaperSpec& s) { return to_string(s.rate); },
      .reservable = [](const ReservableSpec& r) { return to_string(r.bandwidth); },
      .conditioner = [](const ConditionerRule&) { return "meter"; },
      .share_by = [](ShareBy b) { return b == ShareBy::rate ? "by rate" : "by weight"; },
      .aggregates = [](const AggregateLevelSpec& a) { return std::to_string(a.subscribers); },
      .subscriber_queue = [](const SubscriberQueueSpec& q) { return "level " + std::to_string(q.level); },
      .policer = [](const SubscriberPolicerSpec& p) { return to_string(p.pir); },
      .about = [](SchedulerKind) { return ""; },
  };
}

}  // namespace qoslab::gui::test
