// Access lists that let nothing pass, or nothing of what groups send and receive.
#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_load.h"
#include "helpers/scenario/sections/names.h"
#include "model/dataplane/access_list.h"

namespace qoslab::advice {
namespace {

bool matches_everything(const Match& m) {
  return m.dscps.empty() && !m.source && !m.destination && !m.protocol && !m.source_ports && !m.destination_ports;
}

bool passes_nothing(const AccessListSpec& list) {
  for (const auto& entry : list.entries) {
    if (entry.permit) return false;
    if (matches_everything(entry.match)) return true;
  }
  return true;
}

/// Of one group's traffic, what all its subscribers lose.
class Denied {
 public:
  Denied(const AccessListSpec& list, const SubscriberGroupSpec& group, const std::vector<Offered>& offered)
      : list_{list}, group_{group} {
    for (const auto& o : offered)
      if (o.group == &group) streams_.push_back({o, is_denied(o)});
  }

  /// "upstream IPv6 traffic of class 'ef'", as few and as wide as possible.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    if (all([](const Offered&) { return true; })) return {"traffic"};
    for (const auto direction : {Direction::upstream, Direction::downstream}) {
      const std::string way = direction == Direction::upstream ? "upstream" : "downstream";
      const auto here = [=](const Offered& o) { return o.traffic->direction == direction; };
      if (all(here))
        result.push_back(way + " traffic");
      else
        of_direction(here, way, result);
    }
    return result;
  }

 private:
  struct Stream {
    Offered offered;
    bool denied;
  };

  [[nodiscard]] bool is_denied(const Offered& o) const {
    const dataplane::CompiledAccessList list{list_, group_, o.traffic->direction, o.ipv6, o.dscp};
    if (const auto alike = list.uniform()) return !alike->permit;
    for (std::int64_t n = 0; n < o.loaded(); ++n)
      if (list.outcome(n).permit) return false;
    return true;
  }

  /// All of these, if there is any.
  template <typename Counts>
  [[nodiscard]] bool all(Counts counts) const {
    const auto kept = [&](const Stream& s) { return counts(s.offered) && !s.denied; };
    const auto lost = [&](const Stream& s) { return counts(s.offered) && s.denied; };
    return std::none_of(streams_.begin(), streams_.end(), kept) && std::any_of(streams_.begin(), streams_.end(), lost);
  }

  template <typename Counts>
  void of_direction(Counts here, const std::string& way, std::vector<std::string>& result) const {
    std::vector<std::string> classes;
    for (const auto& s : streams_)
      if (std::find(classes.begin(), classes.end(), s.offered.of->name) == classes.end())
        classes.push_back(s.offered.of->name);
    for (const auto& name : classes) {
      const auto of_class = [&](const Offered& o) { return here(o) && o.of->name == name; };
      if (all(of_class)) {
        result.push_back(fmt::format("{} traffic of class '{}'", way, name));
        continue;
      }
      for (const bool ipv6 : {false, true})
        if (all([&](const Offered& o) { return of_class(o) && o.ipv6 == ipv6; }))
          result.push_back(fmt::format("{} IPv{} traffic of class '{}'", way, ipv6 ? 6 : 4, name));
    }
  }

  const AccessListSpec& list_;
  const SubscriberGroupSpec& group_;
  std::vector<Stream> streams_;
};

}  // namespace

void access_lists(const Advised& advised, Diagnostics& out) {
  const auto& all = advised.subject.scenario.gateways;
  const auto& root = advised.subject.root;
  const std::string rule = "the first entry that matches decides, and what none matches is dropped";
  for (const auto& list : all.access_lists)
    if (passes_nothing(list))
      warning(out, checks::entry_of(root, "access_lists", list.name)->position,
              fmt::format("access list '{}' lets nothing pass: {}", list.name, rule), "end it with {permit: true}");
  for (const auto& gateway : all.gateways) {
    const auto offered = offered_to(gateway, all);
    for (const auto& group : all.groups) {
      const auto* profile = sections::find_named(all.profiles, group.profile);
      const auto* list = sections::find_named(all.access_lists, profile->access_list);
      if (group.gateway != gateway.name || list == nullptr || passes_nothing(*list)) continue;
      for (const auto& name : Denied{*list, group, offered}.names())
        warning(out, checks::place_in(checks::entry_of(root, "profiles", profile->name), "access_list"),
                fmt::format("access list '{}' drops all {} of group '{}': {}", list->name, name, group.name, rule),
                "permit it, which is UDP between ports 0, or do not send it");
    }
  }
}

}  // namespace qoslab::advice
