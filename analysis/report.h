// What a scenario's replications say together: means with their confidence, beside what was published and expected.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/aggregates.h"
#include "analysis/balance.h"
#include "analysis/flow_histograms.h"
#include "analysis/gateway_report.h"
#include "analysis/statistics.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

using SweepPoint = std::map<std::string, std::string>;

/// Counts are sums over the replications, estimates means over them.
struct FlowReport {
  std::string name;
  std::string label;
  Estimates metrics;
  Count offered;  ///< measured time
  Count carried;  ///< measured time
  Books books;    ///< whole runs
  std::map<std::string, Count> drops;
  FlowHistograms histograms;
};

struct ClassReport {
  std::string port;
  std::string class_name;
  Estimates metrics;
  Count arrived;
  Count sent;
  std::map<std::string, Count> drops;
};

/// How evenly the flows of one label share: Jain's index of their goodputs.
struct FairnessReport {
  std::string label;
  int flows = 0;
  Estimate index;
};

/// `simulated` and `deviation_percent` are absent where nothing was measured (or the documented value is 0).
struct ReferenceReport {
  Reference reference;
  std::optional<Estimate> simulated;  ///< in the reference's unit
  std::optional<double> deviation_percent;
  std::optional<bool> within;  ///< absent: the reference sets no bounds
};

struct ExpectationReport {
  Expectation expectation;
  std::optional<Estimate> simulated;  ///< in the expectation's unit
  bool holds = false;
};

struct Violation {
  int replication = 0;  ///< from 0
  BalanceViolation what;
};

/// How far a replication came in simulated time.
struct Reach {
  Duration simulated;  ///< warm-up included
  Duration measured;
  bool complete = true;  ///< ran to its end
};

/// One point of the sweep; a scenario without a sweep has one.
struct PointReport {
  SweepPoint point;
  int replications = 0;  ///< that ran to their end
  int wanted = 0;
  std::vector<Reach> reached;  ///< by the replications that were begun
  std::vector<FlowReport> flows;
  std::vector<ClassReport> classes;
  std::vector<TrafficReport> traffic;
  std::vector<SubscriberReport> subscribers;
  std::vector<PlaceReport> places;
  std::vector<AggregateLevelReport> aggregates;
  std::vector<FairnessReport> fairness;  ///< of labels that several flows have
  std::vector<ReferenceReport> references;
  std::vector<ExpectationReport> expectations;
  std::vector<Violation> violations;
  std::vector<std::string> notes;
};

/// How much of what agrees was put in by hand.
struct Honesty {
  int calibrated_parameters = 0;
  int references = 0;
  int predicted = 0;  ///< of the references
};

/// Filled in by who ran it.
struct Provenance {
  std::string version;
  std::string command;
  std::string file;
  std::string started;  ///< ISO 8601, UTC
};
struct Performance {
  double wall_s = 0;
  std::int64_t peak_rss_bytes = 0;
  int threads = 1;
};

struct Report {
  std::string scenario;
  std::string question;
  std::vector<std::string> lesson;
  RunSpec runs;
  std::vector<PointReport> points;
  std::vector<Parameter> parameters;
  Honesty honesty;
  std::vector<std::string> warnings;  ///< of a legal but unwise configuration: filled in by who checked it
  Provenance provenance;
  Performance performance;
  std::int64_t packets = 0;  ///< handled in all
  double busy_s = 0;         ///< the replications' own wall times, added up

  [[nodiscard]] bool complete() const;
  [[nodiscard]] bool balanced() const;
  /// By the replication that came least far; what was not begun is none.
  [[nodiscard]] Reach reached() const;
  /// No reference lies outside its bounds and every expectation holds.
  [[nodiscard]] bool holds() const;
};

/// `replications_by_point[i]` belongs to `points[i]` and may have fewer than were asked for. Precondition: there is a
/// point, and as many of one as of the other.
Report make_report(const std::vector<Scenario>& points, const std::vector<std::vector<Results>>& replications_by_point,
                   Provenance provenance = {}, Performance performance = {});

}  // namespace qoslab
