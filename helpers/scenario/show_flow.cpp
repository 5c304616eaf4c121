#include <arpa/inet.h>
#include <fmt/format.h>

#include <array>

#include "helpers/scenario/show_parts.h"
#include "model/diffserv/phb.h"
#include "model/network/addresses.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

struct ShowTraffic {
  std::string operator()(const VoiceTraffic& t) const {
    return fmt::format("voice, {} every {}", to_string(t.payload), to_string(t.interval));
  }
  std::string operator()(const FileTraffic& t) const {
    const auto count = t.count ? fmt::format("{} files", *t.count) : "files";
    return fmt::format("{} of {}, pause {}", count, to_string(t.size), to_string(t.pause));
  }
  std::string operator()(const TransactionTraffic& t) const {
    return fmt::format("transactions of {} and {}, pause {}", to_string(t.request), to_string(t.response),
                       to_string(t.pause));
  }
  std::string operator()(const ConstantTraffic& t) const {
    return fmt::format("constant {} in packets of {}", to_string(t.rate), to_string(t.packet));
  }
  std::string operator()(const PoissonTraffic& t) const {
    return fmt::format("poisson {} in packets of {}", to_string(t.rate), to_string(t.packet));
  }
  std::string operator()(const OnOffTraffic& t) const {
    return fmt::format("{} in packets of {} for {}, silent for {} (means)", to_string(t.peak), to_string(t.packet),
                       to_string(t.mean_on), to_string(t.mean_off));
  }
  std::string operator()(const ImixTraffic& t) const {
    std::string mix;
    for (const auto& e : t.entries)
      mix += fmt::format("{}{} x {}", mix.empty() ? "" : ", ", e.weight, to_string(e.packet));
    return fmt::format("{} {} of {}", t.poisson ? "poisson" : "constant", to_string(t.rate), mix);
  }
};

std::string tcp(const TcpSpec& t) {
  return fmt::format(", {}, window {}, segments of {}, smallest time-out {}", t.congestion, to_string(t.window),
                     to_string(t.segment), to_string(t.min_rto));
}

std::string reservation(const ReservationSpec& r) {
  constexpr std::array styles = {"FF", "WF", "SE"};
  const auto& t = r.flowspec.tspec;
  std::string text = r.flowspec.guaranteed ? "guaranteed" : "controlled load";
  text += fmt::format(", {}: rate {}, bucket {}, peak {}, packets of {} to {}",
                      styles.at(static_cast<std::size_t>(r.style)), to_string(t.rate), to_string(t.bucket),
                      to_string(t.peak), to_string(t.min_policed), to_string(t.max_packet));
  if (r.flowspec.guaranteed) {
    text += fmt::format("; R {}, slack {}", to_string(r.flowspec.guaranteed->rate),
                        to_string(r.flowspec.guaranteed->slack));
  }
  text += fmt::format("; answered after {}", to_string(r.answer_after));
  if (r.torn_down_at) text += fmt::format(", given up at {}", to_string(r.torn_down_at->since_start()));
  return text;
}

std::string ends(const FiveTuple& t) {
  return fmt::format("{}:{} -> {}:{} {}", show(t.source), t.source_port, show(t.destination), t.destination_port,
                     t.protocol == ip_protocol::tcp ? "tcp" : "udp");
}

}  // namespace

std::string show(IpAddress address) {
  std::array<std::uint8_t, 16> raw{};
  for (std::size_t i = 0; i < 8; ++i) {
    raw.at(i) = static_cast<std::uint8_t>(address.high >> (56 - 8 * i));
    raw.at(8 + i) = static_cast<std::uint8_t>(address.low >> (56 - 8 * i));
  }
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool mapped = address.high == 0 && address.low >> 32U == 0xffff;
  inet_ntop(mapped ? AF_INET : AF_INET6, raw.data() + (mapped ? 12 : 0), text.data(), text.size());
  return text.data();
}

std::string show_flow(const Scenario& s, std::size_t number, const Topology& topology) {
  const auto& flow = s.flows[number];
  const auto tuple = flow_tuple(number, flow, s.links);
  std::string text = fmt::format("  {}   {} -> {}, {}, {}", flow.name, flow.from, flow.to, to_string(flow.dscp),
                                 std::visit(ShowTraffic{}, flow.traffic));
  if (tuple.protocol == ip_protocol::tcp) text += tcp(flow.tcp);
  text += fmt::format(", from {}", to_string(flow.start.since_start()));
  if (flow.stop) text += fmt::format(" to {}", to_string(flow.stop->since_start()));
  if (flow.send_latency > Duration{}) text += fmt::format(", sent after {}", to_string(flow.send_latency));
  text += "\n    " + ends(tuple) + ", over";
  for (const auto link : topology.path(flow.from, flow.to)) text += " " + s.links[link].name;
  text += fmt::format(", reported as {}\n", flow.label);
  if (flow.reservation) text += "    reserves " + reservation(*flow.reservation) + "\n";
  return text;
}

}  // namespace qoslab
