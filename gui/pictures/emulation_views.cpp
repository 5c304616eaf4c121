// How far an emulation may be believed, and what its frames got.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "gui/data/distribution.h"
#include "gui/pictures/numbers.h"
#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

constexpr double ns_in_us = 1e3;
constexpr double ns_in_ms = 1e6;

recorded::Measured ms_of(const std::optional<double>& ns) {
  return ns ? recorded::Measured{recorded::Measure{*ns / ns_in_ms}} : std::nullopt;
}

std::int64_t all_of(const recorded::ByReason& frames) {
  return std::accumulate(frames.begin(), frames.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& entry) { return sum + entry.second; });
}

std::string self_test_text(const recorded::SelfTest& test) {
  if (!test.skipped.empty()) return "none: " + test.skipped;
  return number_text(static_cast<double>(test.frames_per_second)) + " frames/s of " + std::to_string(test.frame_bytes) +
         " bytes through " + test.ports + ", 99 % within " + time_text(test.lateness_ns.p99) +
         "; kept from more by: " + test.limit;
}

Table certificate_table(const recorded::Certificate& certificate) {
  Table table{.columns = {"what", ""}};
  const auto put = [&](const std::string& what, const std::string& text) { table.rows.push_back({what, text}); };
  put("valid", certificate.valid ? "yes" : "NO");
  put("grade", certificate.grade);
  for (const auto& reason : certificate.reasons) put("not valid", reason);
  for (const auto& warning : certificate.warnings) put("but", warning);
  if (certificate.self_test) put("self-test before the run", self_test_text(*certificate.self_test));
  if (certificate.real_time) {
    put("99 % may be late by", time_text(certificate.precision_ns));
    put("half were late by at most", time_text(certificate.lateness_ns.p50));
    put("99 % were late by at most", time_text(certificate.lateness_ns.p99));
    put("all were late by at most", time_text(certificate.lateness_ns.max));
    put("sent in the busiest second", number_text(certificate.frames_per_second) + " frames");
    put("farthest behind the ports' clock", time_text(certificate.behind_ns));
    put("longest between two looks at the ports", time_text(certificate.longest_turn_ns));
    put("frames that the model saw late", std::to_string(certificate.late_in));
    put("frames without room inside", std::to_string(certificate.no_room));
    put("stood still, times", std::to_string(certificate.clock_steps));
  }
  put("time stamps", certificate.timestamps);
  put("scheduling", certificate.scheduling + (certificate.memory_locked ? ", memory locked" : ""));
  return table;
}

/// Departures by how late they were; bins that are as wide on a logarithmic axis.
std::vector<Point> lateness_steps(const std::vector<recorded::Bin>& histogram) {
  constexpr double bins_of_a_decade = 20;
  const auto number_of = [](std::int64_t ns) {
    return static_cast<std::int64_t>(std::floor(std::log10(std::max(1.0, static_cast<double>(ns))) * bins_of_a_decade));
  };
  const auto begins = [](std::int64_t bin) {
    return std::pow(10.0, static_cast<double>(bin) / bins_of_a_decade) / ns_in_us;
  };
  const auto first = number_of(histogram.front().ns);
  const auto last = number_of(histogram.back().ns);
  std::vector<Point> points;
  for (auto bin = first; bin <= last + 1; ++bin) points.push_back({begins(bin), 0});
  double all = 0;
  for (const auto& [ns, count] : histogram) {
    points[static_cast<std::size_t>(number_of(ns) - first)].y += static_cast<double>(count);
    all += static_cast<double>(count);
  }
  for (auto& point : points) point.y *= 100 / all;
  return points;
}

Curve upright(const std::string& name, double x, double height, std::size_t style) {
  return {.name = name, .shape = Curve::Shape::line, .points = {{x, 0}, {x, height}}, .style = style};
}

Picture lateness_picture(const recorded::Results& results) {
  const auto& certificate = *results.certificate;
  Picture picture;
  picture.title = results.scenario + ": how late frames left";
  picture.note = "A run is valid only if 99 % of its departures were no later than the precision.";
  picture.x.title = "handed to the port after the model's instant by";
  picture.x.unit = "µs";
  picture.x.logarithmic = true;
  picture.y.title = "departures";
  picture.y.unit = "%";
  Curve departures{.name = "departures", .shape = Curve::Shape::area, .style = 0};
  departures.points = lateness_steps(certificate.lateness_histogram_ns);
  const double height = std::max_element(departures.points.begin(), departures.points.end(), [](auto& a, auto& b) {
                          return a.y < b.y;
                        })->y;
  picture.curves.push_back(std::move(departures));
  const auto put = [&](const char* name, const std::optional<double>& ns, std::size_t style) {
    if (ns && *ns > 0) picture.curves.push_back(upright(name, *ns / ns_in_us, height, style));
  };
  put("99 % were no later", certificate.lateness_ns.p99, 1);
  put("precision", certificate.precision_ns, 2);
  return picture;
}

Table lateness_table(const recorded::Certificate& certificate) {
  Table table{.columns = {"of the departures", "late by at most, µs"}};
  recorded::Delays known;
  known.p50 = ms_of(certificate.lateness_ns.p50);
  known.p99 = ms_of(certificate.lateness_ns.p99);
  known.max = ms_of(certificate.lateness_ns.max);
  for (const auto& percentile : percentiles(certificate.lateness_histogram_ns, known))
    if (percentile.ms)
      table.rows.push_back({percentile.label, number_text(percentile.ms->value * ns_in_ms / ns_in_us)});
  return table;
}

/// Those that frames came to.
std::vector<const recorded::Account*> accounts_in_use(const std::vector<recorded::Account>& accounts) {
  std::vector<const recorded::Account*> used;
  for (const auto& account : accounts)
    if (account.used()) used.push_back(&account);
  return used;
}

Picture accounts_picture(const recorded::Results& results) {
  Picture picture;
  picture.title = results.scenario + ": delays of frames, and what the model gave them";
  picture.note = "What is above its ring was added by this host.";
  picture.y.title = "delay";
  picture.y.unit = "ms";
  picture.y.logarithmic = true;
  const auto used = accounts_in_use(results.accounts);
  for (const auto* account : used) picture.x.names.push_back(account->name);
  const auto put = [&](const char* name, Curve::Shape shape, std::size_t style, auto&& delay_of) {
    Curve curve{.name = name, .shape = shape, .style = style};
    for (std::size_t i = 0; i < used.size(); ++i)
      if (const recorded::Measured& delay = delay_of(*used[i]); delay && delay->value > 0)
        curve.points.push_back({static_cast<double>(i), delay->value});
    if (!curve.points.empty()) picture.curves.push_back(std::move(curve));
  };
  using Account = recorded::Account;
  put(
      "mean", Curve::Shape::dots, 0, [](const Account& a) -> auto& { return a.delay_ms.mean; });
  put(
      "the model's mean", Curve::Shape::rings, 0, [](const Account& a) -> auto& { return a.model_delay_ms.mean; });
  put(
      "99 % are below", Curve::Shape::dots, 1, [](const Account& a) -> auto& { return a.delay_ms.p99; });
  put(
      "the model's 99 %", Curve::Shape::rings, 1, [](const Account& a) -> auto& { return a.model_delay_ms.p99; });
  return picture;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Table accounts_table(const recorded::Results& results) {
  Table table{.columns = {"frames of", "flows", "offered", "delivered", "inside at the end", "rate, bit/s",
                          "lost in the model, %", "lost by this host", "mean delay, ms", "99 % of delay, ms",
                          "largest delay, ms", "the model's mean, ms", "the model's 99 %, ms"}};
  const auto put = [&](const recorded::Account& a, const std::string& name) {
    table.rows.push_back({name, joined(a.flows), std::to_string(a.offered.packets), std::to_string(a.delivered.packets),
                          std::to_string(a.inside.packets), number_text(a.rate_bps), number_text(a.lost_percent),
                          std::to_string(a.lost_by_host.packets), measured_text(a.delay_ms.mean),
                          measured_text(a.delay_ms.p99), measured_text(a.delay_ms.max),
                          measured_text(a.model_delay_ms.mean), measured_text(a.model_delay_ms.p99)});
  };
  for (const auto* account : accounts_in_use(results.accounts)) put(*account, account->name);
  for (const auto* direction : accounts_in_use(results.directions)) put(*direction, direction->name + ", all");
  return table;
}

Table ports_table(const recorded::Results& results) {
  Table table{.columns = {"port", "device", "received", "sent", "refused", "damaged", "before the beginning",
                          "receive ring full", "transmit ring full", "errors", "times without link",
                          "without link, s"}};
  for (const auto& port : results.ports)
    table.rows.push_back({port.name, port.device + (port.removed ? " (removed)" : ""),
                          std::to_string(port.received.packets), std::to_string(port.sent.packets),
                          std::to_string(all_of(port.refused)), std::to_string(all_of(port.damaged)),
                          std::to_string(port.before_beginning), std::to_string(port.dropped_by_kernel),
                          std::to_string(port.transmit_full), std::to_string(port.errors), std::to_string(port.gaps),
                          number_text(port.down_s)});
  return table;
}

Table simulated_table(const recorded::Results& results) {
  Table table{.columns = {"flow", "sent", "delivered", "dropped", "inside at the end"}};
  for (const auto& flow : results.model_flows)
    table.rows.push_back({flow.name, std::to_string(flow.sent.packets), std::to_string(flow.delivered.packets),
                          std::to_string(all_of(flow.drops)), std::to_string(flow.inside.packets)});
  return table;
}

}  // namespace

std::optional<ResultView> certificate_view(const Opened& opened) {
  if (!opened->results.certificate) return std::nullopt;
  return table_view("certificate", "Certificate", "Whether the numbers are the model's and not this machine's.",
                    [opened] { return certificate_table(*opened->results.certificate); });
}

std::optional<ResultView> lateness_view(const Opened& opened) {
  const auto& certificate = opened->results.certificate;
  if (!certificate || !certificate->real_time || certificate->lateness_histogram_ns.empty()) return std::nullopt;
  return ResultView{.id = "lateness",
                    .title = "Lateness",
                    .meaning = "How long after the instant that the model wanted each frame was handed to its port.",
                    .picture = [opened] { return lateness_picture(opened->results); },
                    .table = [opened] { return lateness_table(*opened->results.certificate); }};
}

std::optional<ResultView> accounts_view(const Opened& opened) {
  if (accounts_in_use(opened->results.accounts).empty()) return std::nullopt;
  return ResultView{.id = "accounts",
                    .title = "Frames by account",
                    .meaning =
                        "Rates, losses and delays of each direction and code point, or group and class; delays "
                        "are from a frame's arrival to when it was handed to its port.",
                    .picture = [opened] { return accounts_picture(opened->results); },
                    .table = [opened] { return accounts_table(opened->results); }};
}

std::optional<ResultView> ports_view(const Opened& opened) {
  if (opened->results.ports.empty()) return std::nullopt;
  return table_view("ports", "Ports", "What came in and went out at each device or capture, and what was lost there.",
                    [opened] { return ports_table(opened->results); });
}

std::optional<ResultView> simulated_view(const Opened& opened) {
  if (opened->results.model_flows.empty()) return std::nullopt;
  return table_view("simulated", "Simulated hosts' flows",
                    "What simulated hosts sent beside the real ones, in packets.",
                    [opened] { return simulated_table(opened->results); });
}

}  // namespace qoslab::gui
