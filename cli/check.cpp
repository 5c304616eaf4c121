// qoslab check: every mistake in a scenario, and what a legal but unwise configuration will cause.
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/scenario_files.h"
#include "helpers/results/output_directory.h"

namespace qoslab {
namespace {

using Json = nlohmann::ordered_json;

struct CheckArguments {
  ScenarioArguments scenario;
  bool json = false;
};

const char* name_of(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error:
      return "error";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::note:
      break;
  }
  return "note";
}

Json to_json(const std::string& path, const ReadOutcome& outcome) {
  Json diagnostics = Json::array();
  for (const auto& d : outcome.diagnostics)
    diagnostics.push_back({{"file", d.position.file},
                           {"line", d.position.line},
                           {"column", d.position.column},
                           {"severity", name_of(d.severity)},
                           {"what", d.what},
                           {"fix", d.fix}});
  return {{"file", path},
          {"scenario", outcome.name},
          {"question", outcome.question},
          {"sound", !has_errors(outcome.diagnostics)},
          {"points", outcome.points.size()},
          {"diagnostics", std::move(diagnostics)}};
}

std::string json_of(const ScenarioFiles& files) {
  Json list = Json::array();
  for (std::size_t i = 0; i < files.paths.size(); ++i) list.push_back(to_json(files.paths[i], files.scenarios[i]));
  // A text may have any bytes.
  return Json{{"format", 1}, {"files", std::move(list)}}.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_of(const ScenarioFiles& files) {
  std::string text;
  if (!files.sound) return text;
  for (std::size_t i = 0; i < files.paths.size(); ++i) {
    const auto warnings = files.scenarios[i].diagnostics.size();
    text += files.paths[i] + (warnings == 0 ? ": sound\n" : ": can be run; see the warnings above\n");
  }
  return text;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("check", "find every mistake in a scenario, and what it will cause");
  auto a = std::make_shared<CheckArguments>();
  add_scenario_options(*command, a->scenario);
  command->add_flag("--json", a->json, "print the diagnostics as JSON, on stdout");
  command->callback([a, &status] {
    const auto files = read_all(a->scenario, a->json ? Complaints::kept : Complaints::printed);
    status = files.sound ? exit_status::fine : exit_status::wrong_input;
    write_all(STDOUT_FILENO, a->json ? json_of(files) : text_of(files), "standard output");
  });
}

}  // namespace qoslab
