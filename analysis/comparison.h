// Several scenarios' references side by side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report.h"

namespace qoslab {

struct Comparison {
  struct Row {
    std::string scenario;
    SweepPoint point;
    ReferenceReport reference;
  };
  /// An expectation that does not hold.
  struct Disappointment {
    std::string scenario;
    SweepPoint point;
    ExpectationReport expectation;
  };
  struct FlowRow {
    std::string scenario;
    SweepPoint point;
    FlowReport flow;
  };
  std::vector<Row> rows;  ///< in natural order of their ids
  std::vector<Disappointment> disappointments;
  /// One direction of a gateway.
  struct TrafficRow {
    std::string scenario;
    SweepPoint point;
    TrafficReport traffic;
  };
  std::vector<FlowRow> flows;       ///< of the scenarios that have no references
  std::vector<TrafficRow> traffic;  ///< likewise
  int within = 0;
  int outside = 0;
  int expectations = 0;
  int expectations_held = 0;
  int scenarios = 0;
  int replications = 0;  ///< that ran to their end
  int wanted = 0;
  Honesty honesty;  ///< a parameter that several scenarios share counts once
  bool complete = true;
  bool balanced = true;
};

Comparison compare(const std::vector<Report>& reports);

/// Numbers in the names compare as numbers: table2.be before table10.be.
bool naturally_before(std::string_view a, std::string_view b);

}  // namespace qoslab
