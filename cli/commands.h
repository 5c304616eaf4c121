// The commands: each adds itself to the command line and sets the exit status when it has run.
#pragma once

#include <CLI/CLI.hpp>

namespace qoslab {

void add_check(CLI::App& app, int& status);
void add_show(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);
void add_emulate(CLI::App& app, int& status);
void add_measure(CLI::App& app, int& status);
void add_compare(CLI::App& app, int& status);

}  // namespace qoslab
