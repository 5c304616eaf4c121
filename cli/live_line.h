// How an emulation goes, once a second on stderr.
#pragma once

#include <string>

#include "cli/progress.h"
#include "helpers/emulate/relay.h"
#include "helpers/results/live_view.h"

namespace qoslab {

/// What is said beside the lines: to people, or where JSON lines are wanted as one, {"note": "..."}.
void note(Progress::Kind kind, const std::string& text);

/// The last JSON line of a run: {"done": 1, "at_s", "complete", "valid"}. Otherwise silence.
void tell_the_end(Progress::Kind kind, Instant at, bool complete, bool valid);

/// A line a second on a terminal, JSON lines when asked for, else silence.
class LiveLine {
 public:
  explicit LiveLine(Progress::Kind kind) : kind_{kind} {}
  void operator()(emulation::Relay& relay, Instant now);

 private:
  Progress::Kind kind_;
  LiveView view_;
};

}  // namespace qoslab
