// A results.json (helpers/recorded) as another run may want to be compared with it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "helpers/recorded/read.h"

namespace qoslab {

/// Why a file cannot be read as results, and what would be right. The message begins with the path.
using ResultsFileError = recorded::Unreadable;

/// What a file says of a flow, a gateway's traffic or an emulation's account.
struct Subject {
  std::map<std::string, double> metrics;
  std::vector<std::string> flows;  ///< what the scenario calls them: a flow itself, those that an account holds
  double delivered = 0;            ///< packets in the measured time
  double decided = 0;              ///< the same and what was dropped
  struct Delays {                  ///< in ms
    std::optional<double> min, p95, p99, p999, max;
  };
  Delays delays;
  std::optional<double> frames_bps;  ///< carried, at the frame layer
  /// Of an account: what 99 % of its departures were not later than, whichever of all departures were its own.
  std::optional<double> lateness_ms;
};

/// The numbers of a results.json by subject and metric. Subjects: "call" (a flow), "bng down homes/voice" (a gateway's
/// traffic), "left-right.dscp46" (an account of an emulation), behind them the point of a sweep.
struct ResultsFile {
  std::string path;
  std::string scenario;
  std::string command;  ///< run, measure or emulate
  bool complete = true;
  double seconds = 0;  ///< that were measured
  double warmup_s = 0;
  std::map<std::string, Subject> subjects;
  /// What the certificate says 99 % of the departures were not later than, in ms: in the file itself, or beside it. 0
  /// where time stood still.
  std::optional<double> lateness_ms;
  std::string flaw;  ///< what a certificate says that is not valid
};

/// `path`: the file, or the directory that a run wrote it into. Throws ResultsFileError, also of what can be read but
/// for some of its fields: scripts rely on what a comparison says.
ResultsFile read_results(const std::filesystem::path& path);

/// What `simulated` says of the flows that `emulated` has in one account, under the account's name and in its numbers.
/// An account of which a flow is missing, or comes at several points of a sweep, is left out.
ResultsFile in_accounts(const ResultsFile& simulated, const ResultsFile& emulated);

}  // namespace qoslab
