#include <algorithm>

#include "helpers/results/emulation_text.h"
#include "helpers/results/json_parts.h"

namespace qoslab {
namespace {

Json nanoseconds(const std::optional<Duration>& time) { return time ? Json(time->ps() / 1000) : Json(nullptr); }

Json to_json(const AccountReport::Delays& delays) {
  return {{"mean", nanoseconds(delays.mean)},
          {"p50", nanoseconds(delays.p50)},
          {"p99", nanoseconds(delays.p99)},
          {"max", nanoseconds(delays.most)}};
}

Json accounts(const EmulationReport& report) {
  Json array = Json::array();
  for (std::size_t i = 0; i < report.accounts.size(); ++i) {
    const auto& a = report.accounts[i];
    const auto& counted = report.results.accounts[i];
    array.push_back({{"name", a.name},
                     {"offered", to_json(a.offered)},
                     {"delivered", to_json(a.delivered)},
                     {"drops", packets_by_reason(counted.drops)},
                     {"lost_by_host", to_json(counted.lost_by_host)},
                     {"inside", to_json(counted.inside)},
                     {"rate_bps", a.rate_bps},
                     {"lost_percent", a.lost_percent},
                     {"delay_ns", to_json(a.measured)},
                     {"model_delay_ns", to_json(a.modelled)}});
  }
  return array;
}

Json ports(const EmulationReport& report) {
  Json array = Json::array();
  for (const auto& p : report.results.ports)
    array.push_back({{"name", p.name},
                     {"device", p.device},
                     {"received", to_json(p.received)},
                     {"sent", to_json(p.sent)},
                     {"refused", p.refused},
                     {"dropped_by_kernel", p.dropped_by_kernel},
                     {"transmit_full", p.transmit_full},
                     {"errors", p.errors},
                     {"gaps", p.gaps},
                     {"down_s", p.down.to_seconds()}});
  return array;
}

Json certificate(const EmulationReport& report) {
  const auto& c = report.certificate;
  const auto& host = report.results.host;
  return {
      {"valid", c.valid},
      {"grade", c.grade},
      {"reasons", c.reasons},
      {"frames_per_second", c.frames_per_second},
      {"lateness_ns", {{"p50", nanoseconds(c.median)}, {"p99", nanoseconds(c.within)}, {"max", nanoseconds(c.most)}}},
      {"lateness_histogram_ns", histogram(host.lateness)},
      {"longest_turn_ns", host.longest_turn.ps() / 1000},
      {"late_in", host.late_in},
      {"no_room", host.no_room},
      {"clock_steps", host.clock_steps},
      {"timestamps", host.timestamps},
      {"scheduling", host.scheduling},
      {"memory_locked", host.memory_locked}};
}

}  // namespace

std::string to_json(const EmulationReport& report) {
  const Json json = {{"version", report.version},
                     {"command", "emulate"},
                     {"scenario", report.scenario},
                     {"started", report.started},
                     {"complete", report.results.complete},
                     {"duration_s", report.results.until.since_start().to_seconds()},
                     {"certificate", certificate(report)},
                     {"accounts", accounts(report)},
                     {"ports", ports(report)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace qoslab
