#include "helpers/scenario/checks/packets.h"

#include <algorithm>
#include <type_traits>

#include "model/traffic/open_loop.h"

namespace qoslab::checks {
namespace {

constexpr Bytes tcp_headers = header::ipv4 + header::tcp;

template <typename... F>
struct Overload : F... {
  using F::operator()...;
};
template <typename... F>
Overload(F...) -> Overload<F...>;

struct Sizes {
  Bytes largest;
  double mean = 0;
};

/// Of open-loop packets.
Sizes sizes(const Traffic& traffic) {
  const auto same = [](Bytes size) { return Sizes{size, static_cast<double>(size.count())}; };
  return std::visit(
      Overload{[&](const VoiceTraffic& t) { return same(rtp_packet(t.payload)); },
               [&](const FileTraffic&) { return Sizes{}; }, [&](const TransactionTraffic&) { return Sizes{}; },
               [&](const ImixTraffic& t) {
                 if (t.entries.empty()) return Sizes{};
                 Sizes result;
                 double weights = 0;
                 for (const auto& e : t.entries) {
                   result.largest = std::max(result.largest, e.packet);
                   result.mean += static_cast<double>(e.packet.count()) * static_cast<double>(e.weight);
                   weights += static_cast<double>(e.weight);
                 }
                 result.mean /= weights;
                 return result;
               },
               [&](const auto& t) { return same(t.packet); }},
      traffic);
}

/// At which a source is asked to send; nothing for voice and TCP.
std::optional<LayeredRate> rate_of(const Traffic& traffic) {
  return std::visit(Overload{[](const OnOffTraffic& t) { return std::optional{t.peak}; },
                             [](const auto& t) -> std::optional<LayeredRate> {
                               if constexpr (requires { t.rate; }) return t.rate;
                               return std::nullopt;
                             }},
                    traffic);
}

}  // namespace

bool over_tcp(const Traffic& traffic) {
  return std::holds_alternative<FileTraffic>(traffic) || std::holds_alternative<TransactionTraffic>(traffic);
}

Bytes largest_packet(const FlowSpecification& flow) {
  if (const auto* t = std::get_if<FileTraffic>(&flow.traffic)) return std::min(t->size, flow.tcp.segment) + tcp_headers;
  if (const auto* t = std::get_if<TransactionTraffic>(&flow.traffic)) {
    return std::min(t->request, flow.tcp.segment) + tcp_headers;
  }
  return sizes(flow.traffic).largest;
}

Bytes largest_answer(const FlowSpecification& flow) {
  if (const auto* t = std::get_if<TransactionTraffic>(&flow.traffic)) {
    return std::min(t->response, flow.tcp.segment) + tcp_headers;
  }
  return Bytes{1} + tcp_headers;
}

std::optional<double> mean_ip_rate(const Traffic& traffic) {
  if (over_tcp(traffic)) return std::nullopt;
  const auto size = sizes(traffic);
  if (const auto* t = std::get_if<VoiceTraffic>(&traffic)) {
    if (t->interval <= Duration{}) return std::nullopt;
    return 8 * size.mean / t->interval.to_seconds();
  }
  const auto rate = rate_of(traffic);
  if (!rate || rate->rate <= Rate{} || size.mean <= 0) return std::nullopt;
  double bits = ip_bits_per_second(*rate, Bytes{static_cast<std::int64_t>(size.mean)});
  if (const auto* t = std::get_if<OnOffTraffic>(&traffic)) {
    const double on = t->mean_on.to_seconds();
    const double whole = on + t->mean_off.to_seconds();
    if (whole > 0) bits *= on / whole;
  }
  return bits;
}

std::optional<Duration> mean_gap(const Traffic& traffic) {
  const auto bits = mean_ip_rate(traffic);
  if (!bits || *bits <= 0) return std::nullopt;
  const double gap = 8 * sizes(traffic).mean / *bits;
  constexpr double longest_s = 1e6;
  return Duration::from_seconds(std::min(gap, longest_s));
}

}  // namespace qoslab::checks
