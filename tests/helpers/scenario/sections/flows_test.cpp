#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::SizeIs;

FlowSpecification flow_of(const std::string& rest) {
  const auto s = test::read_sound(test::network + "flows:\n  f: {from: h, to: g, " + rest + "}\n");
  EXPECT_THAT(s.flows, SizeIs(1));
  return s.flows.empty() ? FlowSpecification{} : s.flows.front();
}

template <typename T>
T traffic_of(const std::string& traffic) {
  return std::get<T>(flow_of("traffic: {" + traffic + "}").traffic);
}

TEST(ReadFlows, EveryKey) {
  const auto f = flow_of(
      "dscp: AF21, label: voice, start: 1 s, stop: 9 s, send_latency: 2 ms, port: 6000, traffic: {kind: voice}");
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.from, "h");
  EXPECT_EQ(f.to, "g");
  EXPECT_EQ(f.dscp, Dscp{18});
  EXPECT_EQ(f.label, "voice");
  EXPECT_EQ(f.start, Instant::at(Duration::seconds(1)));
  EXPECT_EQ(f.stop, Instant::at(Duration::seconds(9)));
  EXPECT_EQ(f.send_latency, Duration::milliseconds(2));
  EXPECT_EQ(f.port, 6000);
  EXPECT_FALSE(f.reservation);
}

TEST(ReadFlows, Standards) {
  const auto f = flow_of("traffic: {kind: voice}");
  EXPECT_EQ(f.dscp, Dscp{0});
  EXPECT_EQ(f.label, "BE");
  EXPECT_EQ(f.start, Instant{});
  EXPECT_FALSE(f.stop);
  EXPECT_FALSE(f.port);
  EXPECT_EQ(flow_of("dscp: EF, traffic: {kind: voice}").label, "EF");
}

TEST(ReadFlows, Voice) {
  EXPECT_EQ(traffic_of<VoiceTraffic>("kind: voice").payload, Bytes{160});
  EXPECT_EQ(traffic_of<VoiceTraffic>("kind: voice").interval, Duration::milliseconds(20));
  EXPECT_EQ(traffic_of<VoiceTraffic>("kind: voice, payload: 44 B, interval: 5.5 ms").payload, Bytes{44});
}

TEST(ReadFlows, File) {
  const auto standard = traffic_of<FileTraffic>("kind: file");
  EXPECT_EQ(standard.size, Bytes{100'000});
  EXPECT_EQ(standard.pause, Duration{});
  EXPECT_FALSE(standard.count);
  const auto file = traffic_of<FileTraffic>("kind: file, size: 1 MB, pause: 73 ms, count: 10");
  EXPECT_EQ(file.size, Bytes{1'000'000});
  EXPECT_EQ(file.pause, Duration::milliseconds(73));
  EXPECT_EQ(file.count, 10);
}

TEST(ReadFlows, Transaction) {
  const auto standard = traffic_of<TransactionTraffic>("kind: transaction");
  EXPECT_EQ(standard.request, Bytes{1});
  EXPECT_EQ(standard.response, Bytes{1});
  EXPECT_EQ(standard.pause, Duration::milliseconds(10));
  EXPECT_EQ(traffic_of<TransactionTraffic>("kind: transaction, response: 10 kB").response, Bytes{10'000});
}

TEST(ReadFlows, OpenLoop) {
  const auto constant = traffic_of<ConstantTraffic>("kind: constant, rate: 100 kbit/s payload, packet: 200 B");
  EXPECT_EQ(constant.rate, (LayeredRate{Rate::kbps(100), Layer::payload}));
  EXPECT_EQ(constant.packet, Bytes{200});
  EXPECT_EQ(traffic_of<PoissonTraffic>("kind: poisson, rate: 1 Mbit/s line, packet: 850 B").rate.layer, Layer::line);
  const auto on_off =
      traffic_of<OnOffTraffic>("kind: on_off, peak: 1 Mbit/s ip, packet: 100 B, mean_on: 1 s, mean_off: 2 s");
  EXPECT_EQ(on_off.peak.rate, Rate::mbps(1));
  EXPECT_EQ(on_off.mean_on, Duration::seconds(1));
  EXPECT_EQ(on_off.mean_off, Duration::seconds(2));
}

TEST(ReadFlows, Imix) {
  const auto mix = traffic_of<ImixTraffic>(
      "kind: imix, rate: 1 Mbit/s ip, gaps: constant, entries: [{packet: 64 B, weight: 7}, {packet: 1500 B}]");
  EXPECT_FALSE(mix.poisson);
  ASSERT_THAT(mix.entries, SizeIs(2));
  EXPECT_EQ(mix.entries[0].weight, 7);
  EXPECT_EQ(mix.entries[1].packet, Bytes{1500});
  EXPECT_EQ(mix.entries[1].weight, 1);
  EXPECT_TRUE(traffic_of<ImixTraffic>("kind: imix, rate: 1 Mbit/s ip, entries: [{packet: 64 B}]").poisson);
}

TEST(ReadFlows, Tcp) {
  const auto standard = flow_of("traffic: {kind: file}").tcp;
  EXPECT_EQ(standard.window, Bytes{65'536});
  EXPECT_EQ(standard.segment, Bytes{1460});
  EXPECT_EQ(standard.min_rto, Duration::seconds(1));
  EXPECT_EQ(standard.congestion, "newreno");
  const auto tcp =
      flow_of("traffic: {kind: file}, tcp: {window: 17.5 kB, segment: 536 B, min_rto: 3 s, congestion: cubic}").tcp;
  EXPECT_EQ(tcp.window, Bytes{17'500});
  EXPECT_EQ(tcp.segment, Bytes{536});
  EXPECT_EQ(tcp.min_rto, Duration::seconds(3));
  EXPECT_EQ(tcp.congestion, "cubic");
}

std::string with_rsvp() {
  auto text = test::network;
  for (const auto* kind : {"kind: host", "kind: router"}) {
    for (std::size_t at = 0; (at = text.find(kind, at)) != std::string::npos;) {
      at += std::string{kind}.size();
      text.insert(at, ", rsvp: true");
    }
  }
  return text;
}

TEST(ReadFlows, Reservations) {
  const auto controlled = test::read_legal(with_rsvp() + R"(flows:
  f: {from: h, to: g, traffic: {kind: voice}, reserve: {service: controlled_load, style: SE, rate: 100 kbit/s ip,
      bucket: 4 kB, peak: 10 Mbit/s ip, min: 60 B, max: 1500 B, answer_after: 2.4 s, torn_down_at: 8 s}}
)")
                              .flows[0]
                              .reservation;
  ASSERT_TRUE(controlled);
  EXPECT_EQ(controlled->flowspec.tspec, (TSpec{Rate::kbps(100), Bytes{4000}, Rate::mbps(10), Bytes{60}, Bytes{1500}}));
  EXPECT_FALSE(controlled->flowspec.guaranteed);
  EXPECT_EQ(controlled->style, ReservationStyle::shared_explicit);
  EXPECT_EQ(controlled->answer_after, Duration::milliseconds(2400));
  EXPECT_EQ(controlled->torn_down_at, Instant::at(Duration::seconds(8)));
}

TEST(ReadFlows, GuaranteedReservations) {
  const auto guaranteed = [](const std::string& more) {
    return test::read_legal(with_rsvp() + R"(flows:
  f: {from: h, to: g, traffic: {kind: voice}, reserve: {service: guaranteed, rate: 100 kbit/s ip,
      bucket: 4 kB, peak: 10 Mbit/s ip, min: 60 B, max: 1500 B)" +
                            more + "}}\n")
        .flows[0]
        .reservation->flowspec.guaranteed;
  };
  EXPECT_EQ(guaranteed(""), (RSpec{Rate::kbps(100), Duration{}}));
  EXPECT_EQ(guaranteed(", reserved_rate: 150 kbit/s ip, slack: 1 ms"),
            (RSpec{Rate::kbps(150), Duration::milliseconds(1)}));
}

TEST(ReadFlows, EndsAreNodes) {
  test::expect_complaints(test::network + "flows:\n  f: {from: @hh, to: @x, traffic: {kind: voice}}\n",
                          {"error: no node 'hh'; known: h, r1, r2, g", "error: no node 'x'; known: h, r1, r2, g"});
}

}  // namespace
}  // namespace qoslab
