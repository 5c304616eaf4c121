// How an emulation goes, once a second on stderr.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/progress.h"
#include "helpers/emulate/relay.h"

namespace qoslab {

/// A line a second on a terminal, JSON lines when asked for, else silence.
class LiveLine {
 public:
  explicit LiveLine(Progress::Kind kind) : kind_{kind} {}
  void operator()(const emulation::Relay& relay, Instant now);

 private:
  struct Seen {
    std::int64_t delivered = 0;
    std::int64_t bits = 0;
    std::int64_t lost = 0;
  };
  Progress::Kind kind_;
  Instant before_;
  std::vector<Seen> seen_;  ///< by account, a second ago
};

}  // namespace qoslab
