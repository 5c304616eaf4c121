// qoslab compare: the results of two runs side by side, whatever made them.
#include <unistd.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "helpers/results/difference_table.h"
#include "helpers/results/output_directory.h"
#include "helpers/results/results_file.h"

namespace qoslab {
namespace {

struct CompareArguments {
  std::string first, second;
  bool json = false;
};

int compare(const CompareArguments& arguments) {
  const auto first = read_results(arguments.first);
  const auto second = read_results(arguments.second);
  const auto found = differences(first, second);
  if (found.subjects == 0) {
    say("the two have no flow, class or account in common; of a network, an emulation's accounts are compared with the "
        "flows of the same scenario");
    return exit_status::wrong_input;
  }
  write_all(STDOUT_FILENO,
            arguments.json ? to_json(found, first, second) : to_text(found, first, second, style_for(STDOUT_FILENO)),
            "standard output");
  return found.holds() ? exit_status::fine : exit_status::does_not_hold;
}

}  // namespace

void add_compare(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("compare", "the results of two runs side by side: run, measure or emulate");
  auto a = std::make_shared<CompareArguments>();
  command->add_option("FIRST", a->first, "results.json, or the directory with it")->required();
  command->add_option("SECOND", a->second, "likewise")->required();
  command->add_flag("--json", a->json, "print JSON instead of a table");
  command->callback([a, &status] {
    try {
      status = compare(*a);
    } catch (const ResultsFileError& e) {
      say(e.what());
      status = exit_status::wrong_input;
    }
  });
}

}  // namespace qoslab
