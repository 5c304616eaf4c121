// qoslab check: every mistake in a scenario, and what a legal but unwise configuration will cause.
#include <unistd.h>

#include <memory>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/scenario_files.h"
#include "helpers/results/output_directory.h"

namespace qoslab {

void add_check(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("check", "find every mistake in a scenario, and what it will cause");
  auto arguments = std::make_shared<ScenarioArguments>();
  add_scenario_options(*command, *arguments);
  command->callback([arguments, &status] {
    const auto files = read_all(*arguments);
    status = files.sound ? exit_status::fine : exit_status::wrong_input;
    if (!files.sound) return;
    for (std::size_t i = 0; i < files.paths.size(); ++i) {
      const auto warnings = files.scenarios[i].diagnostics.size();
      write_all(STDOUT_FILENO,
                files.paths[i] + (warnings == 0 ? ": sound\n" : ": can be run; see the warnings above\n"),
                "standard output");
    }
  });
}

}  // namespace qoslab
