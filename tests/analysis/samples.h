// Small replications to measure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/packet/layers.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab::samples {

using namespace literals;

inline Instant at(Duration d) { return Instant::at(d); }

/// Sent every 20 ms from 0 s on, with these delays in milliseconds.
inline std::vector<DelaySample> delays(const std::vector<std::int64_t>& milliseconds) {
  std::vector<DelaySample> samples;
  for (const auto ms : milliseconds)
    samples.push_back({at(20_ms * static_cast<std::int64_t>(samples.size())), Duration::milliseconds(ms), Bytes{200}});
  return samples;
}

inline FlowResults flow(std::string name, std::vector<DelaySample> delays = {}) {
  FlowResults f;
  f.name = std::move(name);
  f.label = "EF";
  f.carried.packets = static_cast<std::int64_t>(delays.size());
  for (const auto& d : delays) f.carried.bytes += d.ip_size;
  f.offered = f.sent = f.delivered = f.arrived = f.carried;
  for (const auto& d : delays) f.arrived_frames += size_at(Layer::frame, d.ip_size);
  f.delays = std::move(delays);
  return f;
}

/// Class `ef` of port r.wan.
inline PortClassResults port_class(Count arrived = {}, Count sent = {}) {
  PortClassResults c;
  c.port = "r.wan";
  c.class_name = "ef";
  c.arrived = arrived;
  c.sent = sent;
  return c;
}

inline Results results(std::vector<FlowResults> flows, Duration measured = 10_s) {
  Results r;
  r.until = at(measured);
  r.flows = std::move(flows);
  return r;
}

}  // namespace qoslab::samples
