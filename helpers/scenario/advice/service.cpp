#include "helpers/scenario/advice/service.h"

#include <algorithm>
#include <cmath>

#include "model/device/tree.h"

namespace qoslab::advice {
namespace {

/// Shares of what the siblings have together: wf2q+, wrr (packets of one size) and drr.
double weight_of(const ClassShare& share) {
  if (const auto* s = std::get_if<Wf2qShare>(&share)) return static_cast<double>(s->rate.bps());
  if (const auto* s = std::get_if<WrrShare>(&share)) return static_cast<double>(s->weight);
  if (const auto* s = std::get_if<DrrShare>(&share)) return static_cast<double>(s->quantum.count());
  return 0;
}

std::optional<Rate> own_rate(const ClassShare& share) {
  if (const auto* s = std::get_if<Cbq::Class>(&share)) return s->rate;
  if (const auto* s = std::get_if<TokenTreeClass>(&share)) return s->rate;
  if (const auto* s = std::get_if<Hfsc::Class>(&share); s != nullptr && s->real_time) return s->real_time->m2;
  return std::nullopt;
}

void collect(const std::vector<ClassSpec>& classes, Rate all, std::map<std::string, Rate>& rates) {
  double weights = 0;
  for (const auto& c : classes) weights += weight_of(c.share);
  for (const auto& c : classes) {
    auto rate = own_rate(c.share);
    if (!rate && weights > 0) {
      rate = Rate::bps(static_cast<std::int64_t>(static_cast<double>(all.bps()) * weight_of(c.share) / weights));
    }
    if (c.children.empty()) {
      if (rate) rates[c.name] = *rate;
    } else if (!c.scheduler) {
      collect(c.children, rate.value_or(Rate{}), rates);
    }
  }
}

}  // namespace

std::map<std::string, Rate> assured_rates(const PortSpec& port) {
  if (port.scheduler == SchedulerKind::fifo) return {{port.classes.front().name, port_rate(port)}};
  std::map<std::string, Rate> rates;
  collect(port.classes, port_rate(port), rates);
  return rates;
}

Bytes largest_at(const PortSpec& port, const checks::PortPassages& passing) {
  Bytes largest;
  for (const auto& p : passing.leaving) largest = std::max(largest, p.largest);
  return size_at(port.layer, largest > Bytes{} ? largest : usual_largest);
}

Rate at_layer(double ip_bits_per_second, Layer layer, Bytes ip_size) {
  const auto counted = static_cast<double>(size_at(layer, ip_size).count());
  return Rate::bps(std::llround(ip_bits_per_second * counted / static_cast<double>(ip_size.count())));
}

}  // namespace qoslab::advice
