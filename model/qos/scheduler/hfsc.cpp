#include "model/qos/scheduler/hfsc.h"

#include <algorithm>

#include "model/qos/scheduler/pair_forest.h"

namespace qoslab {
namespace {

constexpr int none = PairForest::none;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Int128 instant(Instant t) { return t.ps(); }

struct Node {
  int parent = none;
  std::optional<int> leaf;
  std::optional<ServiceCurve> real_time_shape;
  std::optional<ServiceCurve> link_share_shape;
  std::optional<ServiceCurve> upper_limit_shape;
  std::optional<RuntimeCurve> deadline;  ///< over time
  std::optional<RuntimeCurve> share;     ///< over the parent's virtual time
  std::optional<RuntimeCurve> limit;     ///< over time

  std::optional<Bytes> head;         ///< of a leaf that has something to send
  Int128 real_time_work = 0;         ///< what the real-time rule served
  Int128 work = 0;                   ///< what both rules served
  Int128 virtual_time = 0;           ///< where the share curve reaches `work`
  bool active = false;               ///< in the parent's tree
  PairForest::Tree children = none;  ///< the active ones, by virtual time; value: the time from which they fit
  Int128 passed = 0;                 ///< the largest virtual time at which the link-sharing rule took a child
  Int128 peak = 0;                   ///< the largest virtual time of any child so far
};

/// Sets a curve, or lets a running one know that the class wakes.
void start(std::optional<RuntimeCurve>& curve, const std::optional<ServiceCurve>& shape, Int128 x, Int128 y) {
  if (!shape) return;
  if (curve) {
    curve->restart(x, y);
  } else {
    curve.emplace(*shape, x, y);
  }
}

}  // namespace

struct Hfsc::State {
  explicit State(const std::vector<Class>& classes);

  [[nodiscard]] Node& node(int i) { return nodes[at(i)]; }
  void activate(int leaf, Bytes head, Instant now);
  void enlist_deadline(int leaf);
  void join_siblings(int child);
  void reorder(int child, bool active);
  void rise(int leaf, Instant now);
  void pass_up(int leaf);
  void count(int leaf, Bytes size, Instant now);
  [[nodiscard]] Int128 fits_from(int i) const;

  std::vector<Node> nodes;
  std::vector<int> node_of;
  PairForest by_eligible_time;  ///< leaves; value: deadline
  PairForest::Tree requests = none;
  PairForest by_virtual_time;
  bool by_deadline = false;  ///< the rule that chose last
  Bytes largest;             ///< packet so far
};

Hfsc::State::State(const std::vector<Class>& classes)
    : nodes(classes.size()),
      by_eligible_time{static_cast<int>(classes.size())},
      by_virtual_time{static_cast<int>(classes.size())} {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const Class& c = classes[i];
    nodes[i].parent = i == 0 ? none : std::max(c.parent, 0);
    nodes[i].leaf = c.leaf;
    nodes[i].real_time_shape = c.leaf ? c.real_time : std::nullopt;
    nodes[i].link_share_shape = c.link_share;
    nodes[i].upper_limit_shape = c.upper_limit;
    if (!c.leaf) continue;
    node_of.resize(std::max(node_of.size(), at(*c.leaf) + 1), none);
    node_of[at(*c.leaf)] = static_cast<int>(i);
  }
}

/// A class fits when its own limit allows and, if it is an inner one, some active child fits.
Int128 Hfsc::State::fits_from(int i) const {
  const Node& n = nodes[at(i)];
  const Int128 own = n.limit ? n.limit->reach(n.work) : 0;
  if (n.leaf) return own;
  const int soonest = by_virtual_time.least(n.children);
  return soonest == none ? RuntimeCurve::never : std::max(own, by_virtual_time.value(soonest));
}

void Hfsc::State::enlist_deadline(int leaf) {
  const Node& n = node(leaf);
  const Int128 deadline = n.deadline->reach(n.real_time_work + RuntimeCurve::work(*n.head));
  by_eligible_time.insert(requests, leaf, n.deadline->reach_eligible(n.real_time_work), deadline);
}

void Hfsc::State::activate(int leaf, Bytes head, Instant now) {
  Node& n = node(leaf);
  n.head = head;
  if (n.real_time_shape) {
    start(n.deadline, n.real_time_shape, instant(now), n.real_time_work);
    enlist_deadline(leaf);
  }
  rise(leaf, now);
}

/// Makes the leaf, and every ancestor that had no active child, an active child.
void Hfsc::State::rise(int leaf, Instant now) {
  int i = leaf;
  for (; i != 0 && !node(i).active && node(i).link_share_shape; i = node(i).parent) {
    Node& n = node(i);
    join_siblings(i);
    start(n.limit, n.upper_limit_shape, instant(now), n.work);
    n.active = true;
    by_virtual_time.insert(node(n.parent).children, i, n.virtual_time, fits_from(i));
  }
  for (; i != 0 && node(i).active && fits_from(i) != by_virtual_time.value(i); i = node(i).parent) reorder(i, true);
}

/// A class that becomes active begins between the earliest and the latest of its siblings, not before where it was. If
/// it has none, all of them begin anew, from the same virtual time.
void Hfsc::State::join_siblings(int child) {
  Node& n = node(child);
  const Node& parent = node(n.parent);
  Int128 begin = parent.peak;
  if (parent.children != none) {
    const Int128 earliest = by_virtual_time.key(by_virtual_time.first(parent.children));
    const Int128 latest = by_virtual_time.key(by_virtual_time.last(parent.children));
    begin = (earliest + latest) / 2;
  }
  n.virtual_time = std::max(n.virtual_time, begin);
  start(n.share, n.link_share_shape, n.virtual_time, n.work);
}

/// Moves the child to where its virtual time and its fit time now belong, or out.
void Hfsc::State::reorder(int child, bool active) {
  Node& n = node(child);
  PairForest::Tree& siblings = node(n.parent).children;
  by_virtual_time.erase(siblings, child);
  n.active = active;
  if (active) by_virtual_time.insert(siblings, child, n.virtual_time, fits_from(child));
}

/// After a service: virtual times from the leaf up. A class that its limit held back while others went ahead does not
/// get that time back: its curve moves along.
void Hfsc::State::pass_up(int leaf) {
  for (int i = leaf; i != 0; i = node(i).parent) {
    Node& n = node(i);
    if (!n.active) continue;
    Node& parent = node(n.parent);
    n.virtual_time = n.share->reach(n.work);
    if (n.virtual_time < parent.passed) {
      n.share->shift(parent.passed - n.virtual_time);
      n.virtual_time = parent.passed;
    }
    parent.peak = std::max(parent.peak, n.virtual_time);
    reorder(i, n.leaf ? n.head.has_value() : n.children != none);
  }
}

Hfsc::Hfsc(std::vector<Class> classes) : state_{std::make_unique<State>(classes)} {}
Hfsc::~Hfsc() = default;

void Hfsc::wake(int child, Bytes head, Instant now) { state_->activate(state_->node_of[at(child)], head, now); }

std::optional<int> Hfsc::choose(Instant now) {
  State& s = *state_;
  const int urgent = s.by_eligible_time.least_with_key_up_to(s.requests, instant(now));
  s.by_deadline = urgent != none;
  if (s.by_deadline) return s.node(urgent).leaf;
  int i = 0;
  while (!s.node(i).leaf) {
    const int child = s.by_virtual_time.first_with_value_up_to(s.node(i).children, instant(now));
    if (child == none) return std::nullopt;
    s.node(i).passed = std::max(s.node(i).passed, s.node(child).virtual_time);
    i = child;
  }
  return s.node(i).leaf;
}

/// A class may wait a packet of somebody else's after its limit let it go, and keeps so much of its limit; what others
/// held back beyond that does not come later as a burst.
void Hfsc::State::count(int leaf, Bytes size, Instant now) {
  largest = std::max(largest, size);
  const Int128 work = RuntimeCurve::work(size);
  if (by_deadline) node(leaf).real_time_work += work;
  for (int i = leaf; i != none; i = node(i).parent) {
    Node& n = node(i);
    if (n.limit) {
      const Int128 late = instant(now) - n.limit->reach(n.work + RuntimeCurve::work(largest));
      if (late > 0) n.limit->shift(late);
    }
    n.work += work;
  }
}

void Hfsc::sent(int child, Bytes size, std::optional<Bytes> next, Instant now) {
  State& s = *state_;
  const int leaf = s.node_of[at(child)];
  Node& n = s.node(leaf);
  n.head = next;
  s.count(leaf, size, now);
  if (n.deadline) {
    s.by_eligible_time.erase(s.requests, leaf);
    if (next) s.enlist_deadline(leaf);
  }
  s.pass_up(leaf);
}

Instant Hfsc::ready(Instant now) const {
  const State& s = *state_;
  Int128 soonest = RuntimeCurve::never;
  if (s.requests != none) soonest = s.by_eligible_time.key(s.by_eligible_time.first(s.requests));
  const int fit = s.by_virtual_time.least(s.nodes.front().children);
  if (fit != none) soonest = std::min(soonest, s.by_virtual_time.value(fit));
  if (soonest >= Int128{Instant::never().ps()}) return Instant::never();
  return std::max(now, Instant::at(Duration::picoseconds(static_cast<std::int64_t>(soonest))));
}

/// The leaf's history ends: its new curves begin here.
void Hfsc::set_rate(int child, Rate rate, Instant now) {
  State& s = *state_;
  const int leaf = s.node_of[at(child)];
  Node& n = s.node(leaf);
  const std::optional<Bytes> head = n.head;
  if (head) {
    if (n.deadline) s.by_eligible_time.erase(s.requests, leaf);
    n.head.reset();
    s.pass_up(leaf);
  }
  const auto line = rate > Rate{} ? std::optional{ServiceCurve{rate, {}, rate}} : std::nullopt;
  n.real_time_shape = n.link_share_shape = line;
  n.deadline.reset();
  n.share.reset();
  if (head) s.activate(leaf, *head, now);
}

}  // namespace qoslab
