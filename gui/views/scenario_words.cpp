#include "gui/views/scenario_words.h"

#include "helpers/scenario/show_parts.h"

namespace qoslab::gui {
namespace {

std::string about(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::fifo:
      return "fifo: first come, first served.";
    case SchedulerKind::priority:
      return "priority: the highest level that has a packet sends; the lower ones wait.";
    case SchedulerKind::wrr:
      return "wrr: weighted round robin. In each round a class sends as many packets as its weight says.";
    case SchedulerKind::drr:
      return "drr: deficit round robin (Shreedhar and Varghese, 1996). In each round a class earns its quantum of "
             "bytes.";
    case SchedulerKind::wf2q_plus:
      return "wf2q+: worst-case fair weighted fair queueing (Bennett and Zhang, 1997). Shares follow the rates, "
             "closely.";
    case SchedulerKind::cbq:
      return "cbq: class-based queueing (Floyd and Van Jacobson, 1995), as ALTQ does it. A class over its rate borrows "
             "or "
             "is suspended.";
    case SchedulerKind::hfsc:
      return "hfsc: hierarchical fair service curves (Stoica, Zhang and Ng, 1997). Real-time curves bound delay, "
             "link-share "
             "curves divide what is left.";
    case SchedulerKind::htb:
      return "htb: hierarchical token buckets, as Linux does it. A class has its rate, and borrows up to its ceiling.";
    case SchedulerKind::ideal:
      return "ideal: token trees as fluids: rates, ceilings and borrowing are kept exactly, without htb's quanta.";
  }
  return "";
}

}  // namespace

const Words& scenario_words() {
  static const Words words{
      .match = [](const Match& m) { return show(m); },
      .scheduler = [](SchedulerKind k) { return show(k); },
      .share = [](const ClassShare& s) { return show(s); },
      .queue = [](const QueueSpec& q) { return show(q); },
      .shaper = [](const ShaperSpec& s) { return show(s); },
      .reservable = [](const ReservableSpec& r) { return show(r); },
      .conditioner = [](const ConditionerRule& r) { return show(r); },
      .share_by = [](ShareBy b) { return show(b); },
      .aggregates = [](const AggregateLevelSpec& a) { return show(a); },
      .subscriber_queue = [](const SubscriberQueueSpec& q) { return show(q); },
      .policer = [](const SubscriberPolicerSpec& p) { return show(p); },
      .about = about,
  };
  return words;
}

}  // namespace qoslab::gui
