// A checked scenario. It exists only if validation has passed: names resolve, ranges hold, rates are consistent.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/scenario/flow_spec.h"
#include "model/scenario/gateway_spec.h"
#include "model/scenario/port_spec.h"

namespace qoslab {

struct NodeSpec {
  std::string name;
  bool router = false;  ///< forwards; a host does not
  bool rsvp = false;    ///< runs an RSVP agent
  Duration latency;     ///< processing of each packet: once in a router, once each for sending and receiving in a host
  std::optional<Instant> fails_at;  ///< from then on it neither sends nor receives
};

struct LinkSpec {
  std::string name;
  std::string a;
  std::string b;
  Rate rate;       ///< at the line layer
  Duration delay;  ///< propagation, one way
};

/// A number of the scenario with a story: where it comes from.
struct Parameter {
  enum class Kind : std::uint8_t {
    documented,  ///< stated by the source
    assumed,     ///< the source is silent; chosen with a reason
    calibrated,  ///< set so that the references in `set_for` fit
  };
  std::string name;
  std::string value;  ///< as written, after sweep and --set
  Kind kind = Kind::assumed;
  std::string source;                ///< where stated, or why chosen
  std::vector<std::string> set_for;  ///< reference ids
};

/// `flow.metric` or `port/class.metric`; see analysis/metrics.h for the list.
struct MetricName {
  std::string subject;
  std::string metric;
};

/// A published number beside which ours is put.
struct Reference {
  enum class Kind : std::uint8_t { predicted, calibrated };
  std::string id;
  MetricName metric;
  std::string unit;
  double documented = 0;
  std::optional<double> at_least;  ///< "documented" is then only shown; within means these bounds
  std::optional<double> at_most;
  std::optional<double> tolerance;  ///< absolute, in `unit`
  Kind kind = Kind::predicted;
  std::string parameter;  ///< the calibrated one
  std::string printed;    ///< table, figure, page
};

/// What the scenario's author expects; exit status 1 if it does not hold.
struct Expectation {
  MetricName metric;
  std::string unit;
  std::optional<double> at_least;
  std::optional<double> at_most;
};

struct RunSpec {
  Duration duration = Duration::seconds(10);  ///< measured
  Duration warmup;                            ///< simulated before, not measured
  int replications = 1;
  std::uint64_t seed = 1;
  Duration record = Duration::seconds(1);  ///< length of one record of time series and of "record" statistics
};

struct Scenario {
  std::string name;  ///< the file's stem
  std::string question;
  std::vector<std::string> lesson;           ///< notes for teaching, step by step
  std::map<std::string, std::string> point;  ///< parameter values of this sweep point; empty without a sweep
  std::vector<Parameter> parameters;
  std::vector<NodeSpec> nodes;
  std::vector<LinkSpec> links;
  std::vector<PortSpec> ports;  ///< those the file configures; every other port is a FIFO of 1000 packets
  std::vector<FlowSpecification> flows;
  GatewaysSpec gateways;
  std::vector<Reference> references;
  std::vector<Expectation> expectations;
  RunSpec runs;
};

}  // namespace qoslab
