#include "cli/affordable.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "helpers/results/output_directory.h"
#include "helpers/scenario/gateway_load.h"
#include "helpers/simulate/memory.h"
#include "model/bng/memory.h"
#include "model/results/results.h"
#include "model/traffic/estimate.h"

namespace qoslab {
namespace {

// Rough costs of a packet that crosses a few links of ns-3, and of one that crosses a gateway, which stores none.
constexpr double seconds_per_packet = 20e-6;
constexpr double bytes_per_packet = 3.0 * sizeof(DelaySample);
constexpr double gateway_packets_per_packet = 200;

/// Of one replication of one point.
struct Cost {
  double packets = 0;
  double gateway_packets = 0;
  std::int64_t gateway_memory = 0;
};

Cost cost_of(const Scenario& point) {
  Cost cost;
  cost.packets = expected_packets(point);
  for (const auto& gateway : point.gateways.gateways) {
    const double packets = expected_packets(gateway, point.gateways, point.runs) + cost.packets;
    cost.gateway_packets += packets;
    constexpr double countable = 9e18;
    const auto memory =
        bng::most_memory(point.gateways, gateway, static_cast<std::int64_t>(std::min(packets, countable)));
    if (__builtin_add_overflow(cost.gateway_memory, memory, &cost.gateway_memory)) cost.gateway_memory = INT64_MAX;
  }
  return cost;
}

/// Empty: it can be afforded.
std::string too_long(const Cost& cost, double most_packets) {
  const double packets = cost.packets + cost.gateway_packets / gateway_packets_per_packet;
  if (packets <= most_packets) return {};
  const double hours = packets * seconds_per_packet / 3600;
  if (cost.gateway_packets > 0)
    return fmt::format(
        "asks for about {:.2g} packets of gateways and {:.2g} others in each replication (about {:.2g} hours); shorten "
        "it, or allow it with --most-packets {:.2g}",
        cost.gateway_packets, cost.packets, hours, packets * 1.05);
  return fmt::format(
      "asks for about {:.2g} packets in each replication (about {:.1g} hours and {:.2g} GB); shorten it, slow its "
      "flows, "
      "or allow it with --most-packets",
      packets, hours, packets * bytes_per_packet / 1e9);
}

std::string too_large(const Cost& cost, std::int64_t processes, std::optional<std::int64_t> most) {
  if (cost.gateway_memory == 0 || !most) return {};
  const double wanted = static_cast<double>(cost.gateway_memory) * static_cast<double>(processes);
  if (wanted <= static_cast<double>(*most)) return {};
  return fmt::format(
      "its gateways may take {:.2g} GB of memory{}, and there are {:.2g} GB; fewer subscribers or classes, smaller "
      "limits "
      "of queues{}, or allow it with --most-memory",
      wanted / 1e9, processes > 1 ? fmt::format(" in {} replications at a time", processes) : "",
      static_cast<double>(*most) / 1e9, processes > 1 ? ", fewer --threads" : "");
}

}  // namespace

bool affordable(const ScenarioFiles& files, const Means& means) {
  const auto most_memory = means.memory ? means.memory : available_memory();
  bool all = true;
  for (std::size_t i = 0; i < files.paths.size(); ++i) {
    const auto& points = files.scenarios[i].points;
    std::int64_t replications = 0;
    for (const auto& point : points) replications += point.runs.replications;
    const auto processes = std::min<std::int64_t>(means.processes, replications);
    for (const auto& point : points) {
      const auto cost = cost_of(point);
      auto why = too_long(cost, means.packets);
      if (why.empty()) why = too_large(cost, processes, most_memory);
      if (why.empty()) continue;
      write_all(STDERR_FILENO, fmt::format("{}: error: {}\n", files.paths[i], why), "standard error");
      all = false;
      break;
    }
  }
  return all;
}

}  // namespace qoslab
