#include "model/device/port.h"

#include <algorithm>
#include <map>
#include <utility>

#include "model/device/shaper.h"
#include "model/device/tree.h"
#include "model/qos/classifier.h"
#include "model/qos/meter/token_bucket.h"
#include "model/units/random.h"

namespace qoslab {
namespace {

std::unique_ptr<DropPolicy> drop_policy(const QueueSpec& spec, std::uint64_t seed) {
  if (!spec.red) return nullptr;
  const auto& red = *spec.red;
  if (red.kind == RedSpec::Kind::red) return std::make_unique<Red>(red.parameters, red.curves[0], seed);
  const auto averages = red.kind == RedSpec::Kind::wred ? ColoredRed::Averages::shared : ColoredRed::Averages::nested;
  return std::make_unique<ColoredRed>(averages, red.parameters, red.curves, seed);
}

Queue queue_of(const QueueSpec& spec, std::uint64_t seed) {
  std::optional<CoDel> codel;
  if (spec.codel) codel.emplace(*spec.codel);
  return {spec.limit, spec.overflow, drop_policy(spec, seed), codel};
}

Classifier classifier_of(const PortSpec& spec, const std::vector<ClassSpec>& leaves) {
  std::vector<Classifier::Rule> rules;
  for (const auto& route : spec.classify) {
    const auto leaf =
        std::find_if(leaves.begin(), leaves.end(), [&](const ClassSpec& c) { return c.name == route.class_name; });
    rules.push_back({route.match, static_cast<int>(leaf - leaves.begin())});
  }
  if (rules.empty() && leaves.size() == 1) rules.push_back({Match{}, 0});
  return Classifier{std::move(rules)};
}

/// One leaf: its queue and its line in the report.
struct Leaf {
  /// All of it, ...
  [[nodiscard]] QueueingPort::Lately totals() const {
    Backlog lost;
    for (const auto& count : report.dropped) lost = {lost.packets + count.packets, lost.bytes + count.bytes};
    return {{report.sent_packets, report.sent_bytes}, lost, std::max(report.most_waiting, most_lately)};
  }
  /// ... and what is new since it was asked for last.
  QueueingPort::Lately lately() {
    const auto before = std::exchange(told, totals());
    report.most_waiting = told.most_waiting;
    return {{told.sent.packets - before.sent.packets, told.sent.bytes - before.sent.bytes},
            {told.lost.packets - before.lost.packets, told.lost.bytes - before.lost.bytes},
            std::exchange(most_lately, queue.backlog())};
  }

  Queue queue;
  QueueingPort::ClassReport report;
  QueueingPort::Lately told;
  Backlog most_lately;    ///< the most that waited since `told`; what waited before is in the report
  bool draining = false;  ///< its reservation is gone, its last packets are not
};

/// A reservation that stands: its packets, its policer.
struct Installed {
  Installed(const PortReservation& r, int leaf_) : senders{r.senders}, leaf{leaf_} {
    if (!r.police) return;
    policer.emplace(r.police->rate, r.police->bucket);
    min_policed = r.police->min_policed;
  }
  bool conforms(const Packet& packet, Instant now) {
    return !policer || policer->take_if_held(std::max(packet.ip_size, min_policed), now);
  }

  std::vector<Match> senders;
  std::optional<TokenBucket> policer;
  Bytes min_policed;
  int leaf;
};

bool any_matches(const std::vector<Match>& matches, const Packet& packet) {
  return std::any_of(matches.begin(), matches.end(), [&](const Match& m) { return m.matches(packet); });
}

}  // namespace

struct QueueingPort::State final : DropSink {
  State(const PortSpec& spec, std::uint64_t seed, DropSink& books_)
      : books{books_}, layer{spec.layer}, tree{build_class_tree(spec)}, classifier{classifier_of(spec, tree.leaves)} {
    for (const auto& c : tree.leaves) {
      const auto leaf_seed = RandomStream::mix(seed, spec.node + "." + spec.link + "/" + c.name);
      leaves.push_back({.queue = queue_of(c.queue, leaf_seed), .report = {}, .told = {}, .most_lately = {}});
      leaves.back().report.name = c.name;
    }
    if (spec.shaper) shaper.emplace(*spec.shaper);
    slots = spec.reservable ? spec.reservable->most_flows : 0;
    for (int i = slots; i-- > 0;) free_slots.push_back(tree.first_slot + i);
    cbq = dynamic_cast<const Cbq*>(tree.scheduler.get());
  }

  /// The leaf of a packet: its reservation's while it conforms, else what the rules say.
  std::optional<int> leaf_of(const Packet& packet, Instant now) {
    for (auto& [number, r] : installed) {
      if (!any_matches(r.senders, packet)) continue;
      if (r.conforms(packet, now)) return r.leaf;
      break;
    }
    return classifier.classify(packet);
  }

  /// The leaf that what happens next is booked to.
  Leaf& enter(int number) {
    current = &leaves[static_cast<std::size_t>(number)];
    return *current;
  }

  [[nodiscard]] Bytes counted(const Packet& packet) const { return size_at(layer, packet.ip_size); }

  void join(int number, const Packet& packet, Instant now) {
    auto& leaf = enter(number);
    ++leaf.report.arrived_packets;
    leaf.report.arrived_bytes += packet.ip_size;
    const bool was_idle = leaf.queue.front() == nullptr;
    leaf.queue.push(packet, now, *this);
    leaf.most_lately = std::max(leaf.most_lately, leaf.queue.backlog());
    if (!was_idle || leaf.queue.front() == nullptr) return;
    if (shaper && waiting == 0) shaper->front(counted(packet), now);
    tree.scheduler->wake(number, counted(*leaf.queue.front()), now);
    ++waiting;
  }

  std::optional<Packet> leave(int number, Instant now) {
    auto& leaf = enter(number);
    auto packet = leaf.queue.pop(now, *this);
    const Packet* front = leaf.queue.front();
    const auto next = front != nullptr ? std::optional{counted(*front)} : std::nullopt;
    tree.scheduler->sent(number, packet ? counted(*packet) : Bytes{0}, next, now);
    if (!next) --waiting;
    if (packet) {
      ++leaf.report.sent_packets;
      leaf.report.sent_bytes += packet->ip_size;
      if (shaper) shaper->left(counted(*packet), now);
      if (reserved_watcher && is_slot(number)) reserved_watcher(counted(*packet), now);
    }
    if (shaper && next) shaper->front(*next, front->arrived);
    if (leaf.draining && !next) free_slot(number, now);
    return packet;
  }

  [[nodiscard]] bool is_slot(int number) const { return tree.first_slot <= number && number < tree.first_slot + slots; }

  void free_slot(int number, Instant now) {
    leaves[static_cast<std::size_t>(number)].draining = false;
    tree.adjustable->set_rate(number, Rate{}, now);
    free_slots.push_back(number);
  }

  void dropped(const Packet& packet, DropReason reason, Instant now) override {
    auto& count = current->report.dropped[static_cast<std::size_t>(reason)];
    ++count.packets;
    count.bytes += packet.ip_size;
    books.dropped(packet, reason, now);
  }

  DropSink& books;
  Layer layer;
  ClassTree tree;
  Classifier classifier;
  std::vector<Leaf> leaves;
  Leaf* current = nullptr;
  std::optional<Shaper> shaper;
  std::map<int, Installed> installed;
  std::function<void(Bytes, Instant)> reserved_watcher;
  int slots = 0;
  std::vector<int> free_slots;
  const Cbq* cbq = nullptr;
  int next_reservation = 0;
  int waiting = 0;  ///< leaves with something in their queue
};

QueueingPort::QueueingPort(const PortSpec& spec, std::uint64_t seed, DropSink& drops)
    : state_{std::make_unique<State>(spec, seed, drops)} {}
QueueingPort::~QueueingPort() = default;

void QueueingPort::push(Packet packet, Instant now) {
  packet.arrived = now;
  if (const auto leaf = state_->leaf_of(packet, now)) {
    state_->join(*leaf, packet, now);
  } else {
    state_->books.dropped(packet, DropReason::no_class, now);
  }
}

std::optional<Packet> QueueingPort::pop(Instant now) {
  if (state_->waiting == 0 || (state_->shaper && state_->shaper->ready(now) > now)) return std::nullopt;
  while (const auto leaf = state_->tree.scheduler->choose(now)) {
    if (auto packet = state_->leave(*leaf, now)) return packet;
  }
  return std::nullopt;
}

Instant QueueingPort::ready(Instant now) const {
  if (state_->waiting == 0) return Instant::never();
  return state_->tree.scheduler->ready(state_->shaper ? state_->shaper->ready(now) : now);
}

std::optional<int> QueueingPort::reserve(const PortReservation& reservation, Instant now) {
  if (state_->free_slots.empty() || state_->tree.adjustable == nullptr) return std::nullopt;
  const int leaf = state_->free_slots.back();
  state_->free_slots.pop_back();
  state_->tree.adjustable->set_rate(leaf, reservation.rate, now);
  const int number = state_->next_reservation++;
  state_->installed.emplace(number, Installed{reservation, leaf});
  return number;
}

void QueueingPort::change(int reservation, const PortReservation& to, Instant now) {
  auto& installed = state_->installed.at(reservation);
  state_->tree.adjustable->set_rate(installed.leaf, to.rate, now);
  installed = Installed{to, installed.leaf};
}

void QueueingPort::watch_reserved(std::function<void(Bytes, Instant)> watcher) {
  state_->reserved_watcher = std::move(watcher);
}

void QueueingPort::release(int reservation, Instant now) {
  const auto found = state_->installed.find(reservation);
  if (found == state_->installed.end()) return;
  const int leaf = found->second.leaf;
  state_->installed.erase(found);
  auto& slot = state_->leaves[static_cast<std::size_t>(leaf)];
  slot.draining = slot.queue.front() != nullptr;
  if (!slot.draining) state_->free_slot(leaf, now);
}

std::vector<QueueingPort::ClassReport> QueueingPort::report() const {
  std::vector<ClassReport> result;
  for (std::size_t i = 0; i < state_->leaves.size(); ++i) {
    auto line = state_->leaves[i].report;
    line.most_waiting = state_->leaves[i].totals().most_waiting;
    line.waiting = state_->leaves[i].queue.backlog();
    if (state_->cbq != nullptr) {
      const auto s = state_->cbq->suspensions(static_cast<int>(i));
      line.suspensions = s.count;
      line.suspended = s.time;
    }
    result.push_back(std::move(line));
  }
  return result;
}

std::vector<QueueingPort::Lately> QueueingPort::lately() {
  std::vector<Lately> result;
  for (auto& leaf : state_->leaves) result.push_back(leaf.lately());
  return result;
}

}  // namespace qoslab
