#include "analysis/class_metrics.h"

#include "analysis/rates.h"

namespace qoslab {
namespace {

std::int64_t dropped(const PortClassResults& port_class) {
  std::int64_t sum = 0;
  for (const auto& [reason, count] : port_class.drops) sum += count.packets;
  return sum;
}

}  // namespace

std::optional<double> class_metric(const PortClassResults& port_class, Duration measured, std::string_view metric) {
  if (port_class.arrived.packets == 0) return std::nullopt;
  if (metric == "rate") return rate_over(port_class.sent.bytes, measured);
  if (metric == "loss") return percent_of(dropped(port_class), dropped(port_class) + port_class.sent.packets);
  if (metric == "most_waiting") return static_cast<double>(port_class.most_waiting.packets);
  if (metric == "suspensions") return static_cast<double>(port_class.suspensions);
  if (metric == "suspended") return port_class.suspended.to_seconds();
  return std::nullopt;
}

std::string subject_of(const std::string& port, const std::string& class_name) { return port + "/" + class_name; }

}  // namespace qoslab
