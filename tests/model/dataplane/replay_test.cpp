// A capture's packets are sent again: in its times or in proportion to them, by all loaded subscribers in turn.
#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "model/dataplane/source.h"
#include "model/packet/layers.h"
#include "tests/model/dataplane/batches.h"

namespace qoslab::dataplane {
namespace {

using namespace literals;

/// Five packets in 50 us: 0, 10, 15, 40 and 50 us; sizes of 100 to 500 B; code point 46 for the last, which is IPv6.
std::shared_ptr<const Trace> trace() {
  auto result = std::make_shared<Trace>();
  std::uint16_t frame = 0;
  for (const auto at : {0_us, 10_us, 15_us, 40_us, 50_us})
    result->packets.push_back({at, frame = static_cast<std::uint16_t>(frame + 100), Dscp{0}, false});
  result->packets.back().dscp = Dscp{46};
  result->packets.back().ipv6 = true;
  return result;
}

/// Subscribers 0, 2, 4, ... of six on the first of two links, the others on the second.
EmitterSpec on_link(std::uint32_t link, std::uint32_t links = 2) {
  EmitterSpec e;
  e.classes = {{1, 7, 3, 0}, {1, 4, 8, 1}};
  e.replay = Replay{.trace = trace(), .subscribers = 6};
  e.replay->class_of[46] = 1;
  for (std::uint32_t i = link; i < 6; i += links) {
    e.first_leaves.push_back(10 * i);
    e.replay->turns.push_back(i);
  }
  return e;
}

Batch run(const EmitterSpec& spec, Duration length) {
  Source source{{.line = Rate::gbps(100), .delay = {}, .cores = 4, .emitters = {spec}}, 1};
  Batch result;
  run_source(source, length.ps(), result);
  return result;
}

std::int64_t begun(const Record& r) {
  return r.sent - time_to_send(Bytes{r.frame} + header::preamble_and_gap, Rate::gbps(100)).ps();
}

TEST(Replay, SendsEachPacketOnceAtItsTime) {
  auto spec = on_link(0, 1);
  spec.start = Instant::at(1_ms);
  const auto sent = run(spec, 1_s);
  ASSERT_EQ(sent.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(begun(sent[i]), (1_ms + trace()->packets[i].at).ps());
    EXPECT_EQ(sent[i].frame, 100 * (i + 1));
    EXPECT_EQ(sent[i].leaf, 10 * i + (i == 4 ? 1 : 0));
    EXPECT_EQ(sent[i].stream, i == 4 ? 8 : 7);
    EXPECT_EQ(sent[i].way, core_of(sent[i].leaf, i == 4, 4));
  }
}

TEST(Replay, LinksShareThePacketsAsTheyShareTheSubscribers) {
  auto whole = on_link(0, 1);
  auto left = on_link(0);
  auto right = on_link(1);
  for (auto* spec : {&whole, &left, &right}) spec->replay->repeat = true;
  const auto all = run(whole, 10_ms);
  const auto on_left = run(left, 10_ms);
  const auto on_right = run(right, 10_ms);
  ASSERT_GT(all.size(), 700U);
  ASSERT_EQ(on_left.size() + on_right.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& part = (i % 2 == 0 ? on_left : on_right)[i / 2];
    ASSERT_EQ(part.leaf, all[i].leaf);
    ASSERT_EQ(part.sent, all[i].sent);
    ASSERT_EQ(part.frame, all[i].frame);
  }
}

TEST(Replay, OfTheSamePicosecondTheFirstEmitterIsFirst) {
  SourceSpec spec{.line = Rate::gbps(100), .delay = {}, .cores = 4, .emitters = {on_link(0, 1), on_link(0, 1)}};
  for (auto& c : spec.emitters[1].classes) c.stream = c.stream_ipv6 = 9;
  Source source{spec, 1};
  Batch sent;
  run_source(source, (1_s).ps(), sent);
  ASSERT_EQ(sent.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(sent[i].stream == 9, i % 2 == 1);
}

TEST(Replay, RepeatsAMeanGapAfterItsLastPacket) {
  auto spec = on_link(0, 1);
  spec.replay->repeat = true;
  spec.stop = Instant::at(1_ms);
  const auto sent = run(spec, 1_s);
  ASSERT_EQ(sent.size(), 16U * 5);  // a pass lasts 62.5 us
  for (std::size_t i = 0; i < sent.size(); ++i)
    ASSERT_EQ(begun(sent[i]), static_cast<std::int64_t>(i / 5) * 62'500'000 + trace()->packets[i % 5].at.ps());
}

TEST(Replay, ARateStretchesItsTimes) {
  auto spec = on_link(0, 1);
  spec.replay->repeat = true;
  spec.rate = {Rate::mbps(96), Layer::frame};  // 1500 B in 125 us: half as fast
  const auto sent = run(spec, 100_ms);
  ASSERT_EQ(sent.size(), 800U * 5);
  for (std::size_t i = 0; i < sent.size(); ++i)
    ASSERT_EQ(begun(sent[i]), static_cast<std::int64_t>(i / 5) * 125'000'000 + 2 * trace()->packets[i % 5].at.ps());
}

TEST(Replay, TheGroupsTagsComeOnTop) {
  auto spec = on_link(0, 1);
  spec.carried_tags = Bytes{8};
  EXPECT_EQ(run(spec, 1_s)[0].frame, 108);
  spec.tags = std::exchange(spec.carried_tags, Bytes{});
  const auto sent = run(spec, 1_s);
  EXPECT_EQ(sent[0].frame, 108);
  EXPECT_EQ(sent[0].sent, 120 * 80);  // they are not on this link
}

TEST(Replay, PacketsOfOneInstantRepeatOnlyWithARate) {
  auto spec = on_link(0, 1);
  auto burst = std::make_shared<Trace>(*trace());
  for (auto& packet : burst->packets) packet.at = {};
  spec.replay->trace = burst;
  spec.replay->repeat = true;
  EXPECT_EQ(run(spec, 1_ms).size(), 5U);
  spec.rate = {Rate::mbps(120), Layer::frame};
  EXPECT_EQ(run(spec, 1_ms).size(), 50U);
}

TEST(Replay, TheStepsOfItsWindowsChangeNothing) {
  auto spec = on_link(1);
  spec.replay->repeat = true;
  const auto at_once = run(spec, 3_ms);
  Source source{{.line = Rate::gbps(100), .delay = {}, .cores = 4, .emitters = {spec}}, 1};
  Batch in_steps;
  for (std::int64_t until = 0; until <= (3_ms).ps(); until += 7'500'000) run_source(source, until, in_steps);
  ASSERT_EQ(in_steps.size(), at_once.size());
  for (std::size_t i = 0; i < at_once.size(); ++i) ASSERT_EQ(in_steps[i].time, at_once[i].time);
}

TEST(Replay, WithoutPacketsOrSubscribersNothingIsSent) {
  auto empty = on_link(0);
  empty.replay->trace = std::make_shared<Trace>();
  auto lonely = on_link(0);
  lonely.first_leaves.clear();
  lonely.replay->turns.clear();
  EXPECT_TRUE(run(empty, 1_s).empty());
  EXPECT_TRUE(run(lonely, 1_s).empty());
}

}  // namespace
}  // namespace qoslab::dataplane
