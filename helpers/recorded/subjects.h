// Results as numbers by subject and metric, whatever command they are of: what can be compared.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "helpers/recorded/results.h"

namespace qoslab::recorded {

/// What a subject is measured in.
struct Metric {
  std::string_view id;    ///< "delay_p99_ms"
  std::string_view name;  ///< "p99 of delay"
  std::string_view unit;  ///< "ms"
  enum class Better { more, less, neither } better;
};
/// All there are, in the order in which to show them.
const std::vector<Metric>& metrics();
/// Null if there is none of this id.
const Metric* metric_of(std::string_view id);

struct Subject {
  enum class Kind { flow, traffic, account, port_class, place } kind;
  /// "call" (a flow), "bng down homes/voice" (a gateway's traffic), "left-right.dscp46" (an account of an emulation),
  /// "r1.link EF" (a class of a port), "bng.core.0" (a place).
  std::string name;
  Point point;
  std::map<std::string_view, Measure> metrics;  ///< by id
  std::vector<std::string> flows = {};          ///< of the scenario: a flow itself, those that an account holds
};

Subject subject_of(const Flow& flow);
Subject subject_of(const Traffic& traffic);
Subject subject_of(const Account& account);
Subject subject_of(const PortClass& of);
Subject subject_of(const Place& place);
/// All of them, in the order of the file.
std::vector<Subject> subjects_of(const Results& results);

}  // namespace qoslab::recorded
