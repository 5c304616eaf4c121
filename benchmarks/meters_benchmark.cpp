// Nanoseconds a packet of each meter, colour-blind and colour-aware, with 8 to 4096 of them in use: an iteration is
// one packet. Classifier and conditioner follow: their cost grows with the rules that a packet fails to match.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "model/diffserv/conditioner.h"
#include "model/diffserv/phb.h"
#include "model/qos/classifier.h"
#include "model/qos/meter/three_color.h"

namespace qoslab {
namespace {

constexpr std::size_t pattern_length = 8192;

struct Arrival {
  Duration gap;
  Bytes size;
  Color before;
  std::size_t flow;
};

/// About 1.5 Gbit/s, so that meters of 1 Gbit/s in all give every colour; the flows come in random order.
std::vector<Arrival> pattern() {
  std::mt19937_64 random{1};
  std::vector<Arrival> result(pattern_length);
  for (auto& a : result) {
    a.size = Bytes{static_cast<std::int64_t>(64 + random() % 1437)};
    a.gap = Duration::picoseconds(static_cast<std::int64_t>(random() % 8'340'000));
    a.before = static_cast<Color>(random() % 3);
    a.flow = random();
  }
  return result;
}

constexpr Rate share(Rate whole, std::int64_t meters) { return Rate::bps(whole.bps() / meters); }

/// One of `n` meters that share 1 Gbit/s.
template <typename M>
typename M::Profile profile(std::int64_t n);
template <>
SingleBucketMeter::Profile profile<SingleBucketMeter>(std::int64_t n) {
  return {.rate = share(Rate::gbps(1), n), .burst = Bytes{15'000}};
}
template <>
SrTcm::Profile profile<SrTcm>(std::int64_t n) {
  return {.cir = share(Rate::gbps(1), n), .cbs = Bytes{15'000}, .ebs = Bytes{15'000}};
}
template <>
TrTcm::Profile profile<TrTcm>(std::int64_t n) {
  return {.cir = share(Rate::mbps(700), n), .cbs = Bytes{15'000}, .pir = share(Rate::gbps(1), n), .pbs = Bytes{30'000}};
}
template <>
EfficientTrTcm::Profile profile<EfficientTrTcm>(std::int64_t n) {
  return {
      .cir = share(Rate::mbps(700), n), .cbs = Bytes{15'000}, .eir = share(Rate::mbps(300), n), .ebs = Bytes{15'000}};
}

template <typename M, ColorMode mode>
void meter(benchmark::State& state) {
  const auto arrivals = pattern();
  const auto count = static_cast<std::size_t>(state.range(0));
  std::vector<M> meters(count, M{profile<M>(state.range(0)), mode});
  Instant now;
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& a = arrivals[i++ % pattern_length];
    now += a.gap;
    benchmark::DoNotOptimize(meters[a.flow % count].color(now, a.size, a.before));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_TEMPLATE(meter, SingleBucketMeter, ColorMode::blind)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, SingleBucketMeter, ColorMode::aware)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, SrTcm, ColorMode::blind)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, SrTcm, ColorMode::aware)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, TrTcm, ColorMode::blind)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, TrTcm, ColorMode::aware)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, EfficientTrTcm, ColorMode::blind)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_TEMPLATE(meter, EfficientTrTcm, ColorMode::aware)->Arg(8)->Arg(64)->Arg(4096);

/// The i-th rule wants UDP port i; packets ask for each of them equally often.
Match port_match(std::int64_t port) {
  const auto number = static_cast<std::uint16_t>(port);
  Match match;
  match.protocol = ip_protocol::udp;
  match.destination_ports = PortRange{number, number};
  return match;
}

Packet udp_packet(Bytes size, std::size_t port) {
  Packet packet;
  packet.ip_size = size;
  packet.tuple.protocol = ip_protocol::udp;
  packet.tuple.destination_port = static_cast<std::uint16_t>(port);
  return packet;
}

void classifier(benchmark::State& state) {
  const auto arrivals = pattern();
  std::vector<Classifier::Rule> rules;
  for (int i = 0; i < state.range(0); ++i) rules.push_back({port_match(i), i});
  const Classifier classify{rules};
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& a = arrivals[i++ % pattern_length];
    benchmark::DoNotOptimize(classify.classify(udp_packet(a.size, a.flow % rules.size())));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(classifier)->Arg(1)->Arg(8)->Arg(64)->Arg(927);

void conditioner(benchmark::State& state) {
  const auto arrivals = pattern();
  std::vector<ConditionerRule> rules;
  for (int i = 0; i < state.range(0); ++i)
    rules.push_back({.match = port_match(i),
                     .meter = profile<TrTcm>(state.range(0)),
                     .mode = ColorMode::blind,
                     .layer = Layer::ip,
                     .actions = {ConditionerAction{.drop = false, .mark = phb::af(1, 1)},
                                 ConditionerAction{.drop = false, .mark = phb::af(1, 2)},
                                 ConditionerAction{.drop = true, .mark = {}}}});
  Conditioner edge{rules};
  Instant now;
  std::size_t i = 0;
  for (auto _ : state) {
    const auto& a = arrivals[i++ % pattern_length];
    now += a.gap;
    benchmark::DoNotOptimize(edge.pass(udp_packet(a.size, a.flow % rules.size()), now));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(conditioner)->Arg(1)->Arg(8)->Arg(64);

}  // namespace
}  // namespace qoslab
