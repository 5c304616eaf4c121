// The scenario files that an argument names, read and checked.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "helpers/scenario/read.h"

namespace qoslab {

struct ScenarioArguments {
  std::string path;
  ReadOptions options;
};
/// The scenario's path and --set, which all commands have. `arguments` outlives the command.
void add_scenario_options(CLI::App& command, ScenarioArguments& arguments);

/// The file itself, or all *.yaml directly in a directory, by name.
struct ScenarioFiles {
  std::vector<ReadOutcome> scenarios;
  std::vector<std::string> paths;
  bool directory = false;
  bool sound = true;  ///< no errors
};
/// Prints every diagnostic to stderr, or only that there is no scenario.
enum class Complaints { printed, kept };
ScenarioFiles read_all(const ScenarioArguments& arguments, Complaints complaints = Complaints::printed);

}  // namespace qoslab
