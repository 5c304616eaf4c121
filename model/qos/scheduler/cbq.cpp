#include "model/qos/scheduler/cbq.h"

#include <algorithm>
#include <array>

#include "model/qos/scheduler/idle_estimator.h"

namespace qoslab {
namespace {

constexpr int priorities = 8;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

struct Node {
  explicit Node(const Cbq::Class& c, const IdleEstimator& e) : what{c}, estimator{e} {}

  Cbq::Class what;
  IdleEstimator estimator;
  int parent = -1;
  int lender = -1;  ///< the parent if it may borrow
  int depth = 0;    ///< 0 without children, otherwise one more than the deepest child
  bool backlogged = false;
  std::size_t place = 0;  ///< of a leaf: in its priority's ring
  Bytes quantum;          ///< of the weighted round robin
  Bytes allotment;        ///< what is left of it
  struct Sleep {
    Instant since;
    Instant until;  ///< the penalty's end: whoever looks after it finds the class awake
    Instant timer;  ///< wakes it in any case
    [[nodiscard]] bool over(Instant now) const { return until <= now || timer <= now; }
  };
  std::optional<Sleep> sleep;
  Cbq::Suspensions suspensions;

  void suspend(Duration pause, Duration tick, Instant now);
  void awaken(Instant now);
};

/// The timer fires on the kernel's ticks, the current one being partly over: the second next for short pauses (and then
/// perhaps before the penalty's end), otherwise the first after it, and one more.
void Node::suspend(Duration pause, Duration tick, Instant now) {
  const Instant until = estimator.within_limit_from() + pause;
  const Duration delay = until - now;
  const std::int64_t wait = delay > tick * 2 ? (delay + tick - Duration::picoseconds(1)) / tick + 1 : 2;
  const Instant last_tick = Instant::at(tick * (now.since_start() / tick));
  sleep = Sleep{.since = now, .until = until, .timer = last_tick + tick * wait};
  ++suspensions.count;
}

void Node::awaken(Instant now) {
  suspensions.time += std::min(now, sleep->timer) - sleep->since;
  sleep.reset();
  estimator.forgive();
}

}  // namespace

struct Cbq::State {
  State(Link link, const std::vector<Class>& classes);

  [[nodiscard]] IdleEstimator estimator_of(const Class& c) const;
  [[nodiscard]] Node& leaf(int child) { return nodes[at(node_of[at(child)])]; }
  void share_out(int priority);
  bool may_send(Node& node, int level, Instant now);
  std::optional<int> next_of(int priority, int level, Instant now);
  void charge(Node& node, Bytes size, Instant now);
  [[nodiscard]] Instant completion_of(Bytes size, Instant now);

  struct Ring {
    std::vector<int> nodes;
    std::size_t front = 0;
  };

  Link link;
  std::vector<Node> nodes;  ///< as given: the root first
  std::vector<int> node_of;
  std::array<Ring, priorities> rings;
  Instant link_free;  ///< as ALTQ estimates it from what it handed over
};

Cbq::State::State(Link l, const std::vector<Class>& classes) : link{l} {
  for (const Class& c : classes) nodes.emplace_back(c, estimator_of(c));
  if (nodes.front().what.rate == Rate{}) {
    nodes.front().what.rate = link.rate;
    nodes.front().estimator = estimator_of(nodes.front().what);
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    Node& node = nodes[i];
    node.parent = std::max(node.what.parent, 0);
    if (node.what.borrow) node.lender = node.parent;
    if (!node.what.leaf) continue;
    const std::size_t child = at(*node.what.leaf);
    node_of.resize(std::max(node_of.size(), child + 1), -1);
    node_of[child] = static_cast<int>(i);
    Ring& ring = rings[at(node.what.priority)];
    node.place = ring.nodes.size();
    ring.nodes.push_back(static_cast<int>(i));
  }
  for (const Node& node : nodes) {
    int depth = 1;
    for (int n = node.parent; n >= 0; n = nodes[at(n)].parent, ++depth) {
      nodes[at(n)].depth = std::max(nodes[at(n)].depth, depth);
    }
  }
  for (int p = 0; p < priorities; ++p) share_out(p);
}

IdleEstimator Cbq::State::estimator_of(const Class& c) const {
  return IdleEstimator{{.rate = c.rate,
                        .link = link.rate,
                        .average_packet = c.average_packet,
                        .largest_packet = link.mtu,
                        .maxburst = c.maxburst,
                        .minburst = c.minburst}};
}

/// Quanta in proportion to the rates, the average one a largest packet; slots without a rate do not count.
void Cbq::State::share_out(int priority) {
  const std::vector<int>& members = rings[at(priority)].nodes;
  Int128 sum = 0;
  std::int64_t sharers = 0;
  for (int i : members) {
    const std::int64_t rate = nodes[at(i)].what.rate.bps();
    sum += rate;
    sharers += rate > 0 ? 1 : 0;
  }
  if (sum == 0) return;
  const Int128 whole = static_cast<Int128>(link.mtu.count()) * sharers;
  for (int i : members) {
    nodes[at(i)].quantum = Bytes{static_cast<std::int64_t>(whole * nodes[at(i)].what.rate.bps() / sum)};
  }
}

/// Is the class, or a lender up to `level`, within its limit? One that has nobody to borrow from is suspended.
bool Cbq::State::may_send(Node& node, int level, Instant now) {
  if (node.sleep) {
    if (!node.sleep->over(now)) return false;
    node.awaken(now);
    return true;
  }
  const Node* payer = &node;
  while (payer->estimator.over_limit(now)) {
    if (payer->lender < 0) {
      // The pause is the top lender's, unless that one is itself hopelessly late (ALTQ's BORROW_OFFTIME).
      const bool own = payer == &node || payer->estimator.at_floor();
      const Duration offtime = own ? node.estimator.offtime() : payer->estimator.offtime();
      node.suspend(node.estimator.pause_beyond_last_packet(offtime), link.tick, now);
      return false;
    }
    payer = &nodes[at(payer->lender)];
    if (payer->depth > level) return false;
  }
  return true;
}

/// Weighted round robin among those of one priority that may send. A class in debt is passed over once, which clears
/// the debt; if all are in debt the first goes all the same.
std::optional<int> Cbq::State::next_of(int priority, int level, Instant now) {
  const Ring& ring = rings[at(priority)];
  std::optional<int> indebted;
  for (std::size_t k = 0; k < ring.nodes.size(); ++k) {
    Node& node = nodes[at(ring.nodes[(ring.front + k) % ring.nodes.size()])];
    if (!node.backlogged || !may_send(node, level, now)) continue;
    if (node.allotment <= Bytes{}) node.allotment += node.quantum;
    if (node.allotment > Bytes{}) return node.what.leaf;
    node.allotment = Bytes{};
    if (!indebted) indebted = node.what.leaf;
  }
  return indebted;
}

/// When the link will have sent this too. It is never thought to be more than some packets behind.
Instant Cbq::State::completion_of(Bytes size, Instant now) {
  const Duration largest = time_to_send(link.mtu, link.rate);
  const Duration most_ahead = largest * (largest > Duration::milliseconds(10) ? 4 : 16);
  link_free = std::min(std::max(link_free, now) + time_to_send(size, link.rate), now + most_ahead);
  return link_free;
}

void Cbq::State::charge(Node& node, Bytes size, Instant now) {
  const Instant completion = completion_of(size, now);
  for (Node* n = &node;; n = &nodes[at(n->parent)]) {
    n->estimator.sent(size, completion, now);
    if (n->parent < 0) break;
  }
  Ring& ring = rings[at(node.what.priority)];
  if (node.allotment > Bytes{}) node.allotment -= size;
  const bool used_up = node.allotment <= Bytes{};
  ring.front = (node.place + (used_up ? 1 : 0)) % ring.nodes.size();
}

Cbq::Cbq(Link link, std::vector<Class> classes) : state_{std::make_unique<State>(link, classes)} {}
Cbq::~Cbq() = default;

void Cbq::wake(int child, Bytes /*head*/, Instant /*now*/) { state_->leaf(child).backlogged = true; }

/// Those within their own limit first, then those that can borrow from their parents, from their grandparents, ...
std::optional<int> Cbq::choose(Instant now) {
  const int top = state_->nodes.front().depth;
  for (int level = 0; level <= top; ++level) {
    for (int p = priorities - 1; p >= 0; --p) {
      if (const auto child = state_->next_of(p, level, now)) return child;
    }
  }
  return std::nullopt;
}

void Cbq::sent(int child, Bytes size, std::optional<Bytes> next, Instant now) {
  Node& node = state_->leaf(child);
  node.backlogged = next.has_value();
  if (size > Bytes{}) state_->charge(node, size, now);
}

Instant Cbq::ready(Instant now) const {
  Instant earliest = Instant::never();
  for (const Node& node : state_->nodes) {
    if (!node.backlogged) continue;
    if (!node.sleep || node.sleep->over(now)) return now;
    earliest = std::min(earliest, node.sleep->timer);
  }
  return earliest;
}

void Cbq::set_rate(int child, Rate rate, Instant now) {
  Node& node = state_->leaf(child);
  if (node.sleep) node.awaken(now);
  node.what.rate = rate;
  node.estimator = state_->estimator_of(node.what);
  state_->share_out(node.what.priority);
}

Cbq::Suspensions Cbq::suspensions(int child) const { return state_->leaf(child).suspensions; }

}  // namespace qoslab
