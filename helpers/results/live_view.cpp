#include "helpers/results/live_view.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "helpers/results/port_json.h"

namespace qoslab {
namespace {

std::int64_t refused_by(const PortResults& port) {
  std::int64_t frames = 0;
  for (const auto& [fault, count] : port.refused) frames += count;
  return frames;
}

nlohmann::json to_json(const PortResults& port) {
  nlohmann::json json = counters_of(port);
  json.update(
      {{"name", port.name}, {"device", port.device}, {"received", port.received.packets}, {"sent", port.sent.packets}});
  return json;
}

}  // namespace

LiveView::Lines LiveView::operator()(const Now& now) {
  const double seconds = (now.at - std::exchange(before_, now.at)).to_seconds();
  seen_.resize(now.accounts.size());
  down_.resize(now.ports.size());
  nlohmann::json json{{"at_s", now.at.since_start().to_seconds()},
                      {"accounts", nlohmann::json::array()},
                      {"ports", nlohmann::json::array()},
                      {"no_room", now.host.no_room},
                      {"clock_steps", now.host.clock_steps}};
  std::string text = fmt::format("{:.0f} s", now.at.since_start().to_seconds());
  for (std::size_t i = 0; i < now.accounts.size(); ++i) {
    const auto& account = now.accounts[i];
    Seen sum{account.delivered.packets, account.delivered.bytes.bits(), account.lost_by_host.packets,
             account.lost_by_host.packets};
    for (const auto& [reason, count] : account.drops) sum.lost += count.packets;
    const Seen last = std::exchange(seen_[i], sum);
    if (sum.delivered == last.delivered && sum.lost == last.lost) continue;
    const double frames = static_cast<double>(sum.delivered - last.delivered) / seconds;
    const double bits = static_cast<double>(sum.bits - last.bits) / seconds;
    const auto lost = sum.lost - last.lost;
    const auto by_host = sum.lost_by_host - last.lost_by_host;
    json["accounts"].push_back({{"name", account.name},
                                {"frames_per_s", frames},
                                {"bits_per_s", bits},
                                {"lost", lost},
                                {"lost_by_host", by_host}});
    text += fmt::format(" | {} {:.3f} Mbit/s {:.0f} frame/s", account.name, bits / 1e6, frames);
    if (lost > 0) text += fmt::format(" {} lost", lost);
    if (by_host > 0) text += fmt::format(" ({} by this host)", by_host);
  }
  std::int64_t before_books = now.host.no_room;
  for (std::size_t i = 0; i < now.ports.size(); ++i) {
    const auto& port = now.ports[i];
    json["ports"].push_back(to_json(port));
    before_books += port.dropped_by_kernel + refused_by(port);
    const bool down = port.down > std::exchange(down_[i], port.down);
    if (port.removed || down)
      text += fmt::format(" | {} ({}) {}", port.name, port.device, port.removed ? "removed" : "without link");
  }
  if (const auto more = before_books - std::exchange(lost_by_host_, before_books); more > 0)
    text += fmt::format(" | {} not let in by this host", more);
  if (const auto lateness = now.host.lateness.quantile(0.99)) {
    json["lateness_p99_us"] = lateness->to_seconds() * 1e6;
    text += fmt::format(" | late {:.0f} us (99 %)", lateness->to_seconds() * 1e6);
  }
  return {text, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

}  // namespace qoslab
