#include "helpers/scenario/gateway_load.h"

#include <algorithm>

#include "helpers/scenario/gateway_facts.h"
#include "model/bng/streams.h"
#include "model/packet/layers.h"
#include "model/traffic/trace.h"

namespace qoslab {
namespace {

template <typename T>
const T* named(const std::vector<T>& things, const std::string& name) {
  const auto found = std::find_if(things.begin(), things.end(), [&](const T& t) { return t.name == name; });
  return found == things.end() ? nullptr : &*found;
}

/// The mean of what `count` makes of a frame; of none, 0.
template <typename CountBits>
double mean_bits(const std::vector<SizeMix::Entry>& mix, CountBits count) {
  double bits = 0;
  double weights = 0;
  for (const auto& entry : mix) {
    bits += static_cast<double>(entry.weight) * static_cast<double>(count(entry.frame).bits());
    weights += static_cast<double>(entry.weight);
  }
  return mix.empty() ? 0 : bits / weights;
}

/// Both families send equally many packets, each of its own sizes.
class OfferedBy {
 public:
  OfferedBy(const GatewaySpec& gateway, const SubscriberGroupSpec& group, const ProfileSpec& profile,
            const GroupTrafficSpec& traffic)
      : gateway_{gateway}, group_{group}, profile_{profile}, traffic_{traffic} {}

  void add_to(std::vector<Offered>& result) const {
    const auto& sizes = traffic_.sizes;
    const double bits = mean_at(traffic_.rate.layer, sizes.ipv4) + mean_at(traffic_.rate.layer, sizes.ipv6);
    if (bits <= 0 || !traffic_.trace.empty()) return;
    const double packets = static_cast<double>(traffic_.rate.rate.bps()) / bits;  // of each family
    for (const auto& share : traffic_.classes) {
      const auto* of = named(profile_.classes, share.class_name);
      if (of == nullptr || share.share * packets <= 0) continue;
      if (!sizes.ipv4.empty()) result.push_back(of_family(false, share, *of, share.share * packets));
      if (!sizes.ipv6.empty()) result.push_back(of_family(true, share, *of, share.share * packets));
    }
  }

 private:
  [[nodiscard]] double mean_at(Layer layer, const std::vector<SizeMix::Entry>& mix) const {
    return mean_bits(mix, [&](Bytes frame) { return frame_at(layer, frame, group_); });
  }
  [[nodiscard]] Offered of_family(bool ipv6, const GroupTrafficSpec::Share& share, const ProfileClassSpec& of,
                                  double packets) const {
    const auto& mix = ipv6 ? traffic_.sizes.ipv6 : traffic_.sizes.ipv4;
    const auto on_network = [&](Bytes frame) {
      return without_tags(frame, bng::tag_bytes(group_)) + header::preamble_and_gap;
    };
    return {&group_,
            &traffic_,
            &profile_,
            &of,
            ipv6,
            share.dscp,
            packets,
            packets * mean_at(gateway_.layer, mix),
            packets * mean_at(Layer::line, mix),
            packets * mean_bits(mix, on_network)};
  }

  const GatewaySpec& gateway_;
  const SubscriberGroupSpec& group_;
  const ProfileSpec& profile_;
  const GroupTrafficSpec& traffic_;
};

}  // namespace

std::int64_t Offered::loaded() const { return std::min(traffic->loaded.value_or(group->count), group->count); }

std::vector<Offered> offered_to(const GatewaySpec& gateway, const GatewaysSpec& spec) {
  std::vector<Offered> result;
  for (const auto* group : groups_behind(gateway, spec)) {
    const auto* profile = named(spec.profiles, group->profile);
    if (profile == nullptr) continue;
    for (const auto& traffic : group->traffic) OfferedBy{gateway, *group, *profile, traffic}.add_to(result);
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

}  // namespace qoslab
