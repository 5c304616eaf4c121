// What an emulation says: what frames got, and how far it may be believed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/account_flows.h"
#include "model/results/emulation_results.h"

namespace qoslab {

/// Of one account, or of all of a direction.
struct AccountReport {
  std::string name;
  Count offered, delivered, lost_by_host;  ///< delivered: to a real host or to one of the model
  double rate_bps = 0;      ///< delivered, at the frame layer: what left after the first departure, until the last
  double lost_percent = 0;  ///< by the model, of what it has decided
  struct Delays {
    std::optional<Duration> mean, p50, p99, most;
  };
  Delays modelled, measured;
};

/// Whether the numbers are the model's or the host's.
struct Certificate {
  bool valid = true;
  std::vector<std::string> reasons;              ///< why not
  std::optional<Duration> median, within, most;  ///< lateness: half, 99 % and all of the departures
  std::int64_t frames_per_second = 0;            ///< carried in the busiest second
  Duration precision;                            ///< the lateness that 99 % of the departures may have
  std::vector<std::string> warnings = {};        ///< valid, but
  std::string self_test = {};                    ///< "310 kframe/s of 64 bytes within 60 us"; empty: none was wanted
  std::string grade;                             ///< "valid to 310 kframe/s within 60 us", of what was seen
};

struct EmulationReport {
  std::string scenario;
  std::string question;
  std::string version;
  std::string started;  ///< ISO 8601, UTC
  EmulationResults results;
  std::vector<AccountReport> accounts;
  Certificate certificate;
  std::vector<AccountReport> directions = {};
  std::vector<std::string> notes = {};  ///< what is not as in the scenario
  AccountFlows flows = {};
};

/// `precision`: the lateness that 99 % of the departures may have, for the run to be valid.
/// `reasons`: why it is not, whatever the host did.
Certificate certificate_of(const EmulationResults& results, Duration precision, std::vector<std::string> reasons = {});
std::vector<AccountReport> account_reports(const EmulationResults& results);
/// All accounts of "access-network" together, and so on.
std::vector<AccountReport> direction_reports(const EmulationResults& results);

}  // namespace qoslab
