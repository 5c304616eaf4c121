// How an emulation goes, once a second on stderr.
#pragma once

#include "cli/progress.h"
#include "helpers/emulate/relay.h"
#include "helpers/results/live_view.h"

namespace qoslab {

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
