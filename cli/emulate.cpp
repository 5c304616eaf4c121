// qoslab emulate: the scenario in real time between two devices, or over captures.
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/emulation_report.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/scenario_files.h"
#include "helpers/emulate/bindings.h"
#include "helpers/emulate/capture_port.h"
#include "helpers/emulate/relay_loop.h"
#include "helpers/results/emulation_text.h"
#include "helpers/results/output_directory.h"
#include "helpers/simulate/interrupt.h"

namespace qoslab {
namespace {

using namespace emulation;

struct EmulateArguments {
  ScenarioArguments scenario;
  std::vector<std::string> bindings;
  std::optional<Duration> duration;
  Duration precision = Duration::milliseconds(1);
  std::string out;
  bool busy_poll = false;
  bool json = false;
  bool force = false;
  std::string progress = "auto";
};

/// The one scenario that the file describes.
const Scenario& only_point(const ScenarioFiles& files) {
  if (files.directory) throw CannotEmulate{"one file is emulated at a time, not a directory"};
  const auto& points = files.scenarios.front().points;
  if (points.size() > 1)
    throw CannotEmulate{"the file sweeps over " + std::to_string(points.size()) +
                        " points; choose one with --set PARAMETER=VALUE"};
  return points.front();
}

/// The two files of "capture:IN:OUT".
CapturePort::Files files_of(const Binding& binding) {
  const auto first = binding.device.find(':');
  const auto second = binding.device.find(':', first + 1);
  return {binding.device.substr(first + 1, second - first - 1), binding.device.substr(second + 1)};
}

EmulationResults emulate_captures(Passage& passage, const std::vector<Binding>& bindings, LoopOptions options) {
  StandingClock clock;
  std::vector<Captured> captured;
  std::optional<Int128> epoch;
  for (const auto& binding : bindings) {
    const auto& frames = captured.emplace_back(files_of(binding).in).frames();
    if (!frames.empty()) epoch = epoch ? std::min(*epoch, frames.front().ps) : frames.front().ps;
  }
  std::vector<std::unique_ptr<CapturePort>> ports;
  for (std::size_t i = 0; i < bindings.size(); ++i)
    ports.push_back(
        std::make_unique<CapturePort>(bindings[i].name, files_of(bindings[i]), captured[i], epoch.value_or(0), clock));
  std::vector<FramePort*> frame_ports;
  std::vector<CapturePort*> capture_ports;
  for (auto& port : ports) {
    frame_ports.push_back(port.get());
    capture_ports.push_back(port.get());
  }
  Relay relay{passage, frame_ports, clock, {}};
  run_over_captures(relay, clock, capture_ports, options);
  auto results = relay.results();
  results.host.timestamps = "the captures'";
  results.host.scheduling = "not in real time";
  results.host.clock_steps = 0;
  results.host.longest_turn = {};
  return results;
}

void write_report(const EmulateArguments& arguments, std::optional<OutputDirectory>& output,
                  const EmulationReport& report) {
  const std::string json = to_json(report);
  if (output) output->write("results.json", json);
  write_all(STDOUT_FILENO, arguments.json ? json : to_text(report, style_for(STDOUT_FILENO)), "standard output");
}

int emulate(const EmulateArguments& arguments) {
  const auto files = read_all(arguments.scenario);
  if (!files.sound) return exit_status::wrong_input;
  const auto& scenario = only_point(files);
  std::vector<Binding> bindings;
  for (const auto& text : arguments.bindings) bindings.push_back(parse_binding(text));
  std::vector<std::string> notes;
  const auto passage = passage_of(scenario, bindings, scenario.runs.seed, notes);
  std::optional<OutputDirectory> output;
  if (!arguments.out.empty()) output.emplace(arguments.out, arguments.force ? Existing::replace : Existing::refuse);
  const Interrupts interrupts;
  LoopOptions options;
  options.stop = &Interrupts::flag();
  options.busy_poll = arguments.busy_poll;
  if (arguments.duration) options.until = Instant::at(*arguments.duration);
  EmulationReport report{.scenario = scenario.name,
                         .question = scenario.question,
                         .version = QOSLAB_VERSION,
                         .started = utc_now(),
                         .results = emulate_captures(*passage, bindings, options),
                         .accounts = {},
                         .certificate = {}};
  report.results.complete = Interrupts::count() == 0;
  report.accounts = account_reports(report.results);
  report.certificate = certificate_of(report.results, arguments.precision);
  write_report(arguments, output, report);
  return report.certificate.valid ? exit_status::fine : exit_status::does_not_hold;
}

}  // namespace

void add_emulate(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("emulate", "the scenario in real time between two devices");
  auto a = std::make_shared<EmulateArguments>();
  add_scenario_options(*command, a->scenario);
  command
      ->add_option("--bind", a->bindings,
                   "what is outside: access=eth1 of a gateway, else a host of the scenario; twice. "
                   "capture:IN.pcap:OUT.pcap in place of a device: not in real time")
      ->type_name("NAME=DEVICE")
      ->required()
      ->take_all();
  add_time(*command, "--duration", "how long; default: until it is interrupted", Duration::milliseconds(1),
           a->duration);
  command->add_flag("--busy-poll", a->busy_poll, "never sleep: less delay, a whole core");
  command->add_flag("--json", a->json, "print results.json instead of tables");
  auto* out = command->add_option("--out", a->out, "write results.json into DIR")->type_name("DIR");
  command->add_flag("--force", a->force, "replace results that are already in DIR")->needs(out);
  command->callback([a, &status] {
    try {
      status = emulate(*a);
    } catch (const CannotEmulate& e) {
      write_all(STDERR_FILENO, std::string{"qoslab: "} + e.what() + "\n", "standard error");
      status = exit_status::wrong_input;
    } catch (const CaptureError& e) {
      write_all(STDERR_FILENO, std::string{"qoslab: "} + e.what() + "\n", "standard error");
      status = exit_status::wrong_input;
    }
  });
}

}  // namespace qoslab
