#include "helpers/scenario/load/subscriber_kinds.h"

#include <optional>
#include <set>
#include <utility>

#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/gateway_load.h"
#include "helpers/scenario/sections/names.h"
#include "model/dataplane/access_list.h"

namespace qoslab::load {
namespace {

using dataplane::AclOutcome;
using dataplane::CompiledAccessList;

/// One class of one traffic entry, and the list that it meets.
struct Stream {
  Offered offered;
  std::optional<CompiledAccessList> list;
  [[nodiscard]] AclOutcome outcome(std::int64_t subscriber) const {
    return list ? list->outcome(subscriber) : AclOutcome{true, 0};
  }
};

std::vector<Stream> streams_at(const GatewaySpec& gateway, const GatewaysSpec& all, Instant moment) {
  std::vector<Stream> result;
  for (auto& o : offered_to(gateway, all)) {
    if (o.traffic->start > moment || (o.traffic->stop && *o.traffic->stop <= moment)) continue;
    auto& stream = result.emplace_back(Stream{o, std::nullopt});
    if (const auto* list = sections::find_named(all.access_lists, o.profile->access_list))
      stream.list.emplace(*list, *o.group, o.traffic->direction, o.ipv6, o.dscp);
  }
  return result;
}

/// The numbers at which another kind begins.
std::set<std::int64_t> cuts(const SubscriberGroupSpec& group, const std::vector<Stream>& streams) {
  std::set<std::int64_t> result{0, group.count};
  for (const auto& s : streams) {
    if (s.offered.group != &group) continue;
    result.insert(s.offered.loaded());
    if (!s.list || s.list->uniform()) continue;
    for (std::int64_t n = 1; n < s.offered.loaded(); ++n)
      if (s.outcome(n) != s.outcome(n - 1)) result.insert(n);
  }
  return result;
}

void add(SubscriberKind& kind, const Stream& stream, const ProcessorSpec& processor) {
  const auto& o = stream.offered;
  const double part = 1 / static_cast<double>(o.loaded());
  const bool up = o.traffic->direction == Direction::upstream;
  const Load each =
      part * Load{o.packets, o.rate, up ? o.access_line : o.network_line, up ? o.network_line : o.access_line};
  const auto outcome = stream.outcome(kind.first);
  auto& way = kind.way(o.traffic->direction);
  const auto number = static_cast<std::size_t>(o.of - kind.profile->classes.data());
  way.sent[number] += each;
  if (outcome.permit) way.permitted[number] += each;
  way.cycles +=
      each.packets * (static_cast<double>(processor.cycles_per_packet) +
                      static_cast<double>(processor.cycles_per_vector) / static_cast<double>(processor.vector) +
                      static_cast<double>(processor.cycles_per_entry) * static_cast<double>(outcome.compared));
}

}  // namespace

std::vector<SubscriberKind> subscriber_kinds(const GatewaySpec& gateway, const GatewaysSpec& all, Instant moment) {
  const auto streams = streams_at(gateway, all, moment);
  const auto processor = gateway.processor.value_or(ProcessorSpec{});
  std::vector<SubscriberKind> result;
  std::size_t group_number = 0;
  for (const auto* group : groups_behind(gateway, all)) {
    const auto* profile = sections::find_named(all.profiles, group->profile);
    const auto bounds = cuts(*group, streams);
    for (auto first = bounds.begin(), end = std::next(first); end != bounds.end(); ++first, ++end) {
      auto& kind = result.emplace_back(SubscriberKind{group, profile, group_number, *first, *end, {}});
      for (auto& way : kind.ways) way.sent.resize(profile->classes.size());
      for (auto& way : kind.ways) way.permitted.resize(profile->classes.size());
      for (const auto& s : streams)
        if (s.offered.group == group && kind.end <= s.offered.loaded()) add(kind, s, processor);
    }
    ++group_number;
  }
  return result;
}

}  // namespace qoslab::load
