#include "analysis/emulation_report.h"

#include "model/units/parse.h"

namespace qoslab {
namespace {

AccountReport::Delays delays_of(const DelayHistogram& delays) {
  return {delays.mean(), delays.quantile(0.5), delays.quantile(0.99), delays.most()};
}

std::string counted(std::int64_t number, const std::string& what) { return std::to_string(number) + " " + what; }

std::string of_port(const PortResults& port) { return " at " + port.name + " (" + port.device + ")"; }

std::string rate_of_frames(std::int64_t frames) {
  return frames >= 10'000 ? std::to_string(frames / 1000) + " kframe/s" : std::to_string(frames) + " frame/s";
}

/// Whole microseconds, rounded up: what is said holds.
std::string microseconds(Duration time) { return std::to_string((time.ps() + 999'999) / 1'000'000) + " us"; }

void judge(const EmulationResults& results, Certificate& certificate) {
  const auto wrong = [&](std::int64_t number, const std::string& what) {
    if (number > 0) certificate.reasons.push_back(counted(number, what));
  };
  for (const auto& port : results.ports) {
    wrong(port.dropped_by_kernel, "frames lost in the full receive ring" + of_port(port));
    wrong(port.transmit_full, "frames lost at the full transmit ring" + of_port(port));
    wrong(port.errors, "frames that the system refused to send" + of_port(port));
    wrong(port.gaps, "times without a link" + of_port(port));
  }
  wrong(results.host.no_room, "frames for which there was no memory");
  wrong(results.host.clock_steps, "times the process stood still for more than 100 ms");
}

}  // namespace

Certificate certificate_of(const EmulationResults& results, Duration precision) {
  Certificate certificate;
  const auto& lateness = results.host.lateness;
  certificate.median = lateness.quantile(0.5);
  certificate.within = lateness.quantile(0.99);
  certificate.most = lateness.most();
  certificate.frames_per_second = results.host.most_per_second;
  judge(results, certificate);
  if (certificate.within && *certificate.within > precision)
    certificate.reasons.push_back("1 % of the departures were late by more than " + microseconds(*certificate.within) +
                                  ", above the wanted precision of " + to_string(precision));
  if (!certificate.within) certificate.reasons.emplace_back("no frame went out, so that nothing can be said");
  certificate.valid = certificate.reasons.empty();
  certificate.grade = certificate.valid ? "valid to " + rate_of_frames(certificate.frames_per_second) + " within " +
                                              microseconds(*certificate.within)
                                        : "not valid";
  return certificate;
}

std::vector<AccountReport> account_reports(const EmulationResults& results) {
  std::vector<AccountReport> reports;
  for (const auto& account : results.accounts) {
    auto& report = reports.emplace_back();
    report.name = account.name;
    report.offered = account.offered;
    report.delivered = account.delivered;
    if (const Duration time = account.last - account.first; time > Duration{})
      report.rate_bps = static_cast<double>(account.delivered.bytes.bits()) / time.to_seconds();
    std::int64_t dropped = 0;
    for (const auto& [reason, count] : account.drops) dropped += count.packets;
    if (const auto decided = dropped + account.delivered.packets + account.lost_by_host.packets; decided > 0)
      report.lost_percent = 100.0 * static_cast<double>(dropped) / static_cast<double>(decided);
    report.modelled = delays_of(account.modelled);
    report.measured = delays_of(account.measured);
  }
  return reports;
}

}  // namespace qoslab
