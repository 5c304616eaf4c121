#include "helpers/results/emulation_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "helpers/results/cells.h"
#include "helpers/results/emulation_model.h"
#include "helpers/results/names.h"

namespace qoslab {
namespace {

Cell in_microseconds(const std::optional<Duration>& time) {
  return text_cell(time ? figures(time->to_seconds() * 1e6) : "");
}

std::string direction_of(const AccountReport& account) { return account.name.substr(0, account.name.find('.')); }

/// What all delays are shown in: where one is long on average, in milliseconds.
struct DelayUnit {
  explicit DelayUnit(const EmulationReport& report) {
    const auto is_long = [](const AccountReport& a) { return a.measured.mean.value_or(Duration{}) >= long_delay; };
    if (!std::any_of(report.accounts.begin(), report.accounts.end(), is_long)) return;
    name = "ms";
    a_second = 1e3;
  }
  [[nodiscard]] Cell operator()(const std::optional<Duration>& time) const {
    return text_cell(time ? figures(time->to_seconds() * a_second) : "");
  }

  static constexpr Duration long_delay = Duration::milliseconds(10);
  const char* name = "us";
  double a_second = 1e6;
};

void row_of(Table& table, const std::string& name, const AccountReport& account, bool real_time, DelayUnit unit) {
  const auto& model = account.modelled;
  table.row({text_cell(name),
             text_cell(std::to_string(account.offered.packets)),
             text_cell(std::to_string(account.delivered.packets)),
             text_cell(account.delivered.packets == 1 ? "" : figures(account.rate_bps / 1e6)),
             {figures(account.lost_percent), account.lost_percent > 0 ? Ink::bad : Ink::plain},
             {account.lost_by_host.packets > 0 ? std::to_string(account.lost_by_host.packets) : "", Ink::bad},
             unit(account.measured.mean),
             unit(account.measured.p50),
             unit(account.measured.p99),
             unit(account.measured.most),
             unit(real_time ? model.mean : std::nullopt),
             unit(real_time ? model.p99 : std::nullopt)});
}

/// The accounts by direction, with a total where a direction has several.
Table account_table(const EmulationReport& report) {
  Table table{{{"frames of", false},
               {"offered", true, 8},
               {"delivered", true, 6},
               {"Mbit/s", true, 8, "-"},
               {"lost %", true, 9},
               {"lost by host", true, 9},
               {"delay mean", true, 9, "-"},
               {"p50", true, 5, "-"},
               {"p99", true, 8, "-"},
               {"max", true, 8, "-"},
               {"model's mean", true, 7, "-"},
               {"p99", true, 6, "-"}}};
  const bool real_time = report.results.host.real_time;
  const DelayUnit unit{report};
  for (const auto& direction : report.directions) {
    int rows = 0;
    for (const auto& account : report.accounts) {
      if (account.offered.packets == 0 || direction_of(account) != direction.name) continue;
      row_of(table, account.name, account, real_time, unit);
      ++rows;
    }
    if (rows > 1) row_of(table, direction.name + ", all", direction, real_time, unit);
  }
  return table;
}

/// "ip_checksum" in words.
std::string in_words(std::string fault) {
  std::replace(fault.begin(), fault.end(), '_', ' ');
  return fault;
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
      table.row({text_cell(port.name), text_cell(std::to_string(frames)), text_cell("refused: " + in_words(fault))});
  for (const auto& port : report.results.ports)
    if (port.before_beginning > 0)
      table.row({text_cell(port.name), text_cell(std::to_string(port.before_beginning)),
                 text_cell("came before the beginning")});
  if (const auto frames = report.results.host.no_room; frames > 0)
    table.row(
        {text_cell("all"), text_cell(std::to_string(frames)), {"this host: no memory for more inside", Ink::bad}});
  return table;
}

/// What passed though something is wrong with it.
Table damage_table(const EmulationReport& report) {
  Table table{{{"port", false}, {"frames", true}, {"what is wrong", false}}};
  for (const auto& port : report.results.ports)
    for (const auto& [fault, frames] : port.damaged)
      table.row({text_cell(port.name), text_cell(std::to_string(frames)), text_cell(in_words(fault))});
  return table;
}

/// What goes wrong only in real time has no column over captures.
Table port_table(const EmulationReport& report) {
  Table table{{{"port", false},
               {report.results.host.real_time ? "device" : "capture", false},
               {"received", true},
               {"sent", true},
               {"ring overruns", true},
               {"transmit full", true},
               {"errors", true},
               {"gaps", true},
               {"without link s", true}}};
  const auto counted = [&](std::int64_t number) -> Cell {
    return {report.results.host.real_time ? std::to_string(number) : "", number > 0 ? Ink::bad : Ink::plain};
  };
  for (const auto& port : report.results.ports)
    table.row({text_cell(port.name), text_cell(harmless(port.device)), text_cell(std::to_string(port.received.packets)),
               text_cell(std::to_string(port.sent.packets)), counted(port.dropped_by_kernel),
               counted(port.transmit_full), counted(port.errors), counted(port.gaps),
               text_cell(port.gaps > 0 ? figures(port.down.to_seconds()) : "")});
  return table;
}

std::int64_t frames_in(const EmulationResults& results) {
  std::int64_t frames = 0;
  for (const auto& port : results.ports) frames += port.received.packets;
  return frames;
}

std::string notes_text(const EmulationReport& report, const TextStyle& style) {
  std::string text;
  for (const auto& note : report.notes) text += wrapped("  - ", harmless(note), style);
  return text.empty() ? "" : "\n" + inked("Notes", Ink::strong, style) + "\n" + text;
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
  for (const auto& warning : c.warnings) text += wrapped("  - ", "but " + warning, style);
  if (!host.real_time) return text;
  if (c.within)
    text += fmt::format("  departures late by {} us (median), {} us (99 %), {} us (most)\n",
                        in_microseconds(c.median).text, in_microseconds(c.within).text, in_microseconds(c.most).text);
  if (host.late_in > 0)
    text += fmt::format("  {} of {} frames were seen after the model had gone on, and came in then\n", host.late_in,
                        frames_in(report.results));
  if (!c.self_test.empty()) text += wrapped("  ", "self-test: " + c.self_test, style);
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
  const std::string delays = report.results.host.real_time ? ": delays measured, and the model's)" : ")";
  text +=
      titled(std::string{"Frames (Mbit/s of frames; "} + DelayUnit{report}.name + delays, account_table(report), style);
  text += titled("Drops", drop_table(report), style);
  text += titled("Simulated flows (packets)", model_flow_table(report.results), style);
  text += titled("Classes of simulated ports (packets)", model_class_table(report.results), style);
  text += titled("Damaged, and carried as frames that are not IP", damage_table(report), style);
  text += titled("Ports", port_table(report), style);
  return text + notes_text(report, style) + certificate_text(report, style);
}

}  // namespace qoslab
