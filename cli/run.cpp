// qoslab run: simulate a scenario, or all of a directory, and report.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "analysis/comparison.h"
#include "analysis/report.h"
#include "cli/affordable.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/scenario_files.h"
#include "helpers/results/json.h"
#include "helpers/results/output_directory.h"
#include "helpers/results/series_csv.h"
#include "helpers/results/subscribers_csv.h"
#include "helpers/results/text.h"
#include "helpers/scenario/gateway_load.h"
#include "helpers/simulate/replications.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  ScenarioArguments scenario;
  std::string out;
  int threads = 0;
  double most_packets = 1e8;
  std::optional<std::int64_t> most_memory;
  bool json = false;
  bool pcap = false;
  bool force = false;
  bool all_series = false;
  std::string progress = "auto";
};

std::int64_t peak_rss_bytes() {
  std::int64_t largest_kib = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    largest_kib = std::max<std::int64_t>(largest_kib, usage.ru_maxrss);
  }
  return largest_kib * 1024;
}

/// A gateway's threads meet several times in each of its windows: with few packets in one they would only wait.
bool keeps_threads_busy(const Scenario& point) {
  constexpr double least_a_second = 4e6;
  double packets = 0;
  for (const auto& gateway : point.gateways.gateways) packets += expected_packets(gateway, point.gateways, point.runs);
  return packets >= least_a_second * (point.runs.warmup + point.runs.duration).to_seconds();
}

/// One file of the run, from its points to its report and its files.
class FileRun {
 public:
  FileRun(const RunArguments& arguments, const std::string& path, const ReadOutcome& outcome)
      : arguments_{arguments}, path_{path}, points_{outcome.points} {
    for (const auto& d : outcome.diagnostics) warnings_.push_back(to_string(d));
  }

  /// Where its files go: claimed before the work begins, so that a refusal costs nothing.
  void claim(const fs::path& directory) {
    output_.emplace(directory, arguments_.force ? Existing::replace : Existing::refuse);
    if (!arguments_.pcap) return;
    captures_ = (directory / "captures").string();
    fs::create_directories(*captures_);
    for (auto& point : points_)
      for (auto& port : point.ports) port.pcap = true;
  }

  /// False: interrupted.
  bool run() {
    const auto began = std::chrono::steady_clock::now();
    const std::string started = utc_now();
    Progress progress{Progress::kind_of(arguments_.progress), path_};
    PoolOptions options;
    options.processes = arguments_.threads;
    options.progress = [&](double share) { progress(share); };
    options.live = [&](const LiveReading& reading) { progress.live(reading); };
    auto outcome = run_all(tasks(progress.tells_live()), options);
    auto taken = outcome.results.begin();
    std::vector<std::vector<Results>> by_point;
    for (const auto& point : points_) {
      auto& replications = by_point.emplace_back();
      for (int r = 0; r < point.runs.replications; ++r, ++taken) {
        if (*taken) replications.push_back(std::move(**taken));
      }
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    report = make_report(points_, by_point, {QOSLAB_VERSION, "run", path_, started},
                         {wall.count(), peak_rss_bytes(), arguments_.threads});
    report.warnings = warnings_;
    if (output_) {
      const auto which = arguments_.all_series ? Replications::all : Replications::first;
      output_->write("series.csv", series_csv(points_, by_point, which));
      if (!points_.front().gateways.gateways.empty())
        output_->write("subscribers.csv", subscribers_csv(points_, by_point, which));
      output_->write("results.json", to_json(report));
    }
    return !outcome.interrupted;
  }

  Report report;

 private:
  /// Point by point, replication by replication. Captures and what is told live: of the first replication of the first
  /// point.
  std::vector<Task> tasks(bool live) const {
    std::vector<Task> result;
    for (const auto& point : points_) {
      for (int r = 0; r < point.runs.replications; ++r) {
        Task task{&point, replication_seed(point.runs.seed, r), std::nullopt};
        if (result.empty()) task.captures = captures_;
        task.live = live && result.empty();
        result.push_back(task);
      }
    }
    const int spare = arguments_.threads / static_cast<int>(std::max<std::size_t>(1, result.size()));
    for (auto& task : result) task.threads = keeps_threads_busy(*task.scenario) ? std::max(1, spare) : 1;
    return result;
  }

  const RunArguments& arguments_;
  std::string path_;
  std::vector<Scenario> points_;
  std::vector<std::string> warnings_;
  std::optional<OutputDirectory> output_;
  std::optional<std::string> captures_;
};

void print(const RunArguments& arguments, const std::vector<Report>& reports, bool directory) {
  std::string text;
  if (arguments.json) {
    for (const auto& report : reports) text += (text.empty() ? "" : ",") + to_json(report);
    if (directory) text = "[" + text + "]\n";
  } else {
    const auto style = style_for(STDOUT_FILENO);
    text = directory ? to_text(compare(reports), style) : to_text(reports.front(), style);
  }
  write_all(STDOUT_FILENO, text, "standard output");
}

int run(RunArguments& arguments) {
  const auto files = read_all(arguments.scenario);
  if (!files.sound) return exit_status::wrong_input;
  if (arguments.threads <= 0) arguments.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (!affordable(files, {arguments.most_packets, arguments.most_memory, arguments.threads}))
    return exit_status::out_of_resources;
  std::vector<std::unique_ptr<FileRun>> runs;
  for (std::size_t i = 0; i < files.paths.size(); ++i) {
    runs.push_back(std::make_unique<FileRun>(arguments, files.paths[i], files.scenarios[i]));
    if (arguments.out.empty()) continue;
    runs.back()->claim(files.directory ? fs::path{arguments.out} / files.scenarios[i].name : fs::path{arguments.out});
  }
  std::vector<Report> reports;
  bool whole = true;
  for (std::size_t i = 0; i < runs.size() && whole; ++i) {
    whole = runs[i]->run();
    reports.push_back(std::move(runs[i]->report));
    runs[i].reset();
  }
  print(arguments, reports, files.directory);
  if (!whole) return exit_status::interrupted;
  const auto sound = [](const Report& r) { return r.holds() && r.balanced(); };
  return std::all_of(reports.begin(), reports.end(), sound) ? exit_status::fine : exit_status::does_not_hold;
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("run", "simulate a scenario packet by packet and report");
  auto a = std::make_shared<RunArguments>();
  add_scenario_options(*command, a->scenario);
  command
      ->add_option(
          "--out", a->out,
          "write results.json, series.csv and, of gateways, subscribers.csv into DIR (of a directory: DIR/NAME)")
      ->type_name("DIR")
      ->check([](const std::string& path) { return path.empty() ? "the name of a directory is wanted" : ""; });
  command->add_option("--seed", a->scenario.options.seed, "instead of the file's")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000'000'000'000}));
  add_time(*command, "--duration", "measured time, instead of the file's", Duration::picoseconds(1),
           a->scenario.options.duration);
  add_time(*command, "--warmup", "simulated before, instead of the file's", Duration{}, a->scenario.options.warmup);
  command->add_option("--runs", a->scenario.options.replications, "replications, instead of the file's")
      ->check(CLI::Range(1, 100000));
  command
      ->add_option("--threads", a->threads,
                   "at the same time: replications, and gateways within one; default: as many as cores")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--most-packets", a->most_packets,
                   "refuse what sends more in a replication; default 1e8; 200 of a gateway's subscribers count as one")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--most-memory", a->most_memory,
                   "bytes that gateways may take (2 GB: 2G); default: what the system can give")
      ->transform(CLI::AsSizeValue(true))
      ->check(CLI::PositiveNumber);
  command->add_flag("--json", a->json, "print results.json instead of tables");
  auto* out = command->get_option("--out");
  command
      ->add_flag("--pcap", a->pcap,
                 "capture at every configured port (at all, if none is), first replication, into DIR/captures")
      ->needs(out);
  command->add_flag("--force", a->force, "replace results that are already in DIR")->needs(out);
  command->add_flag("--all-series", a->all_series, "series of all replications, not of the first only")->needs(out);
  command->add_option("--progress", a->progress, "on stderr: auto (a bar on a terminal), json or none")
      ->check(CLI::IsMember({"auto", "json", "none"}));
  command->callback([a, &status] { status = run(*a); });
}

}  // namespace qoslab
