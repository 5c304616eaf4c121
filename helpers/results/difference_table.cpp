#include "helpers/results/difference_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "helpers/results/agreement.h"
#include "helpers/results/cells.h"
#include "helpers/results/json_parts.h"

namespace qoslab {
namespace {

std::string of(const ResultsFile& file) {
  return fmt::format("{} ({}, {}{})", file.path, file.scenario, file.command, file.complete ? "" : ", incomplete");
}

std::optional<double> sum(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a && !b) return std::nullopt;
  return a.value_or(0) + b.value_or(0);
}

std::string joined(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + "; " + b; }

bool has_accounts(const ResultsFile& file) { return file.command == "emulate"; }

/// "call": its account says less.
std::string name_of(const std::string& subject, const Subject& first, const Subject& second) {
  const auto& flows = first.flows.empty() ? second.flows : first.flows;
  if (flows.empty() || first.flows != second.flows) return subject;
  std::string names;
  for (const auto& flow : flows) names += (names.empty() ? "" : " + ") + flow;
  return subject.starts_with(names) ? subject : names;
}

constexpr const char* reverse = "/reverse";

/// What confirms a flow of TCP is a flow of its own.
bool is_tcp(const std::string& flow, const ResultsFile& file) {
  return flow.ends_with(reverse) || std::any_of(file.subjects.begin(), file.subjects.end(), [&](const auto& entry) {
           const auto& names = entry.second.flows;
           return std::find(names.begin(), names.end(), flow + reverse) != names.end();
         });
}

void mark_tcp(Differences& found, const ResultsFile& first, const ResultsFile& second) {
  const auto& emulated = has_accounts(first) ? first : second;
  std::vector<std::string> names;
  for (const auto& [name, subject] : emulated.subjects) {
    const bool tcp = std::any_of(subject.flows.begin(), subject.flows.end(),
                                 [&](const auto& flow) { return is_tcp(flow, first) || is_tcp(flow, second); });
    if (tcp) names.push_back(name_of(name, subject, subject));
  }
  bool any = false;
  for (auto& row : found.rows) {
    row.tcp = std::find(names.begin(), names.end(), row.subject) != names.end();
    any = any || row.tcp;
  }
  if (any)
    found.remarks.emplace_back(
        "rows with (TCP) are the system's TCP against ns-3's, which differ by more than certificate and chance allow");
}

Cell verdict(const Differences::Row& row) {
  const auto agrees = row.agrees();
  if (!agrees) return text_cell(row.tcp ? "(TCP)" : "");
  const std::string mark = row.tcp ? " (TCP)" : "";
  return *agrees ? Cell{"yes" + mark, Ink::good} : Cell{"no" + mark, Ink::bad};
}

Json to_json(const ResultsFile& file) {
  return {{"path", file.path}, {"scenario", file.scenario}, {"command", file.command}, {"complete", file.complete}};
}

std::string flaw_of(const char* which, const ResultsFile& file) {
  return file.flaw.empty() ? "" : fmt::format("of the {} ({}): {}", which, file.path, file.flaw);
}

/// "only the first has: a, b, c and 7 more"
void remark_missing(const char* which, const ResultsFile& has, const ResultsFile& other,
                    std::vector<std::string>& remarks) {
  constexpr int listed = 5;
  std::string names;
  int missing = 0;
  for (const auto& [name, subject] : has.subjects)
    if (!other.subjects.contains(name) && ++missing <= listed) names += (missing > 1 ? ", " : "") + name;
  if (missing > listed) names += fmt::format(" and {} more", missing - listed);
  if (missing > 0) remarks.push_back(fmt::format("only the {} has: {}", which, names));
}

std::vector<std::string> remarks(const ResultsFile& first, const ResultsFile& second) {
  std::vector<std::string> found;
  if (first.scenario != second.scenario)
    found.push_back(fmt::format("the scenarios have different names: '{}' and '{}'", first.scenario, second.scenario));
  // An emulation ends a little beside what was wanted.
  constexpr double same = 0.02;
  if (std::abs(first.seconds - second.seconds) > same * std::max(first.seconds, second.seconds))
    found.push_back(fmt::format("they did not last as long: {:g} s and {:g} s", first.seconds, second.seconds));
  if (first.warmup_s != second.warmup_s)
    found.push_back(fmt::format("warm-ups differ: {:g} s and {:g} s", first.warmup_s, second.warmup_s));
  remark_missing("first", first, second, found);
  remark_missing("second", second, first, found);
  return found;
}

Differences by_name(const ResultsFile& first, const ResultsFile& second) {
  Differences result{{},
                     0,
                     sum(first.lateness_ms, second.lateness_ms),
                     joined(flaw_of("first", first), flaw_of("second", second)),
                     remarks(first, second)};
  const Allowance allowance{result.lateness_ms.value_or(0), std::min(first.seconds, second.seconds)};
  for (const auto& [name, subject] : first.subjects) {
    const auto other = second.subjects.find(name);
    if (other == second.subjects.end()) continue;
    ++result.subjects;
    for (const auto& [metric, value] : subject.metrics) {
      const auto found = other->second.metrics.find(metric);
      if (found == other->second.metrics.end()) continue;
      auto& row = result.rows.emplace_back(
          Differences::Row{name_of(name, subject, other->second), metric, value, found->second, {}, false});
      if (result.lateness_ms) row.allowed = allowance.of(metric, subject, other->second);
    }
  }
  return result;
}

}  // namespace

std::optional<bool> Differences::Row::agrees() const {
  // Numbers come through files as decimals.
  constexpr double written = 1e-9;
  if (!allowed) return std::nullopt;
  return std::abs(difference()) <= *allowed + written * std::abs(first);
}

int Differences::judged() const {
  return static_cast<int>(std::count_if(rows.begin(), rows.end(), [](const Row& r) { return r.agrees().has_value(); }));
}

int Differences::agree() const {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const Row& r) { return r.agrees().value_or(false); }));
}

Differences differences(const ResultsFile& first, const ResultsFile& second) {
  if (has_accounts(first) == has_accounts(second)) return by_name(first, second);
  auto found =
      has_accounts(first) ? by_name(first, in_accounts(second, first)) : by_name(in_accounts(first, second), second);
  mark_tcp(found, first, second);
  return found;
}

std::string to_text(const Differences& d, const ResultsFile& first, const ResultsFile& second, const TextStyle& style) {
  Table table{{{"of", false},
               {"number", false},
               {"first", true},
               {"second", true},
               {"difference", true},
               {"%", true, 8, "-"},
               {"allowed", true, 9, "-"},
               {"agree", false, 9, "-"}}};
  for (const auto& row : d.rows)
    table.row({text_cell(harmless(row.subject)), text_cell(row.metric), text_cell(figures(row.first)),
               text_cell(figures(row.second)), text_cell(figures(row.difference())),
               text_cell(row.first == 0 ? "" : percentage(100 * row.difference() / row.first)),
               text_cell(row.allowed ? figures(*row.allowed) : ""), verdict(row)});
  std::string text = "first:  " + of(first) + "\nsecond: " + of(second) + "\n\n" + table.text(style);
  if (d.judged() > 0) {
    const bool all = d.agree() == d.judged();
    text +=
        "\n" +
        inked(fmt::format("{} of {} numbers agree within the certificate's {} ms and chance{}", d.agree(), d.judged(),
                          figures(d.lateness_ms.value_or(0)), all ? ": they agree" : ": they do not agree"),
              all ? Ink::good : Ink::bad, style) +
        "\n";
  }
  for (const auto& remark : d.remarks) text += wrapped("Remark: ", harmless(remark), style);
  if (!d.flaw.empty()) text += inked(wrapped("The certificate: ", harmless(d.flaw), style), Ink::bad, style);
  return text;
}

std::string to_json(const Differences& d, const ResultsFile& first, const ResultsFile& second) {
  Json rows = Json::array();
  for (const auto& row : d.rows)
    rows.push_back({{"of", row.subject},
                    {"number", row.metric},
                    {"first", row.first},
                    {"second", row.second},
                    {"difference", row.difference()},
                    {"allowed", or_null(row.allowed)},
                    {"agrees", or_null(row.agrees())},
                    {"tcp", row.tcp}});
  const Json json{{"command", "compare"},
                  {"first", to_json(first)},
                  {"second", to_json(second)},
                  {"lateness_ms", or_null(d.lateness_ms)},
                  {"flaw", d.flaw.empty() ? Json(nullptr) : Json(d.flaw)},
                  {"remarks", d.remarks},
                  {"numbers", std::move(rows)},
                  {"judged", d.judged()},
                  {"agree", d.agree()},
                  {"holds", d.holds()}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace qoslab
