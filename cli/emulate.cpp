// qoslab emulate: the scenario in real time between two devices or two hosts of its own, or over captures.
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/emulation_report.h"
#include "cli/between_devices.h"
#include "cli/commands.h"
#include "cli/demonstration_text.h"
#include "cli/exit_status.h"
#include "cli/live_line.h"
#include "cli/options.h"
#include "cli/scenario_files.h"
#include "helpers/emulate/bindings.h"
#include "helpers/emulate/demonstration.h"
#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/preflight.h"
#include "helpers/emulate/session.h"
#include "helpers/results/emulation_text.h"
#include "helpers/results/output_directory.h"
#include "helpers/simulate/interrupt.h"
#include "helpers/simulate/mixed.h"
#include "helpers/simulate/replications.h"

namespace qoslab {
namespace {

using namespace emulation;

constexpr const char* demonstrated = QOSLAB_SCENARIOS "/emulation/call-priority.yaml";
constexpr Duration length_of_demonstration = Duration::seconds(10);

struct EmulateArguments {
  ScenarioArguments scenario;
  std::vector<std::string> bindings;
  std::optional<Duration> duration;
  std::optional<Duration> precision;
  std::string out;
  bool demo = false;
  bool busy_poll = false;
  bool no_self_test = false;
  bool json = false;
  bool force = false;
  bool take_management_device = false;
  std::string role = "between";
  std::string port = "packet";
  std::string progress = "auto";
};

/// To the reader first: what cannot be written to a file is not lost.
void write_report(const EmulateArguments& arguments, std::optional<OutputDirectory>& output,
                  const EmulationReport& report) {
  const std::string json = to_json(report);
  write_all(STDOUT_FILENO, arguments.json ? json : to_text(report, style_for(STDOUT_FILENO)), "standard output");
  if (output) output->write("results.json", json);
}

Duration precision_of(const EmulateArguments& arguments) {
  return arguments.precision.value_or(Duration::milliseconds(1));
}

SessionOptions options_of(const EmulateArguments& arguments, const Scenario& scenario) {
  SessionOptions options;
  options.port = arguments.port == "xdp" ? PortKind::xdp : PortKind::packet;
  options.loop.stop = &Interrupts::flag();
  options.loop.busy_poll = arguments.busy_poll;
  options.forced = arguments.take_management_device;
  options.self_test = !arguments.no_self_test;
  options.precision = precision_of(arguments);
  options.largest = largest_behind_mac(scenario.gateways);
  const auto kind = Progress::kind_of(arguments.progress);
  options.note = [kind](const std::string& text) { note(kind, text); };
  options.each_second = [live = LiveLine{kind}](Relay& relay, Instant now) mutable { live(relay, now); };
  if (arguments.duration) options.loop.until = Instant::at(*arguments.duration);
  return options;
}

/// Over captures ns-3 has all the time that it needs.
std::unique_ptr<Passage> mixed_passage(const Scenario& scenario, const std::vector<Binding>& bindings,
                                       std::uint64_t seed, std::vector<std::string>& notes) {
  check_mixed(scenario, bindings, notes);
  std::vector<std::string> hosts;
  for (const auto& binding : bindings) hosts.push_back(binding.name);
  return beside_simulated_nodes(scenario, hosts, seed, !bindings.front().is_capture());
}

void write_hosts(const EmulateArguments& arguments, Demonstration& demonstration) {
  demonstration.end();
  if (!arguments.json)
    write_all(STDOUT_FILENO, to_text(demonstration.flows(), style_for(STDOUT_FILENO)), "standard output");
}

int emulate(const EmulateArguments& arguments) {
  const auto files = read_all(arguments.scenario);
  if (!files.sound) return exit_status::wrong_input;
  const auto& scenario = only_point(files);
  const auto seed = replication_seed(scenario.runs.seed, 0);  // of the first replication that run makes
  std::optional<Demonstration> demonstration;
  if (arguments.demo) demonstration.emplace(scenario, arguments.duration.value_or(length_of_demonstration), seed);
  const bool mixed = arguments.role == "mixed";
  auto bindings = demonstration ? demonstration->bindings()
                  : mixed       ? several_ends(arguments.bindings)
                                : two_ends(arguments.bindings, " (--role mixed takes one or more)");
  std::vector<std::string> notes;
  const auto passage =
      mixed ? mixed_passage(scenario, bindings, seed, notes) : passage_of(scenario, bindings, seed, notes);
  std::optional<OutputDirectory> output;
  if (!arguments.out.empty()) output.emplace(arguments.out, arguments.force ? Existing::replace : Existing::refuse);
  const auto kind = Progress::kind_of(arguments.progress);
  for (const auto& text : notes) note(kind, text);
  const Interrupts interrupts;
  auto options = options_of(arguments, scenario);
  if (demonstration) {
    options.loop.until = Instant::at(demonstration->lasts());
    options.begins = [&] { demonstration->begin(); };
  }
  if (mixed && bindings.front().is_capture() && !arguments.duration)
    options.loop.until = Instant{} + scenario.runs.warmup + scenario.runs.duration;
  EmulationReport report{.scenario = scenario.name,
                         .question = scenario.question,
                         .version = QOSLAB_VERSION,
                         .started = utc_now(),
                         .results = bindings.front().is_capture()
                                        ? emulate_over_captures(*passage, bindings, options)
                                        : emulate_between_devices(*passage, bindings, options),
                         .accounts = {},
                         .certificate = {}};
  // In real time and without a duration, an interrupt is how a run ends.
  const bool cut_short = Interrupts::count() > 0 && (arguments.duration || bindings.front().is_capture());
  report.results.complete = report.results.complete && !cut_short;
  report.accounts = account_reports(report.results);
  report.directions = direction_reports(report.results);
  report.notes = notes;
  if (!mixed && !demonstration && !scenario.flows.empty())
    report.notes.emplace_back("the flows of the scenario are sent by the hosts outside, not by the emulation");
  report.notes.insert(report.notes.end(), report.results.notes.begin(), report.results.notes.end());
  if (bindings.size() == 2) report.flows = flows_by_account(scenario, {bindings[0].name, bindings[1].name});
  report.certificate = certificate_of(report.results, precision_of(arguments));
  write_report(arguments, output, report);
  tell_the_end(kind, report.results.until, !cut_short, report.certificate.valid);
  if (demonstration) write_hosts(arguments, *demonstration);
  if (cut_short) return exit_status::interrupted;
  return report.certificate.valid ? exit_status::fine : exit_status::does_not_hold;
}

}  // namespace

void add_emulate(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("emulate", "the scenario in real time between two devices");
  auto a = std::make_shared<EmulateArguments>();
  add_scenario_options(*command, a->scenario);
  command
      ->add_option("--bind", a->bindings,
                   "what is outside: access=eth1 of a gateway, else a host of the scenario; twice, in the role mixed "
                   "once or more. "
                   "capture:IN.pcap:OUT.pcap in place of a device: not in real time")
      ->type_name("NAME=DEVICE")
      ->take_all();
  command
      ->add_option("--role", a->role,
                   "between (the scenario is the wire between two hosts, which are neighbours), or mixed (real hosts "
                   "beside simulated ones: routers are hops, simulated hosts and RSVP take part)")
      ->check(CLI::IsMember({"between", "mixed"}));
  command
      ->add_flag("--demo", a->demo,
                 "instead of devices: two hosts in networks of their own, which send the scenario's flows; without a "
                 "FILE that of scenarios/emulation/call-priority.yaml")
      ->excludes("--bind")
      ->excludes("--role");
  add_time(*command, "--duration", "how long; default: until it is interrupted, of --demo 10 s",
           Duration::milliseconds(1), a->duration);
  command
      ->add_option("--port", a->port,
                   "how devices are opened: packet (AF_PACKET), or xdp (AF_XDP: cheaper a frame, no stamps of the "
                   "kernel's)")
      ->check(CLI::IsMember({"packet", "xdp"}));
  command->add_flag("--busy-poll", a->busy_poll, "do not sleep between frames: less delay, a whole core");
  command->add_flag("--no-self-test", a->no_self_test,
                    "do not try before the run what this machine carries (it takes about a second)");
  command->add_flag("--json", a->json, "print results.json instead of tables");
  add_time(*command, "--precision", "lateness that 99 % of the departures may have; default: 1 ms",
           Duration::microseconds(1), a->precision);
  command->add_option("--out", a->out, "write results.json into DIR")->type_name("DIR");
  command->add_flag("--force", a->force, "replace results that are already in DIR");
  command->add_flag("--take-management-device", a->take_management_device,
                    "bind also the device by which this machine is reached");
  command->add_option("--progress", a->progress, "on stderr, every second: auto (a line on a terminal), json or none")
      ->check(CLI::IsMember({"auto", "json", "none"}));
  command->get_option("scenario")->required(false);
  command->callback([a, &status] {
    if (a->scenario.path.empty() && !a->demo) throw CLI::RequiredError{"scenario"};
    if (a->scenario.path.empty()) a->scenario.path = demonstrated;
    try {
      status = emulate(*a);
    } catch (const CannotEmulate& e) {
      say(e.what());
      status = exit_status::wrong_input;
    } catch (const CaptureError& e) {
      say(e.what());
      status = exit_status::wrong_input;
    } catch (const CaptureNotWritten& e) {
      say(e.what());
      status = exit_status::output;
    }
  });
}

}  // namespace qoslab
