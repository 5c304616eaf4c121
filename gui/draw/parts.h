// What a scenario says of a port, as a tree of parts with words: what is drawn of its QoS.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gui/draw/drawing.h"
#include "model/scenario/scenario.h"

namespace qoslab::gui {

/// How the parts of a port are put into words. Phrases end with a comma.
struct Words {
  std::function<std::string(const Match&)> match;
  std::function<std::string(SchedulerKind)> scheduler;
  std::function<std::string(const ClassShare&)> share;
  std::function<std::string(const QueueSpec&)> queue;
  std::function<std::string(const ShaperSpec&)> shaper;
  std::function<std::string(const ReservableSpec&)> reservable;
  std::function<std::string(const ConditionerRule&)> conditioner;
  std::function<std::string(ShareBy)> share_by;
  std::function<std::string(const AggregateLevelSpec&)> aggregates;
  std::function<std::string(const SubscriberQueueSpec&)> subscriber_queue;
  std::function<std::string(const SubscriberPolicerSpec&)> policer;
  std::function<std::string(SchedulerKind)> about;  ///< a definition, for a tip
};

// Keys of what becomes of a part in a run (Box::key). Those of classes, levels and aggregates are their names.

/// A port as a whole.
inline constexpr const char* port_key = ".port";
/// All that RSVP has reserved there.
inline constexpr const char* reservations_key = ".reservations";
/// Before the keys of what a gateway does to packets from its subscribers.
inline constexpr const char* upstream_key = ".upstream/";
inline std::string key_of_profile(const std::string& profile) { return ".profile/" + profile; }
inline std::string key_of_class(const std::string& profile, const std::string& name) {
  return key_of_profile(profile) + "/" + name;
}

/// Packets go from the children to their parent.
struct TreePart {
  ScenarioPart subject;
  Look look = Look::inner;
  std::string title;
  std::vector<std::string> phrases;  ///< each may take several lines
  std::string tip;
  std::string key = {};             ///< see Box
  std::optional<double> used = {};  ///< see Box
  std::vector<TreePart> children;
};

struct TitledTree {
  std::string title;
  TreePart root;
};

/// What leaves on the link, and what arrives from it if there are conditioners.
std::vector<TitledTree> parts_of(const PortSpec& port, const Words& words);

/// Downstream the schedulers of an access port, upstream the policers; both for each profile in use.
std::vector<TitledTree> parts_of(const GatewaySpec& gateway, const GatewaysSpec& spec, const Words& words);

}  // namespace qoslab::gui
