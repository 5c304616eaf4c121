#include "model/traffic/estimate.h"

#include <algorithm>
#include <variant>

#include "model/packet/layers.h"
#include "model/traffic/open_loop.h"

namespace qoslab {
namespace {

double rate_of_packets(LayeredRate rate, Bytes packet) {
  return ip_bits_per_second(rate, packet) / static_cast<double>(packet.bits());
}

/// Packets a second of one flow.
struct PacketRate {
  const Scenario& scenario;
  const FlowSpecification& flow;

  double operator()(const VoiceTraffic& t) const { return 1 / t.interval.to_seconds(); }
  double operator()(const ConstantTraffic& t) const { return rate_of_packets(t.rate, t.packet); }
  double operator()(const PoissonTraffic& t) const { return rate_of_packets(t.rate, t.packet); }
  double operator()(const OnOffTraffic& t) const {
    // Each period begins with a packet.
    const double on = t.mean_on.to_seconds();
    return (rate_of_packets(t.peak, t.packet) * on + 1) / (on + t.mean_off.to_seconds());
  }
  double operator()(const ImixTraffic& t) const {
    double seconds = 0;
    double weight = 0;
    for (const auto& e : t.entries) {
      seconds += static_cast<double>(e.weight) / rate_of_packets(t.rate, e.packet);
      weight += static_cast<double>(e.weight);
    }
    return weight / seconds;
  }
  double operator()(const FileTraffic& /*t*/) const { return tcp(); }
  double operator()(const TransactionTraffic& t) const {
    const double paused = t.pause.to_seconds();
    return paused > 0 ? std::min(tcp(), 2 / paused) : tcp();
  }

  [[nodiscard]] double tcp() const {
    double fastest = 0;
    for (const auto& link : scenario.links) {
      if (link.a == flow.from || link.b == flow.from) fastest = std::max(fastest, static_cast<double>(link.rate.bps()));
    }
    return fastest / static_cast<double>(size_at(Layer::line, flow.tcp.segment + header::tcp + header::ipv4).bits());
  }
};

}  // namespace

double expected_packets(const Scenario& scenario) {
  const Instant end = Instant{} + scenario.runs.warmup + scenario.runs.duration;
  double sum = 0;
  for (const auto& flow : scenario.flows) {
    const Duration active = std::min(flow.stop.value_or(end), end) - flow.start;
    if (active > Duration{}) sum += std::visit(PacketRate{scenario, flow}, flow.traffic) * active.to_seconds();
  }
  return sum;
}

}  // namespace qoslab
