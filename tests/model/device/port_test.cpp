// A port as a whole: classes, shaper, reservations.
#include "model/device/port.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "model/device/shaper.h"
#include "model/device/tree.h"

namespace qoslab {
namespace {

using namespace literals;

struct Drops final : DropSink {
  void dropped(const Packet& packet, DropReason reason, Instant /*now*/) override {
    list.push_back({packet.id, reason});
  }
  std::vector<std::pair<std::uint64_t, DropReason>> list;
};

ClassSpec leaf(const std::string& name, const ClassShare& share, std::int64_t packets = 50) {
  ClassSpec c;
  c.name = name;
  c.share = share;
  c.queue.limit = {.packets = packets, .bytes = std::nullopt};
  return c;
}

RouteToClass route(std::uint8_t dscp, const std::string& name) {
  Match match;
  match.dscps = {Dscp{dscp}};
  return {match, name};
}

PortSpec port_spec(SchedulerKind kind, std::vector<ClassSpec> classes) {
  PortSpec spec;
  spec.node = "r";
  spec.link = "l";
  spec.layer = Layer::ip;
  spec.link_rate = Rate::mbps(10);
  spec.scheduler = kind;
  spec.classes = std::move(classes);
  return spec;
}

Packet packet(std::uint64_t id, std::int64_t size, std::uint8_t dscp = 0) {
  Packet p;
  p.id = id;
  p.ip_size = Bytes{size};
  p.dscp = Dscp{dscp};
  return p;
}

/// Everything that leaves until `end`, with its time, on an infinitely fast line.
std::vector<std::pair<std::uint64_t, Instant>> drain(QueueingPort& port, Instant from, Instant end) {
  std::vector<std::pair<std::uint64_t, Instant>> out;
  for (Instant now = port.ready(from); now <= end; now = port.ready(now)) {
    if (const auto p = port.pop(now)) out.push_back({p->id, now});
  }
  return out;
}

TEST(Port, APacketThatNoRuleMatchesHasNoClass) {
  Drops drops;
  auto spec = port_spec(SchedulerKind::priority, {leaf("a", PriorityShare{0}), leaf("b", PriorityShare{1})});
  spec.classify = {route(1, "a"), route(2, "b")};
  QueueingPort port{spec, 1, drops};
  port.push(packet(7, 100, 3), {});
  EXPECT_EQ(drops.list, (std::vector<std::pair<std::uint64_t, DropReason>>{{7, DropReason::no_class}}));
  EXPECT_EQ(port.ready({}), Instant::never());
}

TEST(Port, APlainFifoNeedsNoRules) {
  Drops drops;
  QueueingPort port{port_spec(SchedulerKind::fifo, {leaf("all", FifoShare{}, 2)}), 1, drops};
  for (std::uint64_t i = 0; i < 3; ++i) port.push(packet(i, 100), {});
  EXPECT_EQ(drops.list, (std::vector<std::pair<std::uint64_t, DropReason>>{{2, DropReason::queue_full}}));
  EXPECT_EQ(port.pop({})->id, 0U);
  EXPECT_EQ(port.pop({})->id, 1U);
  EXPECT_FALSE(port.pop({}));
  const auto report = port.report().front();
  EXPECT_EQ(report.arrived_packets, 3);
  EXPECT_EQ(report.sent_packets, 2);
  EXPECT_EQ(report.dropped[static_cast<std::size_t>(DropReason::queue_full)], (Backlog{1, Bytes{100}}));
  EXPECT_EQ(report.most_waiting, (Backlog{2, Bytes{200}}));
  EXPECT_EQ(report.waiting, Backlog{});
}

TEST(Port, SaysWhatHappenedLately) {
  using Lately = QueueingPort::Lately;
  const auto same = [](const Lately& a, const Lately& b) {
    return a.sent == b.sent && a.lost == b.lost && a.most_waiting == b.most_waiting;
  };
  Drops drops;
  QueueingPort port{port_spec(SchedulerKind::fifo, {leaf("all", FifoShare{}, 3)}), 1, drops};
  for (std::uint64_t i = 0; i < 4; ++i) port.push(packet(i, 100), {});
  port.pop({});
  EXPECT_TRUE(same(port.lately().front(), {{1, Bytes{100}}, {1, Bytes{100}}, {3, Bytes{300}}}));
  port.pop({});
  EXPECT_TRUE(same(port.lately().front(), {{1, Bytes{100}}, {}, {2, Bytes{200}}})) << "at its beginning";
  EXPECT_TRUE(same(port.lately().front(), {{}, {}, {1, Bytes{100}}}));
  port.push(packet(4, 70), {});
  EXPECT_TRUE(same(port.lately().front(), {{}, {}, {2, Bytes{170}}}));
  EXPECT_EQ(port.report().front().most_waiting, (Backlog{3, Bytes{300}})) << "of all the time";
}

TEST(Port, ATokenBucketShaperSendsItsBurstAtOnceAndThenItsRateExactly) {
  Drops drops;
  auto spec = port_spec(SchedulerKind::fifo, {leaf("all", FifoShare{}, 100)});
  spec.shaper = ShaperSpec{ShaperSpec::Kind::token_bucket, Rate::mbps(1), Bytes{2000}, {}};
  QueueingPort port{spec, 1, drops};
  for (std::uint64_t i = 0; i < 50; ++i) port.push(packet(i, 1000), {});
  const auto out = drain(port, {}, Instant{} + 10_s);
  ASSERT_EQ(out.size(), 50U);
  // Level 2000: three leave at once (the third takes it to -1000), then one every 8 ms from the first return to zero.
  EXPECT_EQ(out[2].second, Instant{});
  for (std::size_t i = 3; i < 50; ++i) EXPECT_EQ(out[i].second, Instant{} + 8_ms * static_cast<std::int64_t>(i - 2));
}

TEST(Port, ATokenBucketShaperChoosesAtTheLastMoment) {
  Drops drops;
  auto spec = port_spec(SchedulerKind::priority, {leaf("low", PriorityShare{0}), leaf("high", PriorityShare{1})});
  spec.classify = {route(0, "low"), route(1, "high")};
  spec.shaper = ShaperSpec{ShaperSpec::Kind::token_bucket, Rate::mbps(1), Bytes{0}, {}};
  QueueingPort port{spec, 1, drops};
  port.push(packet(0, 1000), {});
  port.push(packet(1, 1000), {});
  EXPECT_EQ(port.pop({})->id, 0U);
  port.push(packet(2, 1000, 1), Instant{} + 7_ms);
  EXPECT_EQ(port.ready(Instant{} + 7_ms), Instant{} + 8_ms);
  EXPECT_EQ(port.pop(Instant{} + 8_ms)->id, 2U) << "urgent, though it came later";
}

TEST(Port, APipeKeepsNoCreditWhileIdle) {
  Drops drops;
  auto spec = port_spec(SchedulerKind::fifo, {leaf("all", FifoShare{}, 100)});
  spec.shaper = ShaperSpec{ShaperSpec::Kind::pipe, Rate::mbps(1), Bytes{0}, {}};
  QueueingPort port{spec, 1, drops};
  const Instant late = Instant{} + 1_s;
  port.push(packet(0, 1000), late);
  port.push(packet(1, 500), late);
  const auto out = drain(port, late, late + 1_s);
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0].second, late + 8_ms);
  EXPECT_EQ(out[1].second, late + 12_ms);
}

TEST(Port, DeparturesWaitForTheTickWithoutLosingRate) {
  Drops drops;
  auto spec = port_spec(SchedulerKind::fifo, {leaf("all", FifoShare{}, 200)});
  spec.shaper = ShaperSpec{ShaperSpec::Kind::pipe, Rate::mbps(1), Bytes{0}, 5_ms};
  QueueingPort port{spec, 1, drops};
  for (std::uint64_t i = 0; i < 100; ++i) port.push(packet(i, 1000), {});
  const auto out = drain(port, {}, Instant{} + 10_s);
  ASSERT_EQ(out.size(), 100U);
  for (const auto& [id, when] : out) EXPECT_EQ(when.ps() % (5_ms).ps(), 0);
  EXPECT_EQ(out.back().second, Instant{} + 800_ms);
}

PortSpec reservable_spec() {
  Wf2qShare rest{Rate::kbps(500)};
  auto spec = port_spec(SchedulerKind::wf2q_plus, {leaf("rest", rest)});
  spec.classify = {{Match{}, "rest"}};
  ReservableSpec reservable;
  reservable.bandwidth = Rate::kbps(500);
  reservable.share_template = leaf("reserved", Wf2qShare{}, 3);
  reservable.most_flows = 2;
  spec.reservable = reservable;
  return spec;
}

PortReservation reservation(std::uint8_t dscp) {
  PortReservation r;
  r.senders = {route(dscp, "").match};
  r.rate = Rate::kbps(500);
  return r;
}

const QueueingPort::ClassReport class_named(const QueueingPort& port, const std::string& name) {
  for (const auto& c : port.report())
    if (c.name == name) return c;
  throw std::out_of_range{name};
}

TEST(Port, AReservationGetsAClassOfItsOwnWhileASlotIsFree) {
  Drops drops;
  QueueingPort port{reservable_spec(), 1, drops};
  const auto first = port.reserve(reservation(1), {});
  ASSERT_TRUE(first);
  ASSERT_TRUE(port.reserve(reservation(2), {}));
  EXPECT_FALSE(port.reserve(reservation(3), {}));
  port.push(packet(0, 100, 1), {});
  EXPECT_EQ(class_named(port, "reserved-1").waiting.packets, 1);
  port.push(packet(1, 100, 3), {});
  EXPECT_EQ(class_named(port, "rest").waiting.packets, 1);
}

TEST(Port, AReleasedSlotDrainsBeforeItIsGivenAway) {
  Drops drops;
  QueueingPort port{reservable_spec(), 1, drops};
  const auto first = port.reserve(reservation(1), {});
  ASSERT_TRUE(port.reserve(reservation(2), {}));
  port.push(packet(0, 100, 1), {});
  port.release(*first, {});
  EXPECT_FALSE(port.reserve(reservation(3), {})) << "a packet of the old reservation still waits there";
  port.push(packet(1, 100, 1), {});
  EXPECT_EQ(class_named(port, "rest").waiting.packets, 1) << "no longer reserved";
  while (port.pop({})) continue;
  EXPECT_TRUE(port.reserve(reservation(3), {}));
}

TEST(Port, ExcessOfAPolicedReservationIsBestEffort) {
  Drops drops;
  QueueingPort port{reservable_spec(), 1, drops};
  auto r = reservation(1);
  r.police = TSpec{Rate::kbps(8), Bytes{250}, Rate::mbps(1), Bytes{100}, Bytes{1500}};
  ASSERT_TRUE(port.reserve(r, {}));
  for (std::uint64_t i = 0; i < 4; ++i) port.push(packet(i, 50, 1), {});  // each counts as 100: m
  EXPECT_EQ(class_named(port, "reserved-1").arrived_packets, 2);
  EXPECT_EQ(class_named(port, "rest").arrived_packets, 2);
  port.push(packet(9, 50, 1), Instant{} + 1_s);
  EXPECT_EQ(class_named(port, "reserved-1").arrived_packets, 3);
}

TEST(Port, AChangedReservationKeepsItsClass) {
  Drops drops;
  QueueingPort port{reservable_spec(), 1, drops};
  const auto first = port.reserve(reservation(1), {});
  port.push(packet(0, 100, 1), {});
  port.change(*first, reservation(2), {});
  port.push(packet(1, 100, 2), {});
  EXPECT_EQ(class_named(port, "reserved-1").waiting.packets, 2);
}

TEST(Port, WhoWatchesReservedTrafficSeesNothingElse) {
  Drops drops;
  QueueingPort port{reservable_spec(), 1, drops};
  ASSERT_TRUE(port.reserve(reservation(1), {}));
  Bytes seen;
  port.watch_reserved([&](Bytes size, Instant) { seen += size; });
  port.push(packet(0, 100, 1), {});
  port.push(packet(1, 700, 0), {});
  while (port.pop({})) continue;
  EXPECT_EQ(seen, Bytes{100});
}

TEST(ClassTree, NestsOneSchedulerBelowAnother) {
  auto data = leaf("data", PriorityShare{0});
  data.scheduler = SchedulerKind::drr;
  data.children = {leaf("bulk", DrrShare{Bytes{1000}}), leaf("web", DrrShare{Bytes{3000}})};
  const auto spec = port_spec(SchedulerKind::priority, {leaf("voice", PriorityShare{1}), data});
  const auto tree = build_class_tree(spec);
  ASSERT_EQ(tree.leaves.size(), 3U);
  EXPECT_EQ(tree.leaves[0].name, "voice");
  EXPECT_EQ(tree.leaves[2].name, "web");
  std::map<int, int> served;
  for (const int child : {0, 1, 2}) tree.scheduler->wake(child, Bytes{1000}, {});
  for (int i = 0; i < 9; ++i) {
    const int child = *tree.scheduler->choose({});
    ++served[child];
    if (i == 0) {
      EXPECT_EQ(child, 0);
    }
    const bool voice_is_done = child == 0;
    tree.scheduler->sent(child, Bytes{1000}, voice_is_done ? std::nullopt : std::optional{Bytes{1000}}, {});
  }
  EXPECT_EQ(served, (std::map<int, int>{{0, 1}, {1, 2}, {2, 6}}));
}

TEST(ClassTree, PutsReservationsBelowTheClassThatIsNamed) {
  Hfsc::Class shared;
  shared.link_share = ServiceCurve{Rate::kbps(400), {}, Rate::kbps(400)};
  auto parent = leaf("premium", shared);
  parent.children = {leaf("fixed", shared)};
  auto spec = port_spec(SchedulerKind::hfsc, {leaf("rest", shared), parent});
  ReservableSpec reservable;
  reservable.parent = "premium";
  reservable.share_template = leaf("reserved", Hfsc::Class{});
  reservable.most_flows = 2;
  spec.reservable = reservable;
  const auto tree = build_class_tree(spec);
  ASSERT_EQ(tree.leaves.size(), 4U);
  EXPECT_EQ(tree.leaves[1].name, "fixed");
  EXPECT_EQ(tree.first_slot, 2);
  EXPECT_EQ(tree.leaves[3].name, "reserved-2");
  EXPECT_NE(tree.adjustable, nullptr);
}

}  // namespace
}  // namespace qoslab
