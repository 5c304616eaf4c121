#include "gui/data/metric_names.h"

#include <algorithm>
#include <array>

namespace qoslab::gui {
namespace {

struct Metric {
  std::string_view id;
  std::string_view name;
  std::string_view unit;
  std::string_view definition;
};

/// As series.csv and live lines have them; docs/metrics.md says the same of whole runs.
constexpr std::array metrics{
    Metric{"goodput_bps", "goodput", "bit/s", "Application bytes that arrived (RFC 2647 section 3.17)."},
    Metric{"offered_bps", "offered", "bit/s", "What was sent, whether or not it arrived."},
    Metric{"carried_bps", "carried", "bit/s", "What arrived, of what was offered (RFC 1242 section 3.17)."},
    Metric{"rate_bps", "rate", "bit/s", "What the place or the class sent."},
    Metric{"loss_percent", "loss", "%", "Packets that were dropped, of those that have an end (RFC 7680)."},
    Metric{"lost_packets", "lost", "packets", "Packets that were dropped."},
    Metric{"delay_mean_ms", "mean delay", "ms", "One-way delay from the source's to the destination's IP (RFC 7679)."},
    Metric{"delay_max_ms", "largest delay", "ms", "The largest one-way delay (RFC 7679)."},
    Metric{"jitter_mean_ms", "jitter", "ms", "Interarrival jitter J, averaged (RFC 3550 section 6.4.1)."},
    Metric{"backlog_packets", "backlog", "packets",
           "All that is inside: in queues and rings, on wires, in processing."},
    Metric{"waiting_packets", "queue length", "packets", "Packets in the class's queue."},
};

const Metric* find(std::string_view id) {
  const auto* found = std::find_if(metrics.begin(), metrics.end(), [id](const Metric& m) { return m.id == id; });
  return found == metrics.end() ? nullptr : found;
}

}  // namespace

std::string name_of_metric(std::string_view metric) {
  const auto* known = find(metric);
  return std::string{known != nullptr ? known->name : metric};
}

std::string unit_of_metric(std::string_view metric) {
  const auto* known = find(metric);
  return std::string{known != nullptr ? known->unit : ""};
}

std::string definition_of_metric(std::string_view metric) {
  const auto* known = find(metric);
  return known != nullptr ? std::string{known->definition} : std::string{};
}

}  // namespace qoslab::gui
