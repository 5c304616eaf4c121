#include "analysis/emulation_report.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/units/parse.h"

namespace qoslab {
namespace {

constexpr Duration furthest_behind = Duration::milliseconds(100);

AccountReport::Delays delays_of(const DelayHistogram& delays) {
  return {delays.mean(), delays.quantile(0.5), delays.quantile(0.99), delays.most()};
}

/// "1 frame", "2 frames".
std::string counted(std::int64_t number, const std::string& one) {
  return std::to_string(number) + " " + one + (number == 1 ? "" : "s");
}

std::string of_port(const PortResults& port) { return " at " + port.name + " (" + port.device + ")"; }

std::string rate_of_frames(std::int64_t frames) {
  return frames >= 10'000 ? std::to_string(frames / 1000) + " kframe/s" : std::to_string(frames) + " frame/s";
}

/// Whole microseconds, rounded up: what is said holds.
std::string microseconds(Duration time) { return std::to_string((time.ps() + 999'999) / 1'000'000) + " us"; }

void judge_host(const EmulationResults& results, std::vector<std::string>& reasons) {
  const auto wrong = [&](std::int64_t number, const std::string& one, const std::string& what) {
    if (number > 0) reasons.push_back(counted(number, one) + " " + what);
  };
  for (const auto& port : results.ports) {
    wrong(port.dropped_by_kernel, "frame", "lost in the full receive ring" + of_port(port));
    wrong(port.transmit_full, "frame", "lost at the full transmit ring" + of_port(port));
    wrong(port.errors, "frame", "that the system refused to send" + of_port(port));
    wrong(port.gaps, "time", "without a link" + of_port(port));
    if (port.removed) reasons.push_back("the device was removed" + of_port(port));
    for (const auto* flaw : {"merged_segments", "open_checksum", "cut_off"})  // of the set-up, not of the frame
      if (const auto found = port.refused.find(flaw); found != port.refused.end())
        wrong(
            found->second, "frame",
            std::string{"refused as "} + flaw + of_port(port) +
                ": switch the offloads of the device at the other end off (ethtool -K DEVICE tso off gso off tx off)");
  }
  wrong(results.host.no_room, "frame", "lost because there was no memory for more inside");
  if (results.host.behind > furthest_behind)
    reasons.push_back("the model fell " + microseconds(results.host.behind) +
                      " behind the clock: it is more than this host can simulate in real time");
  wrong(results.host.clock_steps, "time", "that the process stood still for more than 100 ms");
}

void judge_lateness(Certificate& certificate) {
  if (!certificate.within) {
    certificate.reasons.emplace_back("no frame went out, so that nothing can be said");
  } else if (*certificate.within > certificate.precision) {
    certificate.reasons.push_back("1 % of the departures were late by " + microseconds(*certificate.within) +
                                  " or more, and " + to_string(certificate.precision) + " is the wanted precision");
  }
}

std::string words_of(const SelfTestResults& test, Duration precision) {
  if (!test.skipped.empty()) return "not made: " + test.skipped;
  const std::string what = " of " + std::to_string(test.frame.count()) + " bytes";
  const std::string by = " (" + test.ports + ", between virtual pairs";
  if (test.frames_per_second == 0)
    return "no rate" + what + " was carried without loss within " + to_string(precision) + by + ")";
  const std::string more = test.limit == "loss"       ? "; more is lost"
                           : test.limit == "lateness" ? "; more is late"
                           : test.limit == "sender"   ? "; more could not be sent"
                                                      : "";
  return rate_of_frames(test.frames_per_second) + what + " within " + microseconds(test.within) + by + more + ")";
}

/// What was carried beside what the self-test says that can be.
void compare_with_test(const SelfTestResults& test, Certificate& certificate) {
  constexpr double near = 0.8;
  if (!test.skipped.empty()) return;
  const auto carried = certificate.frames_per_second;
  const bool found_the_limit = test.limit == "loss" || test.limit == "lateness";
  if (test.frames_per_second > 0 && !found_the_limit) return;
  if (test.frames_per_second == 0)
    certificate.warnings.emplace_back(
        "the self-test before the run found no rate that this host carries without loss and within the precision");
  else if (carried > test.frames_per_second)
    certificate.warnings.push_back("the busiest second carried " + rate_of_frames(carried) + ", more than the " +
                                   rate_of_frames(test.frames_per_second) + " of the self-test");
  else if (static_cast<double>(carried) >= near * static_cast<double>(test.frames_per_second))
    certificate.warnings.push_back("the busiest second carried " + rate_of_frames(carried) + ", near the " +
                                   rate_of_frames(test.frames_per_second) + " of the self-test");
}

void warn_of_what_was_seen(const EmulationResults& results, std::vector<std::string>& warnings) {
  constexpr std::int64_t few = 100;
  if (const auto departures = results.host.lateness.count(); departures > 0 && departures < few)
    warnings.push_back("only " + counted(departures, "frame") + " went out, too few to say much");
  std::int64_t frames = 0;
  for (const auto& port : results.ports) frames += port.received.packets;
  if (const auto late = results.host.late_in; late * 100 > frames)
    warnings.push_back(counted(late, "frame") + " of " + std::to_string(frames) +
                       " came into the model later than they arrived: this host read them after the model had gone on, "
                       "so that it may have decided otherwise. A machine that does less, or --busy-poll, reads sooner");
}

std::string grade_of(const Certificate& certificate, bool real_time) {
  if (!certificate.valid) return "not valid";
  if (!real_time) return "valid; not in real time, every frame leaves when the model says";
  return "valid to " + rate_of_frames(certificate.frames_per_second) + " within " + microseconds(*certificate.within);
}

AccountReport report_of(const AccountResults& account) {
  AccountReport report{.name = account.name,
                       .offered = account.offered,
                       .delivered = account.delivered,
                       .lost_by_host = account.lost_by_host,
                       .rate_bps = 0,
                       .lost_percent = 0,
                       .modelled = delays_of(account.modelled),
                       .measured = delays_of(account.measured)};
  if (const Duration time = account.last - account.first; time > Duration{})
    report.rate_bps = static_cast<double>(account.after_first.bits()) / time.to_seconds();
  report.delivered += account.ended;
  std::int64_t dropped = 0;
  for (const auto& [reason, count] : account.drops) dropped += count.packets;
  if (const auto decided = dropped + report.delivered.packets + account.lost_by_host.packets; decided > 0)
    report.lost_percent = 100.0 * static_cast<double>(dropped) / static_cast<double>(decided);
  return report;
}

/// Into the books of a direction.
void add(AccountResults& all, const AccountResults& account) {
  all.offered += account.offered;
  all.lost_by_host += account.lost_by_host;
  all.ended += account.ended;
  all.inside += account.inside;
  for (const auto& [reason, count] : account.drops) all.drops[reason] += count;
  if (account.delivered.packets == 0) return;
  const bool first = all.delivered.packets == 0;
  // Of the two first frames only the earlier one is not part of the rate.
  const bool earlier = first || account.first < all.first;
  all.after_first = earlier ? all.delivered.bytes + account.after_first : all.after_first + account.delivered.bytes;
  all.first = earlier ? account.first : all.first;
  all.last = std::max(all.last, account.last);
  all.delivered += account.delivered;
  all.modelled += account.modelled;
  all.measured += account.measured;
}

}  // namespace

Certificate certificate_of(const EmulationResults& results, Duration precision, std::vector<std::string> reasons) {
  Certificate certificate;
  certificate.reasons = std::move(reasons);
  const auto& lateness = results.host.lateness;
  certificate.median = lateness.quantile(0.5);
  certificate.within = lateness.quantile(0.99);
  certificate.most = lateness.most();
  certificate.frames_per_second = results.host.most_per_second;
  certificate.precision = precision;
  judge_host(results, certificate.reasons);
  if (results.host.real_time) {
    judge_lateness(certificate);
    warn_of_what_was_seen(results, certificate.warnings);
  }
  certificate.valid = certificate.reasons.empty();
  if (results.self_test) {
    certificate.self_test = words_of(*results.self_test, precision);
    compare_with_test(*results.self_test, certificate);
  }
  certificate.grade = grade_of(certificate, results.host.real_time);
  return certificate;
}

std::vector<AccountReport> account_reports(const EmulationResults& results) {
  std::vector<AccountReport> reports;
  for (const auto& account : results.accounts) reports.push_back(report_of(account));
  return reports;
}

std::vector<AccountReport> direction_reports(const EmulationResults& results) {
  std::vector<AccountResults> directions;
  for (const auto& account : results.accounts) {
    const auto name = account.name.substr(0, account.name.find('.'));
    auto found = std::find_if(directions.begin(), directions.end(), [&](const auto& d) { return d.name == name; });
    if (found == directions.end()) {
      directions.emplace_back().name = name;
      found = std::prev(directions.end());
    }
    add(*found, account);
  }
  std::vector<AccountReport> reports;
  for (const auto& direction : directions) reports.push_back(report_of(direction));
  return reports;
}

}  // namespace qoslab
