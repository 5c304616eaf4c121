// What several commands' options have in common.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "model/units/time.h"

namespace qoslab {

/// An option whose value is a time as scenario files write it. `time` outlives the command.
void add_time(CLI::App& command, const std::string& option, const std::string& what, Duration least,
              std::optional<Duration>& time);

/// ISO 8601, to the second.
std::string utc_now();

/// On stderr; each line of the text is one.
void say(const std::string& text);

}  // namespace qoslab
