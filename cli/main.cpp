// The program's command line.
#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <new>
#include <string>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "helpers/results/output_directory.h"
#include "helpers/simulate/replications.h"

namespace {

int fail(const std::string& what, int status) {
  try {
    qoslab::write_all(STDERR_FILENO, "qoslab: " + what + "\n", "standard error");
  } catch (const qoslab::OutputError&) {
    // Nobody listens: the status has to say it.
  }
  return status;
}

/// So that no result file is ever opened under the number of a standard stream that the caller closed.
void open_standard_streams() {
  for (int fd = open("/dev/null", O_RDWR); fd >= 0; fd = open("/dev/null", O_RDWR)) {
    if (fd <= STDERR_FILENO) continue;
    close(fd);
    return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace qoslab;
  open_standard_streams();
  CLI::App app{"qoslab: what throughput, loss, delay and jitter will each flow and class get?", "qoslab"};
  app.set_version_flag("--version", "qoslab " QOSLAB_VERSION);
  app.require_subcommand(1);
  int status = exit_status::fine;
  add_run(app, status);
  add_emulate(app, status);
  add_measure(app, status);
  add_compare(app, status);
  add_check(app, status);
  add_show(app, status);
  try {
    app.parse(argc, argv);
    return status;
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? exit_status::fine : exit_status::wrong_input;
  } catch (const OutputError& e) {
    return fail(e.what(), exit_status::output);
  } catch (const ReplicationError& e) {
    return fail(e.what(), e.out_of_resources ? exit_status::out_of_resources : exit_status::environment);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", exit_status::out_of_resources);
  } catch (const std::exception& e) {
    return fail(e.what(), exit_status::environment);
  }
}
