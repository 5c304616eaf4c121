// qoslab measure: a scenario's flows through something real between two devices.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/emulation_report.h"
#include "analysis/report.h"
#include "cli/between_devices.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/scenario_files.h"
#include "helpers/emulate/measurement.h"
#include "helpers/results/emulation_text.h"
#include "helpers/results/json.h"
#include "helpers/results/output_directory.h"
#include "helpers/results/text.h"
#include "helpers/simulate/interrupt.h"
#include "helpers/simulate/replications.h"

namespace qoslab {
namespace {

using namespace emulation;

struct MeasureArguments {
  ScenarioArguments scenario;
  std::vector<std::string> bindings;
  std::vector<std::string> next_hops;
  std::optional<Duration> precision;
  std::string out;
  std::string port = "packet";
  bool busy_poll = false;
  bool json = false;
  bool force = false;
  bool take_management_device = false;
};

MeasureOptions options_of(const MeasureArguments& arguments, const Scenario& scenario) {
  MeasureOptions options;
  options.port = arguments.port == "xdp" ? PortKind::xdp : PortKind::packet;
  options.loop.stop = &Interrupts::flag();
  options.loop.busy_poll = arguments.busy_poll;
  options.seed = replication_seed(scenario.runs.seed, 0);  // the packets that run sends
  options.forced = arguments.take_management_device;
  options.note = say;
  for (const auto& text : arguments.next_hops) {
    const auto binding = parse_binding(text);
    options.next_hop[binding.name] = parse_mac(binding.device);
  }
  return options;
}

/// Without what is said of flows that were not sent, and of the insides of what lies between, which nobody saw.
Scenario only_measured(Scenario scenario, Results& results) {
  const auto not_measured = [&](const auto& said) {
    const auto of = [&](const FlowResults& flow) { return flow.name == said.metric.subject; };
    const bool seen = std::any_of(results.flows.begin(), results.flows.end(), of);
    if (seen) return false;
    const auto& note = results.notes.emplace_back(said.metric.subject + "." + said.metric.metric + " is not measured");
    say(note);
    return true;
  };
  std::erase_if(scenario.expectations, not_measured);
  std::erase_if(scenario.references, not_measured);
  return scenario;
}

int measure(const MeasureArguments& arguments) {
  const auto files = read_all(arguments.scenario);
  if (!files.sound) return exit_status::wrong_input;
  const auto& scenario = only_point(files);
  const auto bindings = two_ends(arguments.bindings);
  std::optional<OutputDirectory> output;
  if (!arguments.out.empty()) output.emplace(arguments.out, arguments.force ? Existing::replace : Existing::refuse);
  const Interrupts interrupts;
  const std::string started = utc_now();
  auto measured = measure_between_devices(scenario, bindings, options_of(arguments, scenario));
  const auto expected = only_measured(scenario, measured.results);
  auto report = make_report({expected}, {{measured.results}}, {QOSLAB_VERSION, "measure", files.paths.front(), started},
                            {measured.host.until.since_start().to_seconds(), 0, 1});
  EmulationReport host{scenario.name, scenario.question, QOSLAB_VERSION, started, measured.host, {}, {}};
  host.results.complete = measured.results.complete;
  std::vector<std::string> reasons;
  if (!measured.nothing_came.empty()) reasons.push_back(measured.nothing_came);
  host.certificate =
      certificate_of(measured.host, arguments.precision.value_or(Duration::milliseconds(1)), std::move(reasons));
  const auto style = style_for(STDOUT_FILENO);
  write_all(STDOUT_FILENO, arguments.json ? to_json(report) : to_text(report, style) + certificate_text(host, style),
            "standard output");
  if (output) {
    output->write("results.json", to_json(report));
    output->write("certificate.json", to_json(host));
  }
  if (!measured.results.complete) return exit_status::interrupted;
  return host.certificate.valid && report.holds() ? exit_status::fine : exit_status::does_not_hold;
}

}  // namespace

void add_measure(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("measure", "a scenario's flows through something real between two devices");
  auto a = std::make_shared<MeasureArguments>();
  add_scenario_options(*command, a->scenario);
  command->add_option("--bind", a->bindings, "the host of the scenario that a device stands for; twice")
      ->type_name("HOST=DEVICE")
      ->required()
      ->take_all();
  command
      ->add_option("--next-hop", a->next_hops,
                   "where frames of a host are sent first, if a router is between; default: the other device")
      ->type_name("HOST=MAC")
      ->take_all();
  command->add_option("--seed", a->scenario.options.seed, "instead of the file's")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000'000'000'000}));
  add_time(*command, "--duration", "measured time, instead of the file's", Duration::milliseconds(1),
           a->scenario.options.duration);
  add_time(*command, "--warmup", "sent before, instead of the file's", Duration{}, a->scenario.options.warmup);
  add_time(*command, "--precision", "lateness that 99 % of the packets may have; default: 1 ms",
           Duration::microseconds(1), a->precision);
  command
      ->add_option("--port", a->port,
                   "how devices are opened: packet (AF_PACKET), or xdp (AF_XDP: cheaper a frame, but delays then end "
                   "when a packet is read, not when the kernel stamped it)")
      ->check(CLI::IsMember({"packet", "xdp"}));
  command->add_flag("--busy-poll", a->busy_poll, "do not sleep between frames: less delay, a whole core");
  command->add_flag("--json", a->json, "print results.json instead of tables");
  command->add_option("--out", a->out, "write results.json and certificate.json into DIR")->type_name("DIR");
  command->add_flag("--force", a->force, "replace results that are already in DIR");
  command->add_flag("--take-management-device", a->take_management_device,
                    "bind also the device by which this machine is reached");
  command->callback([a, &status] {
    try {
      status = measure(*a);
    } catch (const CannotEmulate& e) {
      say(e.what());
      status = exit_status::wrong_input;
    }
  });
}

}  // namespace qoslab
