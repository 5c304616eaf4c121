// A scenario file becomes checked scenarios: one for each point of its sweep.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "helpers/scenario/diagnostic.h"
#include "helpers/scenario/parameters.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// What the command line changes of a file.
struct ReadOptions {
  ParameterChanges parameters;
  std::optional<std::uint64_t> seed;
  std::optional<int> replications;
  std::optional<Duration> duration;
  std::optional<Duration> warmup;
  std::optional<std::string> unsaved;  ///< the file's text, in place of what is on the disk: an editor's
};

struct ReadOutcome {
  std::vector<Scenario> points;  ///< one per sweep point, in the order of the file; empty if there are errors
  std::vector<Diagnostic> diagnostics;
  std::string name;  ///< the file's stem
  std::string question;
};

/// Reads the file and all that it includes. Never throws for what a file may hold.
ReadOutcome read_scenario(const std::filesystem::path& file, const ReadOptions& options = {});

/// The same for a text that is no file; it cannot include others.
ReadOutcome read_scenario_text(std::string_view text, const std::string& name, const ReadOptions& options = {});

}  // namespace qoslab
