#include "analysis/gateway_notes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace qoslab {
namespace {

template <typename T>
const T* find_named(const std::vector<T>& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const T& item) { return item.name == name; });
  return found == list.end() ? nullptr : &*found;
}

bool is_part_of(const TrafficSubject& subject, const TrafficSubject& coarser) {
  return subject.gateway == coarser.gateway && (!coarser.direction || subject.direction == coarser.direction) &&
         (coarser.group.empty() || subject.group == coarser.group);
}

/// Whether hosts of the scenario's network may send on behalf of the group, as any class.
bool has_host(const SubscriberGroupSpec& group, const GatewaysSpec& spec) {
  return std::any_of(spec.hosts.begin(), spec.hosts.end(), [&](const GatewayHostSpec& host) {
    return host.gateway == group.gateway && host.group == group.name;
  });
}

bool is_for(const GroupTrafficSpec& traffic, const TrafficSubject& subject) {
  if (traffic.direction != subject.direction.value_or(traffic.direction)) return false;
  return !subject.is_stream() ||
         std::any_of(traffic.classes.begin(), traffic.classes.end(), [&](const GroupTrafficSpec::Share& share) {
           return share.class_name == subject.class_name && share.share > 0;
         });
}

/// A gateway or a group as a whole is there to carry traffic; a part of it, if the scenario describes some.
bool means_traffic_for(const TrafficSubject& subject, const GatewaysSpec& spec) {
  if (!subject.direction) return true;
  return std::any_of(spec.groups.begin(), spec.groups.end(), [&](const SubscriberGroupSpec& group) {
    if (group.gateway != subject.gateway || (!subject.group.empty() && group.name != subject.group)) return false;
    return has_host(group, spec) || std::any_of(group.traffic.begin(), group.traffic.end(),
                                                [&](const auto& traffic) { return is_for(traffic, subject); });
  });
}

/// Downstream there is a queue for every class, upstream perhaps a policer.
bool has_server(const TrafficSubject& subject, const GatewaysSpec& spec) {
  if (subject.direction == Direction::downstream) return true;
  const auto* group = find_named(spec.groups, subject.group);
  const auto* profile = group == nullptr ? nullptr : find_named(spec.profiles, group->profile);
  const auto* served = profile == nullptr ? nullptr : find_named(profile->classes, subject.class_name);
  return served != nullptr && served->policer;
}

/// The idle classes of a group in one direction.
std::string idle_classes(TrafficSubject subject, const std::vector<std::string>& classes) {
  subject.class_name.clear();
  std::string names;
  for (const auto& name : classes) names += (names.empty() ? "" : ", ") + name;
  const auto* server = subject.direction == Direction::downstream ? "queue" : "policer";
  return name_of(subject) + ": " + server + (classes.size() == 1 ? " of " : "s of ") + names + " saw no packet";
}

}  // namespace

std::vector<std::string> idle_notes(const std::vector<TrafficReport>& traffic, const GatewaysSpec& spec) {
  std::vector<std::string> notes;
  std::vector<TrafficSubject> idle;
  std::vector<std::pair<TrafficSubject, std::vector<std::string>>> classes;
  for (const auto& [subject, layer, metrics, sum] : traffic) {
    const auto says_it = [&](const TrafficSubject& coarser) { return is_part_of(subject, coarser); };
    if (sum.sent.packets > 0 || subject.subscriber || std::any_of(idle.begin(), idle.end(), says_it)) continue;
    if (!subject.is_stream()) {
      if (means_traffic_for(subject, spec)) notes.push_back(name_of(subject) + ": no packet was sent");
      idle.push_back(subject);
    } else if (means_traffic_for(subject, spec) && has_server(subject, spec)) {
      const auto same = std::find_if(classes.begin(), classes.end(), [&](const auto& of) {
        return of.first.gateway == subject.gateway && of.first.group == subject.group &&
               of.first.direction == subject.direction;
      });
      auto& names =
          same == classes.end() ? classes.emplace_back(subject, std::vector<std::string>{}).second : same->second;
      names.push_back(subject.class_name);
    }
  }
  for (const auto& [subject, names] : classes) notes.push_back(idle_classes(subject, names));
  return notes;
}

std::vector<std::string> filling_notes(const std::vector<TrafficReport>& traffic) {
  constexpr std::int64_t few = 100;  // what comes and goes
  std::vector<std::string> notes;
  for (const auto& [subject, layer, metrics, sum] : traffic) {
    if (!subject.is_stream() || subject.subscriber) continue;
    std::int64_t more = sum.offered.packets - sum.arrived.packets;
    for (const auto& [reason, count] : sum.lost) more -= count.packets;
    if (more <= few || more * 100 <= sum.offered.packets) continue;
    notes.push_back(name_of(subject) + ": " + std::to_string(more) +
                    " packets more wait at the end of the measured time than at its beginning: loss and delay still "
                    "grow; lengthen warmup");
  }
  return notes;
}

}  // namespace qoslab
