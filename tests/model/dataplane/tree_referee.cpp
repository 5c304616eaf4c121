#include "tests/model/dataplane/tree_referee.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace qoslab::dataplane {
namespace {

std::int64_t took(std::int64_t bytes, Rate rate) { return time_to_send(Bytes{bytes}, rate).ps(); }

bool committed(const QueueProfile& p) { return p.cir && p.cir->rate > Rate{} && p.cir_weight > 0; }
bool orphan(const QueueProfile& p) { return p.level == 0 || p.weight == 0; }
Pass above(const QueueProfile& p) { return orphan(p) ? orphan_pass : above_cir(p.level); }

}  // namespace

void TreeReferee::Clock::charge(std::int64_t now, std::int64_t bytes, std::int64_t largest) {
  if (!shaper) return;
  const auto slack = took(std::max<std::int64_t>(0, shaper->burst.count() - largest), shaper->rate);
  ahead = std::max(ahead, now - slack) + took(bytes, shaper->rate);
}

TreeReferee::TreeReferee(const TreeSpec& spec) : spec_{spec} {
  const auto queues = spec_.queues.size();
  for (std::size_t i = 0; i < queues + spec_.nodes.size(); ++i) members_.push_back(std::make_unique<Member>());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    auto& m = *members_[i];
    m.order = i;
    if (i < queues) {
      m.parent = members_[queues + spec_.queues[i].parent].get();
      m.profile = &spec_.profiles[spec_.queues[i].profile];
      m.pir.shaper = m.profile->pir;
      m.cir.shaper = m.profile->cir;
      m.weight = orphan(*m.profile) ? 1 : m.profile->weight;
      const auto within = committed(*m.profile) ? m.profile->cir_weight : 1;
      m.parent->heaviest = std::max(m.parent->heaviest, static_cast<std::uint64_t>(std::max(m.weight, within)));
    } else {
      const auto& from = spec_.nodes[i - queues];
      m.pir.shaper = from.shaper;
      m.weight = from.weight;
      if (i == queues) continue;
      m.parent = members_[queues + from.parent].get();
      m.parent->heaviest = std::max(m.parent->heaviest, static_cast<std::uint64_t>(m.weight));
    }
  }
  for (auto& m : members_) {
    if (m->parent == nullptr) continue;
    auto& steepest = m->parent->steepest;
    steepest = std::max(steepest, step(*m, orphan_pass));
    if (m->profile != nullptr && committed(*m->profile)) steepest = std::max(steepest, step(*m, 0));
  }
  for (std::size_t i = 0; i < 8; ++i) levels_[i].shaper = spec_.levels[i];
}

std::uint64_t TreeReferee::step(const Member& m, Pass pass) const {
  const auto w = static_cast<std::uint64_t>(m.profile != nullptr && pass < 8 ? m.profile->cir_weight : m.weight);
  return ((1ULL << 20) * m.parent->heaviest + w / 2) / w;
}

/// Of the steps in which a node compares tags.
std::uint64_t TreeReferee::width(const Member& parent) const {
  std::uint64_t w = 1;
  while (static_cast<std::uint64_t>(spec_.largest) * parent.steepest / w > 60) w *= 2;
  return w;
}

void TreeReferee::activate(Member& child, Pass pass) {
  auto& parent = *child.parent;
  const auto w = width(parent);
  child.tags[pass] = std::max(child.tags[pass], parent.virtual_time[pass] / w * w);
  auto& list = parent.active[pass];
  list.push_back(&child);
  if (list.size() == 1 && parent.parent != nullptr && !parent.closed) activate(parent, pass);
}

void TreeReferee::deactivate(Member& child, Pass pass) {
  auto& parent = *child.parent;
  auto& list = parent.active[pass];
  list.remove(&child);
  if (list.empty() && parent.parent != nullptr && !parent.closed) deactivate(parent, pass);
}

TreeReferee::Member* TreeReferee::choose(Member& node, Pass pass) const {
  const auto w = width(node);
  auto& list = node.active[pass];
  return *std::min_element(list.begin(), list.end(),
                           [&](Member* a, Member* b) { return a->tags[pass] / w < b->tags[pass] / w; });
}

void TreeReferee::enter(Member& q) {
  if (!q.pir.open(now_)) {
    q.pass.reset();
    events_.push({q.pir.ahead, 0, q.order, 0, {}});
    return;
  }
  const bool within = committed(*q.profile) && q.cir.open(now_);
  q.pass = within ? within_cir(q.profile->cir_level) : above(*q.profile);
  activate(q, *q.pass);
  if (committed(*q.profile) && !within) events_.push({q.cir.ahead, 0, q.order, 1, {}});
}

void TreeReferee::note_reason(Member& q) const {
  q.reason = q.pass ? 3 : 1;
  for (const Member* m = q.parent; q.pass && m->parent != nullptr; m = m->parent)
    if (m->closed) q.reason = 2;
  if (q.pass && *q.pass != orphan_pass && !levels_[level_index(*q.pass)].open(now_)) q.reason = 2;
}

void TreeReferee::arrive(const Record& record) {
  auto& q = *members_[record.leaf - spec_.first_leaf];
  const auto bytes = record.frame + spec_.count_offset[record.stream];
  const auto packets = static_cast<std::int64_t>(q.packets.size());
  if (packets >= q.profile->most_packets.value_or(INT64_MAX) ||
      q.bytes + bytes > q.profile->most_bytes.value_or(INT64_MAX)) {
    ++dropped_;
    ++dropped_by_stream_[record.stream];
    return;
  }
  q.packets.push_back(record);
  q.bytes += bytes;
  if (q.packets.size() > 1) return;
  enter(q);
  note_reason(q);
}

void TreeReferee::timer(const Event& event) {
  auto& m = *members_[event.order];
  if (m.profile == nullptr) {
    m.closed = false;
    for (auto& [pass, list] : m.active)
      if (!list.empty()) activate(m, pass);
  } else if (event.which == 0) {
    enter(m);
  } else if (m.pass && *m.pass >= 8 && m.cir.open(now_)) {
    deactivate(m, *m.pass);
    enter(m);
  }
}

void TreeReferee::serve() {
  auto& port = *members_[spec_.queues.size()];
  for (Pass pass = 0; pass < passes; ++pass) {
    if (port.active[pass].empty()) continue;
    Clock* level = pass == orphan_pass ? nullptr : &levels_[level_index(pass)];
    if (level != nullptr && !level->open(now_)) continue;
    std::vector<Member*> path{&port};
    while (path.back()->profile == nullptr) path.push_back(choose(*path.back(), pass));
    auto& q = *path.back();
    Record record = q.packets.front();
    const auto bytes = record.frame + spec_.count_offset[record.stream];
    for (std::size_t i = 1; i < path.size(); ++i) {
      auto& m = *path[i];
      auto& v = m.parent->virtual_time[pass];
      v = std::max(v, m.tags[pass]);
      m.tags[pass] += static_cast<std::uint64_t>(bytes) * step(m, pass);
      auto& list = m.parent->active[pass];
      list.remove(&m);
      list.push_back(&m);
    }
    ++waited_[static_cast<std::size_t>(q.reason == 3 && record.time == now_ ? 0 : q.reason)];
    q.packets.pop_front();
    q.bytes -= bytes;
    q.pir.charge(now_, bytes, spec_.largest);
    if (pass < 8) q.cir.charge(now_, bytes, spec_.largest);
    const bool within = committed(*q.profile) && q.cir.open(now_);
    if (q.packets.empty()) {
      deactivate(q, pass);
      q.pass.reset();
    } else if (!q.pir.open(now_) || within != (pass < 8)) {
      deactivate(q, pass);
      enter(q);
    }
    for (std::size_t i = path.size() - 1; i-- > 1;) {
      auto& m = *path[i];
      m.pir.charge(now_, bytes, spec_.largest);
      if (m.pir.open(now_)) continue;
      for (auto& [other, list] : m.active)
        if (!list.empty()) deactivate(m, other);
      m.closed = true;
      events_.push({m.pir.ahead, 0, m.order, 0, {}});
    }
    port.pir.charge(now_, bytes, spec_.largest);
    if (level != nullptr) level->charge(now_, bytes, spec_.largest);
    if (!q.packets.empty()) note_reason(q);
    free_ = now_ + took(record.frame + line_overhead, spec_.line);
    record.time = free_;
    out_.push_back(record);
    return;
  }
}

/// As soon as the port may send something.
void TreeReferee::ask_for_choice() {
  auto& port = *members_[spec_.queues.size()];
  std::int64_t soonest = INT64_MAX;
  for (Pass pass = 0; pass < passes; ++pass) {
    if (port.active[pass].empty()) continue;
    auto at = std::max(now_, free_);
    if (port.pir.shaper) at = std::max(at, port.pir.ahead);
    if (pass != orphan_pass && levels_[level_index(pass)].shaper) at = std::max(at, levels_[level_index(pass)].ahead);
    soonest = std::min(soonest, at);
  }
  if (soonest >= asked_) return;
  asked_ = soonest;
  events_.push({soonest, 2, 0, 0, {}});
}

void TreeReferee::expect(const Record& record) { events_.push({record.time, 1, expected_++, 0, record}); }

std::vector<Record> TreeReferee::run(std::span<const Record> arrivals) {
  for (const auto& record : arrivals) expect(record);
  return run(INT64_MAX);
}

std::vector<Record> TreeReferee::run(std::int64_t until) {
  while (!events_.empty() && events_.top().time < until) {
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    if (event.kind == 0) timer(event);
    if (event.kind == 1) arrive(event.record);
    if (event.kind == 2) {
      asked_ = INT64_MAX;
      if (free_ > now_) continue;  // an earlier choice took the line
      if (const auto& port = members_[spec_.queues.size()]; !port->pir.open(now_)) continue;
      serve();
    }
    ask_for_choice();
  }
  return std::exchange(out_, {});
}

}  // namespace qoslab::dataplane
