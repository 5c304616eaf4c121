// A capture as the traffic of a group.
#include <gtest/gtest.h>

#include "model/bng/gateway.h"
#include "model/traffic/trace.h"
#include "tests/model/bng/gateways.h"

namespace qoslab::bng {
namespace {

using namespace literals;

constexpr int captured = 1000;

/// 1000 packets, one every 10 us, of 100 to 1099 B; every tenth is EF, every other one IPv6.
std::shared_ptr<const Trace> capture() {
  auto trace = std::make_shared<Trace>();
  for (int i = 0; i < captured; ++i)
    trace->packets.push_back(
        {i * 10_us, static_cast<std::uint16_t>(100 + i), i % 10 == 0 ? Dscp{46} : Dscp{0}, i % 2 == 1});
  return trace;
}

GatewaysSpec replaying(bool repeat) {
  auto spec = imix_gateway(30, 0, 1000);
  for (auto& traffic : spec.groups[0].traffic) {
    traffic.captured = capture();
    traffic.repeat = repeat;
    traffic.rate = {};
  }
  return spec;
}

GatewayResults after(const GatewaysSpec& spec, Duration length) {
  Gateway gateway{spec, spec.gateways[0], 1, 1};
  gateway.begin_measuring();
  for (Instant t; t < Instant::at(length);) gateway.run(t = t + 250_us);
  return gateway.results();
}

TEST(TraceTraffic, EachPacketIsSentOnceInItsClassAndSize) {
  const auto results = after(replaying(false), 20_ms);
  for (const auto& s : results.streams) {
    const std::int64_t expected = s.class_name == "ef" ? 100 : s.class_name == "be" ? 900 : 0;
    EXPECT_EQ(s.sent.packets, expected) << s.class_name;
    std::int64_t bytes = 0;
    for (int i = 0; i < captured; ++i)
      if ((i % 10 == 0) == (s.class_name == "ef")) bytes += 100 + i + 4;  // a tag
    if (expected > 0) {
      EXPECT_EQ(s.sent.bytes, Bytes{bytes}) << s.class_name;
    }
    EXPECT_EQ(s.delivered, s.sent);
  }
}

TEST(TraceTraffic, SubscribersTakeTurns) {
  const auto results = after(replaying(false), 20_ms);
  for (const auto& group : results.subscribers)
    for (std::size_t n = 0; n < 30; ++n) EXPECT_EQ(group.offered_packets[n], n < 10 ? 34 : 33) << n;
}

TEST(TraceTraffic, RepeatedItGoesOn) {
  const auto results = after(replaying(true), 40_ms);
  std::int64_t sent = 0;
  for (const auto& s : results.streams) sent += s.direction == Direction::upstream ? s.sent.packets : 0;
  EXPECT_NEAR(static_cast<double>(sent), 4 * captured, 4);
}

TEST(TraceTraffic, ARateMakesItSlower) {
  auto spec = replaying(false);
  for (auto& traffic : spec.groups[0].traffic) traffic.rate = {Rate::mbps(100), Layer::line};
  const auto results = after(spec, 10_ms);
  std::int64_t bits = 0;
  for (const auto& s : results.streams)
    if (s.direction == Direction::downstream) bits += s.offered_line.bits();
  EXPECT_LT(bits, 1'010'000);
  EXPECT_GT(bits, 0);
}

}  // namespace
}  // namespace qoslab::bng
