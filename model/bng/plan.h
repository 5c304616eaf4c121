// Where each subscriber of a gateway is: on which links, with which leaves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/bng/streams.h"
#include "model/dataplane/source_spec.h"
#include "model/dataplane/tree_spec.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::bng {

/// A gateway with what belongs to it, names resolved.
struct GatewayParts {
  GatewaySpec gateway;
  std::vector<SubscriberGroupSpec> groups;
  std::vector<ProfileSpec> profiles;    ///< all of the scenario
  std::vector<std::size_t> profile_of;  ///< group → profile
  std::vector<AccessListSpec> access_lists;
  std::vector<bool> hosts;  ///< group → has hosts of ns-3
};
/// Precondition: the scenario is checked. Throws std::invalid_argument where a name resolves to nothing.
GatewayParts parts_of(const GatewaysSpec& all, const GatewaySpec& gateway);

/// Does a profile ask for what only a node of the scheduler tree has, instead of its queues alone?
inline bool is_node(const ProfileSpec& profile) {
  return profile.rate || profile.weight != 1 || profile.children == ShareBy::rate;
}

/// How many of `count` subscribers are on one of so many links, when they are dealt in turn.
constexpr std::int64_t dealt_to(std::int64_t link, std::int64_t links, std::int64_t count) {
  return (count - link + links - 1) / links;
}

/// Subscriber n of a group is on access link n mod A, as that link's subscriber number n div A of the group, and on
/// network link (n div A) mod N. On each access link the groups follow each other; so do the classes of a subscriber,
/// each a leaf. Leaves are numbered link by link.
class Plan {
 public:
  explicit Plan(const GatewayParts& parts);

  struct Group {
    std::int64_t subscribers = 0;        ///< on this link
    std::uint32_t first_subscriber = 0;  ///< of the link
    std::uint32_t first_leaf = 0;
  };
  struct AccessLink {
    std::uint32_t first_leaf = 0;
    std::uint32_t end_leaf = 0;
    std::vector<Group> groups;
    std::int64_t subscribers = 0;
  };
  [[nodiscard]] const std::vector<AccessLink>& links() const { return links_; }
  [[nodiscard]] std::uint32_t leaf_count() const { return links_.back().end_leaf; }
  [[nodiscard]] std::uint32_t first_leaf(std::size_t group, std::int64_t number) const;
  /// The place of each of a link's subscribers among those of its port, by which aggregates are filled: as they are
  /// numbered, or `mixed`, so that each stretch has its part of every group.
  [[nodiscard]] std::vector<std::uint32_t> port_order(std::size_t link, bool mixed) const;
  [[nodiscard]] std::size_t classes(std::size_t group) const { return classes_[group]; }
  /// Calls visit(leaf, group, number in its group, class) for every leaf of a link, in order.
  template <typename Visit>
  void leaves_of(std::size_t link, Visit&& visit) const {
    std::uint32_t leaf = links_[link].first_leaf;
    for (std::size_t g = 0; g < classes_.size(); ++g)
      for (std::int64_t n = 0; n < links_[link].groups[g].subscribers; ++n)
        for (std::size_t c = 0; c < classes_[g]; ++c)
          visit(leaf++, g, n * static_cast<std::int64_t>(links_.size()) + static_cast<std::int64_t>(link), c);
  }

 private:
  std::vector<AccessLink> links_;
  std::vector<std::size_t> classes_;  ///< of each group
};

/// Which of a profile's classes takes a code point.
std::size_t class_of(const ProfileSpec& profile, Dscp mark);

/// What the tester sends upstream into an access link, or downstream into a network link.
dataplane::SourceSpec upstream_source(const GatewayParts& parts, const Plan& plan, const Streams& streams,
                                      std::size_t access_link);
dataplane::SourceSpec downstream_source(const GatewayParts& parts, const Plan& plan, const Streams& streams,
                                        std::size_t network_link);

/// A queue among siblings that share by weight.
dataplane::QueueProfile profile_of(const SubscriberQueueSpec& queue);

/// The scheduler tree of an access link; the names of its aggregates, by node.
struct NamedTree {
  dataplane::TreeSpec spec;
  std::vector<std::string> names;  ///< "olt.2"; of the port and of subscribers: empty
};
NamedTree access_tree(const GatewayParts& parts, const Plan& plan, const Streams& streams, std::size_t access_link);

}  // namespace qoslab::bng
