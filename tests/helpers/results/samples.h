// A report with something of everything.
#pragma once

#include "analysis/report.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab::samples {

using namespace literals;

/// Voice of 1000 packets, 20 ms apart, of which the last `lost` were lost; delays alternate between 5 and 13 ms.
inline FlowResults voice(std::int64_t lost) {
  FlowResults f;
  f.name = "voice";
  f.label = "EF";
  f.offered = f.sent = {1000, Bytes{200'000}};
  f.carried = f.arrived = f.delivered = {1000 - lost, Bytes{200 * (1000 - lost)}};
  f.payload = Bytes{160 * (1000 - lost)};
  if (lost > 0) f.drops["r1.wan: queue_full"] = {lost, Bytes{200 * lost}};
  for (std::int64_t i = 0; i < 1000 - lost; ++i)
    f.delays.push_back({Instant::at(10_s + 20_ms * i), i % 2 == 0 ? 5_ms : 13_ms, Bytes{200}});
  f.records = {{{50, Bytes{10'000}}, {50, Bytes{10'000}}, Bytes{8'000}, {}}};
  return f;
}

inline FlowResults file() {
  FlowResults f;
  f.name = "file";
  f.label = "BE";
  f.offered = f.carried = f.arrived = {500, Bytes{750'000}};
  f.payload = Bytes{700'000};
  f.sent = {510, Bytes{765'000}};
  f.delivered = {505, Bytes{757'500}};
  f.queued = {3, Bytes{4'500}};
  f.in_flight = {2, Bytes{3'000}};
  for (int i = 0; i < 7; ++i) f.exchanges.push_back({Instant::at(11_s), 900_ms, Bytes{100'000}});
  return f;
}

inline Results replication(std::int64_t lost) {
  Results r;
  r.from = Instant::at(10_s);
  r.until = Instant::at(30_s);
  r.flows = {voice(lost), file()};
  PortClassResults ef;
  ef.port = "r1.wan";
  ef.class_name = "ef";
  ef.arrived = {1000, Bytes{200'000}};
  ef.sent = {1000 - lost, Bytes{200 * (1000 - lost)}};
  if (lost > 0) ef.drops["queue_full"] = {lost, Bytes{200 * lost}};
  ef.suspensions = 4;
  ef.suspended = 120_ms;
  ef.most_waiting = {16, Bytes{3'200}};
  ef.records = {{{50, Bytes{10'000}}, {5, Bytes{1'000}}, {16, Bytes{3'200}}}};
  r.classes = {ef};
  r.notes = {"the reservation of port 5004 ended at 29 s"};
  r.packets = 4000;
  r.wall_s = 0.25;
  return r;
}

inline Parameter parameter(std::string name, std::string value, Parameter::Kind kind, std::string source,
                           std::vector<std::string> set_for = {}) {
  Parameter p;
  p.name = std::move(name);
  p.value = std::move(value);
  p.kind = kind;
  p.source = std::move(source);
  p.set_for = std::move(set_for);
  return p;
}

inline Reference reference(std::string id, std::string metric, std::string unit, double documented,
                           std::optional<double> tolerance) {
  Reference r;
  r.id = std::move(id);
  r.metric = {"voice", std::move(metric)};
  r.unit = std::move(unit);
  r.documented = documented;
  r.tolerance = tolerance;
  return r;
}

inline Scenario scenario() {
  Scenario s;
  s.name = "diffserv";
  s.question = "How does a call fare when everybody else is sending?";
  s.lesson = {"Look at the loss first.", "Then at the jitter: \"why\"?"};
  s.runs.duration = 20_s;
  s.runs.warmup = 10_s;
  s.runs.replications = 3;
  s.runs.seed = 7;
  s.parameters = {parameter("background", "1061 kbit/s", Parameter::Kind::calibrated, "not in the source",
                            {"table4.be", "table5.ef"}),
                  parameter("interval", "20 ms", Parameter::Kind::documented, "page 12")};
  s.references = {reference("table4.ef", "loss", "%", 10.013, 1.5), reference("table4.cntl", "loss", "%", 0.066, {}),
                  reference("fig29.mean", "jitter.mean", "ms", 5.0, 0.5)};
  s.references[1].at_least = 0;
  s.references[1].at_most = 0.17;
  s.references[2].kind = Reference::Kind::calibrated;
  s.references[2].parameter = "background";
  s.references[2].printed = "figure 29";
  s.expectations = {{{"voice", "delay.p99"}, "ms", std::nullopt, 150.0}};
  return s;
}

inline Report report() {
  auto r = make_report({scenario()}, {{replication(90), replication(100), replication(110)}},
                       {"0.1.0", "run", "diffserv.yaml", "2024-05-01T12:00:00Z"}, {1.5, 50'000'000, 2});
  r.warnings = {"diffserv.yaml:12:3: the children of wan promise 150 % of what it has"};
  return r;
}

}  // namespace qoslab::samples
