#include "helpers/results/results_file.h"

#include <algorithm>
#include <utility>

#include "helpers/recorded/subjects.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;
using Kind = recorded::Subject::Kind;

constexpr double milliseconds_of_a_nanosecond = 1e-6;
constexpr const char* carried_frames = "carried, bit/s of frames";

/// Of a metric of helpers/recorded; empty: it is not compared.
std::string name_of(std::string_view metric, Kind kind) {
  static const std::map<std::string_view, std::string> names{
      {"goodput_bps", "goodput, bit/s"}, {"loss_percent", "loss, %"},       {"delay_mean_ms", "delay.mean, ms"},
      {"delay_p50_ms", "delay.p50, ms"}, {"delay_p99_ms", "delay.p99, ms"}, {"delay_max_ms", "delay.max, ms"},
      {"jitter_ms", "jitter.mean, ms"}};
  if (metric == "carried_bps") return kind == Kind::flow ? "carried, bit/s of IP" : "carried, bit/s";
  if (metric == "carried_frames_bps" && kind == Kind::account) return carried_frames;  // a flow's: as in an account
  const auto found = names.find(metric);
  return found == names.end() ? "" : found->second;
}

Subject& add_subject(ResultsFile& file, const recorded::Subject& subject) {
  const auto point = recorded::name_of(subject.point);
  auto& added = file.subjects[subject.name + (point.empty() ? "" : " " + point)];
  for (const auto& [id, measure] : subject.metrics)
    if (const auto name = name_of(id, subject.kind); !name.empty()) added.metrics[name] = measure.value;
  added.flows = subject.flows;
  return added;
}

double packets(const recorded::Count& count) { return static_cast<double>(count.packets); }

std::optional<double> value_of(const recorded::Measured& measured) {
  return measured ? std::optional{measured->value} : std::nullopt;
}

void add(const recorded::Flow& flow, ResultsFile& file) {
  const auto of = recorded::subject_of(flow);
  auto& subject = add_subject(file, of);
  subject.metrics["offered, packets"] = packets(flow.offered);
  subject.delivered = packets(flow.carried);
  const double lost = value_of(flow.loss_percent).value_or(0) / 100;
  subject.decided = lost < 1 ? subject.delivered / (1 - lost) : packets(flow.offered);
  const auto& delays = flow.delay_ms;
  subject.delays = {value_of(delays.min), value_of(delays.p95), value_of(delays.p99), value_of(delays.p999),
                    value_of(delays.max)};
  if (const auto frames = of.metrics.find("carried_frames_bps"); frames != of.metrics.end())
    subject.frames_bps = frames->second.value;
}

/// How late the account's own departures can have been at the 99th percentile: if all that were late were its own.
/// Bins are known by their beginnings, and their ends are within a thousandth.
double lateness_of(const recorded::Certificate& certificate, double departures) {
  const auto& bins = certificate.lateness_histogram_ns;
  double later = departures / 100;
  for (auto bin = bins.rbegin(); bin != bins.rend(); ++bin) {
    later -= static_cast<double>(bin->count);
    if (later < 0) return static_cast<double>(bin->ns) * 1.001 * milliseconds_of_a_nanosecond;
  }
  return 0;
}

void add(const recorded::Account& account, const std::optional<recorded::Certificate>& certificate, ResultsFile& file) {
  auto& subject = add_subject(file, recorded::subject_of(account));
  subject.metrics["offered, packets"] = packets(account.offered);
  subject.delivered = packets(account.delivered);
  subject.decided = subject.delivered + packets(account.lost_by_host);
  for (const auto& [reason, dropped] : account.drops) subject.decided += static_cast<double>(dropped);
  if (certificate) subject.lateness_ms = lateness_of(*certificate, subject.delivered);
}

void add(const recorded::Certificate& certificate, ResultsFile& file) {
  if (const auto& lateness = certificate.lateness_ns.p99) file.lateness_ms = *lateness * milliseconds_of_a_nanosecond;
  if (!certificate.real_time) file.lateness_ms = 0;
  if (certificate.valid) return;
  file.flaw = "not valid";
  for (const auto& reason : certificate.reasons) file.flaw += "; " + reason;
}

/// Of several flows as of one. Of their delays, only the mean and the extremes can be told.
void add(Subject& all, const Subject& flow) {
  const auto mean = [](const Subject& subject) {
    const auto found = subject.metrics.find("delay.mean, ms");
    return found == subject.metrics.end() ? 0 : found->second;
  };
  const auto extreme = [](std::optional<double>& a, const std::optional<double>& b, auto&& choose) {
    a = a && b ? choose(*a, *b) : a ? a : b;
  };
  const double both = all.delivered + flow.delivered;
  const double weighted = mean(all) * all.delivered + mean(flow) * flow.delivered;
  if (both > 0) all.metrics["delay.mean, ms"] = weighted / both;
  extreme(all.delays.min, flow.delays.min, [](double a, double b) { return std::min(a, b); });
  extreme(all.delays.max, flow.delays.max, [](double a, double b) { return std::max(a, b); });
  if (all.delays.max) all.metrics["delay.max, ms"] = *all.delays.max;
  all.metrics[carried_frames] += flow.frames_bps.value_or(0);
  if (const auto offered = flow.metrics.find("offered, packets"); offered != flow.metrics.end())
    all.metrics["offered, packets"] += offered->second;
  all.delivered = both;
  all.decided += flow.decided;
  if (all.decided > 0) all.metrics["loss, %"] = 100 * (all.decided - all.delivered) / all.decided;
}

}  // namespace

ResultsFile read_results(const fs::path& path) {
  const auto read = recorded::read_results(path);
  if (!read.oddities.empty())
    throw ResultsFileError{read.path + ": JSON, but not of qoslab; a results.json is wanted (" + read.oddities.front() +
                           ")"};
  ResultsFile file;
  file.path = read.path;
  file.scenario = read.scenario;
  file.command = read.command;
  file.complete = read.complete;
  file.seconds = read.duration_s;
  file.warmup_s = read.warmup_s;
  for (const auto& flow : read.flows) add(flow, file);
  for (const auto& traffic : read.traffic) add_subject(file, recorded::subject_of(traffic));
  const auto certificate = recorded::certificate_of(read);
  for (const auto& account : read.accounts) add(account, certificate, file);
  if (certificate) add(*certificate, file);
  if (file.subjects.empty()) throw ResultsFileError{read.path + ": no flows or traffic in these results"};
  return file;
}

ResultsFile in_accounts(const ResultsFile& simulated, const ResultsFile& emulated) {
  ResultsFile result = simulated;
  result.subjects.clear();
  for (const auto& [name, account] : emulated.subjects) {
    std::vector<const Subject*> flows;
    for (const auto& flow : account.flows)
      for (const auto& [point, subject] : simulated.subjects)
        if (subject.flows == std::vector{flow}) flows.push_back(&subject);
    if (flows.empty() || flows.size() != account.flows.size()) continue;
    Subject all;
    if (flows.size() == 1) {  // all its numbers
      all = *flows.front();
      if (all.frames_bps) all.metrics[carried_frames] = *all.frames_bps;
    } else {
      for (const auto* flow : flows) add(all, *flow);
    }
    all.flows = account.flows;
    result.subjects[name] = std::move(all);
  }
  return result;
}

}  // namespace qoslab
