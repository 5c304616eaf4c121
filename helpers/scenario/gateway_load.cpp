#include "helpers/scenario/gateway_load.h"

#include <algorithm>

#include "helpers/scenario/gateway_facts.h"
#include "model/bng/streams.h"
#include "model/dataplane/access_list.h"
#include "model/packet/layers.h"
#include "model/traffic/trace.h"

namespace qoslab {
namespace {

template <typename T>
const T* named(const std::vector<T>& things, const std::string& name) {
  const auto found = std::find_if(things.begin(), things.end(), [&](const T& t) { return t.name == name; });
  return found == things.end() ? nullptr : &*found;
}

/// The mean of what `count` makes of a frame, over both families in equal parts.
template <typename CountBits>
double mean_bits(const SizeMix& mix, CountBits count) {
  double sum = 0;
  int families = 0;
  for (const auto* family : {&mix.ipv4, &mix.ipv6}) {
    if (family->empty()) continue;
    ++families;
    double bits = 0;
    double weights = 0;
    for (const auto& entry : *family) {
      bits += static_cast<double>(entry.weight) * static_cast<double>(count(entry.frame).bits());
      weights += static_cast<double>(entry.weight);
    }
    sum += bits / weights;
  }
  return families == 0 ? 0 : sum / families;
}

}  // namespace

double Offered::each() const {
  const auto loaded = std::min(traffic->loaded.value_or(group->count), group->count);
  return rate / static_cast<double>(loaded);
}

std::vector<Offered> offered_to(const GatewaySpec& gateway, const GatewaysSpec& spec) {
  std::vector<Offered> result;
  for (const auto* group : groups_behind(gateway, spec)) {
    const auto* profile = named(spec.profiles, group->profile);
    for (const auto& traffic : group->traffic) {
      const auto at = [&](Layer layer) { return [=](Bytes frame) { return frame_at(layer, frame, *group); }; };
      const auto on_network = [&](Bytes frame) {
        return without_tags(frame, bng::tag_bytes(*group)) + header::preamble_and_gap;
      };
      const double sent = mean_bits(traffic.sizes, at(traffic.rate.layer));
      if (sent <= 0 || profile == nullptr || !traffic.trace.empty()) continue;
      for (const auto& share : traffic.classes) {
        const double packets = share.share * static_cast<double>(traffic.rate.rate.bps()) / sent;
        const auto* of = named(profile->classes, share.class_name);
        if (of == nullptr || packets <= 0) continue;
        result.push_back({group, &traffic, profile, of, packets, packets * mean_bits(traffic.sizes, at(gateway.layer)),
                          packets * mean_bits(traffic.sizes, at(Layer::line)),
                          packets * mean_bits(traffic.sizes, on_network)});
      }
    }
  }
  return result;
}

namespace {

double seconds_of(const GroupTrafficSpec& traffic, const RunSpec& runs) {
  const Instant end = Instant{} + runs.warmup + runs.duration;
  return std::max(0.0, (std::min(traffic.stop.value_or(end), end) - traffic.start).to_seconds());
}

/// With a rate: roughly, since its layer is not heeded.
double packets_of_capture(const GroupTrafficSpec& traffic, const RunSpec& runs) {
  const auto count = static_cast<double>(traffic.captured->packets.size());
  if (!traffic.repeat) return count;
  const double span = traffic.captured->packets.back().at.to_seconds();
  double bits = 0;
  for (const auto& packet : traffic.captured->packets) bits += static_cast<double>(Bytes{packet.frame}.bits());
  const double pass = traffic.rate.rate > Rate{} ? bits / static_cast<double>(traffic.rate.rate.bps()) : span;
  return pass > 0 ? std::max(count, count * seconds_of(traffic, runs) / pass) : count;
}

}  // namespace

double expected_packets(const GatewaySpec& gateway, const GatewaysSpec& spec, const RunSpec& runs) {
  double sum = 0;
  for (const auto& offered : offered_to(gateway, spec)) sum += offered.packets * seconds_of(*offered.traffic, runs);
  for (const auto* group : groups_behind(gateway, spec))
    for (const auto& traffic : group->traffic)
      if (traffic.captured) sum += packets_of_capture(traffic, runs);
  return sum;
}

double cycles_for(const Offered& offered, const ProcessorSpec& processor, const GatewaysSpec& spec) {
  double cycles = static_cast<double>(processor.cycles_per_packet) +
                  static_cast<double>(processor.cycles_per_vector) / static_cast<double>(processor.vector);
  const auto* list = named(spec.access_lists, offered.profile->access_list);
  if (list == nullptr) return cycles;
  for (const auto& share : offered.traffic->classes) {
    if (share.class_name != offered.of->name) continue;
    const auto packet =
        dataplane::subscriber_packet(*offered.group, offered.traffic->direction, !offered.group->ipv4, share.dscp, 0);
    cycles += static_cast<double>(processor.cycles_per_entry) *
              static_cast<double>(dataplane::first_match(*list, packet).compared);
    break;
  }
  return cycles;
}

}  // namespace qoslab
