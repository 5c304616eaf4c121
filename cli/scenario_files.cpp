#include "cli/scenario_files.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "helpers/results/output_directory.h"

namespace qoslab {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const fs::path& directory) {
  std::vector<std::string> paths;
  std::error_code fault;
  for (const auto& entry : fs::directory_iterator{directory, fault}) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Blanks around values do not count.
SweepAxis axis_of(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw CLI::ValidationError{"--sweep", "write PARAMETER=VALUE,VALUE, not '" + text + "'"};
  SweepAxis axis{text.substr(0, equals), {}};
  for (const auto& value : CLI::detail::split(text.substr(equals + 1), ','))
    axis.values.push_back(CLI::detail::trim_copy(value));
  return axis;
}

void complain(const std::string& line) { write_all(STDERR_FILENO, line + "\n", "standard error"); }

}  // namespace

void add_scenario_options(CLI::App& command, ScenarioArguments& arguments) {
  command.add_option("scenario", arguments.path, "a scenario file, or a directory of them")->required();
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&arguments](const std::vector<std::string>& settings) {
            for (const auto& s : settings) {
              const auto equals = s.find('=');
              if (equals == std::string::npos)
                throw CLI::ValidationError{"--set", "write PARAMETER=VALUE, not '" + s + "'"};
              arguments.options.parameters.set[s.substr(0, equals)] = s.substr(equals + 1);
            }
          },
          "a parameter's value, instead of the file's; may be given again")
      ->type_name("PARAMETER=VALUE")
      ->allow_extra_args(false);
  command
      .add_option_function<std::vector<std::string>>(
          "--sweep",
          [&arguments](const std::vector<std::string>& axes) {
            auto& sweep = arguments.options.parameters.sweep;
            for (const auto& text : axes) {
              auto axis = axis_of(text);
              if (std::any_of(sweep.begin(), sweep.end(), [&](const auto& other) { return other.name == axis.name; }))
                throw CLI::ValidationError{"--sweep", "'" + axis.name + "' twice; write all its values after one"};
              sweep.push_back(std::move(axis));
            }
          },
          "a parameter's values, each for a run of its own; again for another parameter: all combinations are run")
      ->type_name("PARAMETER=VALUE,VALUE")
      ->allow_extra_args(false);
}

ScenarioFiles read_all(const ScenarioArguments& arguments, Complaints complaints) {
  ScenarioFiles files;
  std::error_code fault;
  files.directory = fs::is_directory(arguments.path, fault);
  files.paths = files.directory ? files_in(arguments.path) : std::vector{arguments.path};
  if (files.paths.empty()) {
    complain(arguments.path + ": error: no scenario in this directory; a scenario's name ends in .yaml");
    files.sound = false;
  }
  for (const auto& path : files.paths) {
    auto& outcome = files.scenarios.emplace_back(read_scenario(path, arguments.options));
    if (complaints == Complaints::printed)
      for (const auto& d : outcome.diagnostics) complain(to_string(d));
    if (has_errors(outcome.diagnostics)) files.sound = false;
  }
  return files;
}

}  // namespace qoslab
