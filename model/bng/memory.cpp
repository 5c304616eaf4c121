#include "model/bng/memory.h"

#include <algorithm>

#include "model/bng/plan.h"
#include "model/dataplane/record.h"
#include "model/packet/layers.h"
#include "model/traffic/trace.h"

namespace qoslab::bng {
namespace {

// By the sizes of the structures that there is one of for each, rounded up.
constexpr std::int64_t fixed = 32'000'000;
constexpr std::int64_t of_subscriber = 512;  // node and slots of the tree, numbers of the plan, results
constexpr std::int64_t of_class = 256;       // queue, counters, timer
constexpr std::int64_t of_policer = 96;
constexpr std::int64_t of_histogram = 64'000;
constexpr std::int64_t of_packet = 2 * (sizeof(dataplane::Record) + 8);  // in arrays that double as they grow

/// Packets that a queue holds, the smallest ones.
std::int64_t room(const QueueLimit& limit) {
  const auto by_bytes = limit.bytes ? limit.bytes->count() / header::smallest_frame.count() + 1 : INT64_MAX;
  return std::min(by_bytes, limit.packets.value_or(INT64_MAX));
}

Int128 of_group(const SubscriberGroupSpec& group, const ProfileSpec& profile, Int128& waiting) {
  Int128 each = of_subscriber;
  for (const auto& c : profile.classes) {
    each += of_class + (c.policer ? of_policer : 0);
    waiting += Int128{group.count} * room(c.queue.limit);
  }
  each += of_policer * static_cast<std::int64_t>(profile.arbiters.size());
  return each * group.count;
}

}  // namespace

std::int64_t most_memory(const GatewaysSpec& scenario, const GatewaySpec& gateway, std::int64_t packets) {
  const auto parts = parts_of(scenario, gateway);
  const std::int64_t links = gateway.access.links + gateway.network.links;
  Int128 sum = fixed;
  Int128 waiting = 0;
  std::int64_t histograms = 0;
  for (std::size_t g = 0; g < parts.groups.size(); ++g) {
    const auto& group = parts.groups[g];
    const auto& profile = parts.profiles[parts.profile_of[g]];
    sum += of_group(group, profile, waiting);
    const auto classes = static_cast<std::int64_t>(profile.classes.size());
    histograms += classes * (2 * links + 2 * static_cast<std::int64_t>(group.samples.size()));
    for (const auto& traffic : group.traffic)
      if (traffic.captured)
        sum += static_cast<std::int64_t>(traffic.captured->packets.size()) *
               (static_cast<std::int64_t>(sizeof(TracePacket)) + 4 * links);
  }
  if (gateway.processor) waiting += Int128{gateway.processor->cores} * gateway.processor->ring;
  sum += Int128{histograms} * of_histogram + std::min<Int128>(waiting, packets) * of_packet;
  return static_cast<std::int64_t>(std::min<Int128>(sum, INT64_MAX));
}

}  // namespace qoslab::bng
