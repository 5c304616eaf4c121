#include "analysis/rates.h"

namespace qoslab {

std::optional<double> rate_over(Bytes bytes, Duration time) {
  if (time <= Duration{}) return std::nullopt;
  return static_cast<double>(bytes.bits()) / time.to_seconds();
}

std::optional<double> packet_rate_over(std::int64_t packets, Duration time) {
  if (time <= Duration{}) return std::nullopt;
  return static_cast<double>(packets) / time.to_seconds();
}

std::optional<double> percent_of(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Bytes arrived_at(Layer layer, const FlowResults& flow) {
  if (layer == Layer::ethernet) return flow.arrived.bytes + header::mac * flow.arrived.packets;
  if (layer == Layer::frame) return flow.arrived_frames;
  if (layer == Layer::line) return flow.arrived_frames + header::preamble_and_gap * flow.arrived.packets;
  return flow.arrived.bytes;
}

}  // namespace qoslab
