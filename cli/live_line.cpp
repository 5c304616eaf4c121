#include "cli/live_line.h"

#include <unistd.h>

#include "helpers/results/output_directory.h"

namespace qoslab {

void LiveLine::operator()(emulation::Relay& relay, Instant now) {
  if (kind_ == Progress::Kind::none) return;
  const auto ports = relay.ports();
  const auto lines = view_({now, relay.accounts(), relay.host(), ports});
  write_all(STDERR_FILENO, (kind_ == Progress::Kind::json ? lines.json : lines.text) + "\n", "standard error");
}

}  // namespace qoslab
