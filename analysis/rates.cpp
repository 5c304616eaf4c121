#include "analysis/rates.h"

namespace qoslab {

std::optional<double> rate_over(Bytes bytes, Duration time) {
  if (time <= Duration{}) return std::nullopt;
  return static_cast<double>(bytes.bits()) / time.to_seconds();
}

std::optional<double> percent_of(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::optional<Bytes> carried_at(Layer layer, const FlowResults& flow) {
  if (layer == Layer::ip) return flow.carried.bytes;
  if (layer == Layer::ethernet) return flow.carried.bytes + header::mac * flow.carried.packets;
  if (static_cast<std::int64_t>(flow.delays.size()) != flow.carried.packets) return std::nullopt;
  Bytes sum;
  for (const auto& sample : flow.delays) sum += size_at(layer, sample.ip_size);
  return sum;
}

}  // namespace qoslab
