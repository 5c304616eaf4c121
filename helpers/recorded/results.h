// A results.json of `run`, `measure` or `emulate` as typed values: docs/results-format.md, read back.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace qoslab::recorded {

/// The format of results.json that this program writes and reads.
constexpr int results_format = 1;

/// A number, and half the width of its 95 % confidence interval if several replications have it.
struct Measure {
  double value = 0;
  std::optional<double> ci95 = {};
  bool operator==(const Measure&) const = default;
};
/// Absent: no samples.
using Measured = std::optional<Measure>;

struct Count {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;
  bool operator==(const Count&) const = default;
};
/// Packets by reason, or by "place: reason".
using ByReason = std::map<std::string, std::int64_t>;
/// Parameter: value. Empty without a sweep.
using Point = std::map<std::string, std::string>;
/// "rate=1 size=2", as in the column `point` of series.csv.
std::string name_of(const Point& point);

struct Books {
  Count sent, delivered, dropped, queued, in_flight;
};

/// A group that is absent in the file has none of them.
struct Delays {
  Measured min, mean, p50, p95, p99, p999, max;
};

/// So many delays were at least `ns` long, and below the end of the bin.
struct Bin {
  std::int64_t ns = 0;
  std::int64_t count = 0;
  bool operator==(const Bin&) const = default;
};

struct Flow {
  std::string name, label;  ///< label: "class" in the file
  Point point;
  Measured offered_bps, carried_bps, goodput_bps, loss_percent;
  std::map<std::string, Measure> throughput_bps;  ///< by layer: ip, ethernet, frame, line
  Count offered, carried;                         ///< in the measured time
  Books books;
  ByReason drops;  ///< by "place: reason", of the whole run
  Delays delay_ms, pdv_ms, response_ms;
  Measured responses;
  Measured jitter_ms, jitter_max_ms, jitter_record_min_ms, jitter_record_max_ms;
  Measured admitted, set_up_s, bound_ms, worst_queueing_ms;  ///< of its reservation
  /// In ascending order; empty: not in the file. A bin stands for so many neighbouring ones, from its `ns` on.
  std::vector<Bin> histogram_ns, jitter_histogram_ns;
  std::int64_t histogram_joined = 1, jitter_histogram_joined = 1;
};

/// A class of a port.
struct PortClass {
  std::string port, name;
  Point point;
  Count arrived, sent;
  ByReason drops;
  Measured rate_bps, loss_percent, most_waiting, suspensions, suspended_s;
};

/// Where packets of egress queues waited first.
struct Waited {
  std::int64_t no = 0, own_shaper = 0, parent = 0, port = 0;
  [[nodiscard]] std::int64_t all() const { return no + own_shaper + parent + port; }
};

/// What a gateway did to everything, a direction, a group, a class, a sampled subscriber.
struct Traffic {
  std::string subject;                                ///< "premium.downstream/ef"
  std::string gateway, group, direction, class_name;  ///< empty: all
  std::optional<std::int64_t> subscriber;
  std::string layer;
  Point point;
  Measured offered_bps, carried_bps, offered_line_bps, carried_line_bps, offered_packets_per_s, carried_packets_per_s;
  Measured loss_percent, fairness;
  Measured subscriber_min_bps, subscriber_mean_bps, subscriber_max_bps;
  Delays delay_ms;
  Measured waited_own_shaper_percent, waited_parent_percent, waited_port_percent;
  Waited waited;
  Count offered, arrived;   ///< in the measured time
  ByReason measured_drops;  ///< by reason, in the measured time
  ByReason drops;           ///< by "place: reason", of the whole run
  Books books;
  std::int64_t green = 0, yellow = 0, red = 0;
  std::vector<Bin> histogram_ns;
};

struct Subscriber {
  std::int64_t number = 0;
  double offered_bps = 0, arrived_bps = 0, share = 0;
};

/// The subscribers of a group in one direction.
struct Subscribers {
  std::string gateway, group, direction;
  Point point;
  std::int64_t subscribers = 0, loaded = 0;
  std::optional<double> min_bps, mean_bps, max_bps, fairness;
  std::map<int, double> bands_bps;  ///< percent: the rate that so many do not exceed
  std::vector<Subscriber> worst, best;
};

struct Place {
  std::string name;
  Point point;
  Count sent;
  Measured rate_bps, packets_per_s, busy, most_waiting;
};

/// One or all aggregates of a level.
struct AggregateTotals {
  std::string name;
  std::optional<double> offered_bps, carried_bps, loss_percent;
  Count offered, arrived;
  std::int64_t lost_packets = 0;
};

struct AggregateLevel {
  std::string gateway, level, direction;
  Point point;
  std::int64_t number = 0;
  AggregateTotals all;
  std::optional<AggregateTotals> worst, best;
};

struct Fairness {
  std::string label;
  Point point;
  std::int64_t flows = 0;
  Measured index;
};

struct Reference {
  std::string id, metric, unit, kind, parameter, printed;
  Point point;
  double documented = 0;
  Measured simulated;
  std::int64_t replications = 0;
  std::optional<double> deviation_percent, tolerance, at_least, at_most;
  std::optional<bool> within;
};

struct Expectation {
  std::string metric, unit;
  Point point;
  std::optional<double> at_least, at_most;
  Measured simulated;
  std::int64_t replications = 0;
  bool holds = false;
};

struct Parameter {
  std::string name, value, kind, source;
  std::vector<std::string> set_for;
};

struct PointReached {
  Point point;
  std::int64_t replications = 0, wanted = 0;
  std::vector<double> measured_s;
};

struct Violation {
  std::string flow;
  Point point;
  std::int64_t replication = 0;
  Books books;
};

struct Balance {
  bool ok = true;
  Books flows;
  std::optional<Books> traffic;
  std::vector<Violation> violations;
};

struct Provenance {
  std::string version, command, file, started;
  std::optional<std::int64_t> seed;
};

struct Performance {
  double wall_s = 0, busy_s = 0;
  std::int64_t packets = 0, peak_rss_bytes = 0, threads = 0;
  std::optional<double> ns_per_packet;
};

/// Of an emulation: one direction and code point, group and class; or a direction.
struct Account {
  std::string name;
  Count offered, delivered, lost_by_host, inside;
  ByReason drops;
  std::vector<std::string> flows;  ///< of the scenario, whose packets count here
  std::optional<double> rate_bps, lost_percent;
  Delays delay_ms, model_delay_ms;
  /// Whether a frame came.
  [[nodiscard]] bool used() const { return offered.packets > 0 || delivered.packets > 0; }
};

/// Of departures: half, 99 % and all were not later.
struct Lateness {
  std::optional<double> p50, p99, max;
};

/// What the machine carried before an emulation.
struct SelfTest {
  std::string skipped;  ///< why it was not made; empty: it was
  std::string ports, limit;
  std::int64_t frame_bytes = 0, frames_per_second = 0;
  Lateness lateness_ns;
};

struct Certificate {
  bool valid = false;
  std::string grade;
  std::vector<std::string> reasons, warnings;
  bool real_time = true;
  std::optional<double> precision_ns, frames_per_second, behind_ns, longest_turn_ns;
  Lateness lateness_ns;
  std::vector<Bin> lateness_histogram_ns;
  std::int64_t late_in = 0, no_room = 0, clock_steps = 0;
  std::string timestamps, scheduling;
  bool memory_locked = false;
  std::optional<SelfTest> self_test;
};

struct EmulationPort {
  std::string name, device;
  Count received, sent;
  ByReason refused, damaged;
  std::int64_t before_beginning = 0, dropped_by_kernel = 0, transmit_full = 0, errors = 0, gaps = 0;
  double down_s = 0;
  bool removed = false;
};

/// What a simulated host sent beside real ones.
struct ModelFlow {
  std::string name;
  Count sent, delivered, inside;
  ByReason drops;
};

/// The whole file. What it does not have is empty.
struct Results {
  std::string path;     ///< of the file
  std::string command;  ///< run, measure or emulate
  std::string scenario, question, status;
  bool complete = true;
  Provenance provenance;
  std::vector<std::string> lesson;  ///< the scenario's notes for teaching
  double duration_s = 0, planned_duration_s = 0, warmup_s = 0, record_s = 0;
  std::int64_t replications = 1;
  std::vector<PointReached> points;
  std::vector<Parameter> parameters;
  std::vector<Flow> flows;
  std::vector<PortClass> classes;
  std::vector<Traffic> traffic;
  std::vector<Subscribers> subscribers;
  std::vector<Place> places;
  std::vector<AggregateLevel> aggregates;
  std::vector<Fairness> fairness;
  std::vector<Reference> references;
  std::vector<Expectation> expectations;
  std::vector<std::string> notes, warnings;
  std::optional<Performance> performance;
  Balance balance;
  std::vector<Account> accounts, directions;
  std::vector<EmulationPort> ports;
  std::vector<ModelFlow> model_flows;
  std::vector<PortClass> model_classes;
  std::optional<Certificate> certificate;
  /// What in the file is not as it should be, and was passed over: "flows[2].goodput_bps: a string, where a number is
  /// wanted". At most `most_oddities`; then one that says that there are more.
  std::vector<std::string> oddities;
};
constexpr std::size_t most_oddities = 20;

}  // namespace qoslab::recorded
