// qoslab show: a scenario as the program understands it.
#include <unistd.h>

#include <memory>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/scenario_files.h"
#include "helpers/results/output_directory.h"
#include "helpers/scenario/show.h"

namespace qoslab {

void add_show(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("show", "print a scenario as it is understood");
  auto arguments = std::make_shared<ScenarioArguments>();
  add_scenario_options(*command, *arguments);
  command->callback([arguments, &status] {
    const auto files = read_all(*arguments);
    status = files.sound ? exit_status::fine : exit_status::wrong_input;
    for (const auto& file : files.scenarios)
      for (const auto& point : file.points) write_all(STDOUT_FILENO, show(point), "standard output");
  });
}

}  // namespace qoslab
