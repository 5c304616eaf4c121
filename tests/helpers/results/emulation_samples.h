// What an emulation measured, and its report.
#pragma once

#include <string>

#include "analysis/emulation_report.h"

namespace qoslab::samples {

using namespace literals;

inline AccountResults account(const std::string& name, std::int64_t frames, Duration delay) {
  AccountResults books;
  books.name = name;
  books.offered = books.delivered = {frames, Bytes{1000 * frames}};
  books.after_first = Bytes{1000 * (frames - 1)};
  books.last = Instant{} + 1_s;
  for (int i = 0; i < frames; ++i) {
    books.modelled.add(delay);
    books.measured.add(delay + 12_us);
  }
  return books;
}

/// Of a gateway, with something of everything that goes wrong.
inline EmulationResults measured() {
  EmulationResults results;
  results.until = Instant{} + 10_s;
  results.accounts = {account("access-network.homes/voice", 1001, 50_us),
                      account("access-network.homes/data", 501, 2_ms), account("network-access.nobody", 1, 20_us)};
  results.accounts[1].offered += {500, Bytes{500'000}};
  results.accounts[1].drops = {{"bng: policer", {497, Bytes{497'000}}}};
  results.accounts[1].lost_by_host = {3, Bytes{3000}};
  results.accounts.emplace_back().name = "network-access.homes/voice";
  results.ports.resize(2);
  results.ports[0] = {.name = "access",
                      .device = "eth1",
                      .received = {2004, Bytes{2'000'000}},
                      .sent = {1, Bytes{1000}},
                      .refused = {{"runt", 2}},
                      .dropped_by_kernel = 0,
                      .transmit_full = 0,
                      .errors = 0,
                      .gaps = 1,
                      .down = 1500_ms,
                      .before_beginning = 4,
                      .damaged = {{"ip_checksum", 5}}};
  results.ports[1].name = "network";
  results.ports[1].device = "eth2";
  results.ports[1].transmit_full = 3;
  for (int i = 0; i < 1503; ++i) results.host.lateness.add(12_us);
  results.host.most_per_second = 1500;
  results.host.longest_turn = 85_us;
  results.host.late_in = 7;
  results.host.timestamps = "the kernel's";
  results.host.scheduling = "SCHED_FIFO 50";
  results.host.memory_locked = true;
  results.self_test = SelfTestResults{.skipped = "",
                                      .ports = "AF_PACKET",
                                      .frames_per_second = 310'000,
                                      .median = 20_us,
                                      .within = 60_us,
                                      .most = 90_us,
                                      .limit = "loss"};
  return results;
}

inline EmulationReport report_of(const EmulationResults& results) {
  return {"gateway",
          "What becomes of the calls?",
          "1.2",
          "2026-01-02T03:04:05Z",
          results,
          account_reports(results),
          certificate_of(results, 1_ms),
          direction_reports(results),
          {"the neighbours are simulated"}};
}

}  // namespace qoslab::samples
