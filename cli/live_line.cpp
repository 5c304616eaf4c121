#include "cli/live_line.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "helpers/results/output_directory.h"

namespace qoslab {
namespace {

using Json = nlohmann::ordered_json;

/// Whatever bytes a name has.
void write_line(const Json& line) {
  write_all(STDERR_FILENO, line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n", "standard error");
}

}  // namespace

void note(Progress::Kind kind, const std::string& text) {
  if (kind == Progress::Kind::json)
    write_line({{"note", text}});
  else
    say(text);
}

void tell_the_end(Progress::Kind kind, Instant at, bool complete, bool valid) {
  if (kind != Progress::Kind::json) return;
  write_line({{"done", 1}, {"at_s", at.since_start().to_seconds()}, {"complete", complete}, {"valid", valid}});
}

void LiveLine::operator()(emulation::Relay& relay, Instant now) {
  if (kind_ == Progress::Kind::none) return;
  const auto ports = relay.ports();
  const auto lines = view_({now, relay.accounts(), relay.host(), ports});
  write_all(STDERR_FILENO, (kind_ == Progress::Kind::json ? lines.json : lines.text) + "\n", "standard error");
}

}  // namespace qoslab
