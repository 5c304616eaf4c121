#include "helpers/results/emulation_text.h"

#include <fmt/format.h>

#include "helpers/results/cells.h"
#include "helpers/results/names.h"

namespace qoslab {
namespace {

Cell in_microseconds(const std::optional<Duration>& time) {
  return text_cell(time ? figures(time->to_seconds() * 1e6) : "");
}

Table account_table(const EmulationReport& report) {
  Table table{{{"frames of", false},
               {"offered", true, 6},
               {"delivered", true, 6},
               {"Mbit/s", true, 8},
               {"lost %", true, 9},
               {"mean", true, 9, "-"},
               {"p50", true, 5, "-"},
               {"p99", true, 8, "-"},
               {"max", true, 8, "-"},
               {"model's mean", true, 7, "-"},
               {"p99", true, 6, "-"}}};
  for (const auto& account : report.accounts) {
    if (account.offered.packets == 0) continue;
    table.row({text_cell(account.name),
               text_cell(std::to_string(account.offered.packets)),
               text_cell(std::to_string(account.delivered.packets)),
               text_cell(figures(account.rate_bps / 1e6)),
               {figures(account.lost_percent), account.lost_percent > 0 ? Ink::bad : Ink::plain},
               in_microseconds(account.measured.mean),
               in_microseconds(account.measured.p50),
               in_microseconds(account.measured.p99),
               in_microseconds(account.measured.most),
               in_microseconds(account.modelled.mean),
               in_microseconds(account.modelled.p99)});
  }
  return table;
}

Table drop_table(const EmulationReport& report) {
  Table table{{{"frames of", false}, {"dropped", true}, {"where: why", false}}};
  for (const auto& account : report.results.accounts) {
    for (const auto& [reason, count] : account.drops)
      table.row({text_cell(account.name), text_cell(std::to_string(count.packets)), text_cell(reason)});
    if (account.lost_by_host.packets > 0)
      table.row({text_cell(account.name),
                 text_cell(std::to_string(account.lost_by_host.packets)),
                 {"this host: could not send", Ink::bad}});
  }
  for (const auto& port : report.results.ports)
    for (const auto& [fault, frames] : port.refused)
      table.row({text_cell(port.name), text_cell(std::to_string(frames)), text_cell("refused: " + fault)});
  return table;
}

Table port_table(const EmulationReport& report) {
  Table table{{{"port", false},
               {"device", false},
               {"received", true},
               {"sent", true},
               {"ring overruns", true},
               {"transmit full", true},
               {"errors", true},
               {"gaps", true}}};
  for (const auto& port : report.results.ports)
    table.row({text_cell(port.name), text_cell(port.device), text_cell(std::to_string(port.received.packets)),
               text_cell(std::to_string(port.sent.packets)), text_cell(std::to_string(port.dropped_by_kernel)),
               text_cell(std::to_string(port.transmit_full)), text_cell(std::to_string(port.errors)),
               text_cell(std::to_string(port.gaps))});
  return table;
}

std::string titled(const std::string& title, const Table& table, const TextStyle& style) {
  return table.empty() ? "" : "\n" + inked(title, Ink::strong, style) + "\n" + table.text(style);
}

}  // namespace

std::string certificate_text(const EmulationReport& report, const TextStyle& style) {
  const auto& c = report.certificate;
  const auto& host = report.results.host;
  std::string text = "\n" + inked("Certificate: " + c.grade, c.valid ? Ink::good : Ink::bad, style) + "\n";
  for (const auto& reason : c.reasons) text += wrapped("  - ", reason, style);
  if (c.within)
    text += fmt::format("  departures late by {} us (median), {} us (99 %), {} us (most)\n",
                        in_microseconds(c.median).text, in_microseconds(c.within).text, in_microseconds(c.most).text);
  text += fmt::format("  longest turn {} us; time stamps: {}; {}, memory {}\n",
                      figures(host.longest_turn.to_seconds() * 1e6), host.timestamps, host.scheduling,
                      host.memory_locked ? "locked" : "not locked");
  return text;
}

std::string to_text(const EmulationReport& report, const TextStyle& style) {
  std::string text = inked(harmless(report.scenario), Ink::strong, style) + "\n";
  if (!report.question.empty()) text += wrapped("", report.question, style);
  text += fmt::format("emulated for {} s{}\n", figures(report.results.until.since_start().to_seconds()),
                      report.results.complete ? "" : ", ended early");
  text += titled("Frames (at the frame layer; delays in us, measured and the model's)", account_table(report), style);
  text += titled("Drops", drop_table(report), style);
  text += titled("Ports", port_table(report), style);
  return text + certificate_text(report, style);
}

}  // namespace qoslab
