#include <algorithm>
#include <utility>

#include "gui/draw/parts.h"
#include "model/units/parse.h"

namespace qoslab::gui {
namespace {

using Kind = ScenarioPart::Kind;

class GatewayTrees {
 public:
  GatewayTrees(const GatewaySpec& gateway, const GatewaysSpec& spec, const Words& words)
      : gateway_{gateway}, words_{words} {
    for (const auto& profile : spec.profiles) {
      const auto uses = [&](const SubscriberGroupSpec& group) {
        return group.gateway == gateway.name && group.profile == profile.name;
      };
      if (std::any_of(spec.groups.begin(), spec.groups.end(), uses)) profiles_.push_back(&profile);
    }
  }

  TreePart downstream() const {
    const auto& side = gateway_.access;
    const auto& scheduler = side.scheduler;
    auto root = access_port();
    for (std::size_t i = scheduler.levels.size(); i-- > 0;)
      if (scheduler.levels.at(i)) root.children.push_back(level(i, *scheduler.levels.at(i)));
    auto* parent = &root;
    for (const auto& aggregates : scheduler.aggregates) {
      parent->children.push_back(
          {.subject = {Kind::aggregate, aggregates.name, gateway_.name},
           .look = Look::inner,
           .title = aggregates.name,
           .phrases = {words_.aggregates(aggregates)},
           .tip =
               "Aggregates between the port and its subscribers, as an OLT's ports or PONs are. What they may send is "
               "shared by what is below them.",
           .key = aggregates.name,
           .children = {}});
      parent = &parent->children.back();
    }
    for (const auto* profile : profiles_) parent->children.push_back(subscriber(*profile));
    return root;
  }

  std::vector<TitledTree> upstream() const {
    std::vector<TitledTree> trees;
    for (const auto* profile : profiles_) {
      TreePart subscriber{.subject = {Kind::profile, profile->name, {}},
                          .look = Look::group,
                          .title = profile->name,
                          .phrases = {"each subscriber"},
                          .tip = about_subscriber,
                          .key = upstream_key + key_of_profile(profile->name),
                          .children = policers_below(*profile, "")};
      trees.push_back({"Upstream: what a subscriber of " + profile->name + " may send", std::move(subscriber)});
    }
    return trees;
  }

 private:
  static constexpr const char* about_subscriber = "The same for each subscriber that has this profile.";

  static std::string links(const GatewaySideSpec& side) {
    const auto rate = to_string(side.rate) + " line";
    return side.links == 1 ? rate : std::to_string(side.links) + " × " + rate;
  }

  TreePart access_port() const {
    const auto& scheduler = gateway_.access.scheduler;
    TreePart root{.subject = {Kind::gateway_port, gateway_.name, {}},
                  .look = Look::line,
                  .title = gateway_.name + ".access",
                  .phrases = {links(gateway_.access)},
                  .tip = "An access port: one scheduler for the subscribers on it. Level 8 goes first.",
                  .key = port_key,
                  .children = {}};
    if (gateway_.access.links > 1) root.phrases.emplace_back("on each port:");
    if (scheduler.rate)
      root.phrases.push_back("shaped to " + to_string(*scheduler.rate) + ", burst " + to_string(scheduler.burst));
    root.phrases.push_back(words_.share_by(scheduler.children));
    if (scheduler.mixed) root.phrases.emplace_back("aggregates hold their part of every group");
    root.phrases.push_back("rates count at " + to_string(gateway_.layer));
    return root;
  }

  TreePart level(std::size_t index, const LevelRate& rate) const {
    const auto number = std::to_string(index + 1);
    return {.subject = {Kind::level, "level" + number, gateway_.name},
            .look = Look::inner,
            .title = "level " + number,
            .phrases = {"at most " + to_string(rate.rate) + ", burst " + to_string(rate.burst),
                        "all queues of this level together"},
            .tip = "A limit of the port for all that subscribers' queues of this level send.",
            .key = "level" + number,
            .children = {}};
  }

  TreePart subscriber(const ProfileSpec& profile) const {
    TreePart part{.subject = {Kind::profile, profile.name, {}},
                  .look = Look::group,
                  .title = profile.name,
                  .phrases = {"each subscriber"},
                  .tip = about_subscriber,
                  .key = key_of_profile(profile.name),
                  .children = {}};
    if (profile.rate) part.phrases.push_back(to_string(*profile.rate) + ", burst " + to_string(profile.burst));
    part.phrases.push_back("weight " + std::to_string(profile.weight) + ", " + words_.share_by(profile.children));
    if (!profile.access_list.empty()) part.phrases.push_back("access list " + profile.access_list);
    for (const auto& c : profile.classes) {
      part.children.push_back({.subject = {Kind::profile_class, c.name, profile.name},
                               .look = Look::queue,
                               .title = c.name,
                               .phrases = {words_.subscriber_queue(c.queue)},
                               .tip = "A queue of each subscriber. Higher levels go first, weights share a level.",
                               .key = key_of_class(profile.name, c.name),
                               .children = {code_points(profile, c)}});
    }
    return part;
  }

  TreePart code_points(const ProfileSpec& profile, const ProfileClassSpec& c) const {
    Match match;
    match.dscps = c.dscps;
    return {.subject = {Kind::profile_class, c.name, profile.name},
            .look = Look::match,
            .title = {},
            .phrases = {c.dscps.empty() ? "the rest" : words_.match(match)},
            .tip = "The code points of this class's packets.",
            .children = {}};
  }

  /// Arbiters and policers whose parent this is; without a parent they come below the subscriber.
  std::vector<TreePart> policers_below(const ProfileSpec& profile, const std::string& parent) const {
    std::vector<TreePart> parts;
    for (const auto& arbiter : profile.arbiters) {
      if (arbiter.parent != parent) continue;
      TreePart part{
          .subject = {Kind::arbiter, arbiter.name, profile.name},
          .look = Look::inner,
          .title = arbiter.name,
          .phrases = {"arbiter", to_string(arbiter.rate) + ", burst " + to_string(arbiter.burst)},
          .tip = "A virtual parent of policers: together they pass no more than its rate, higher levels first.",
          .key = upstream_key + key_of_class(profile.name, arbiter.name),
          .children = policers_below(profile, arbiter.name)};
      if (!arbiter.parent.empty())
        part.phrases.push_back("level " + std::to_string(arbiter.level) + ", weight " + std::to_string(arbiter.weight));
      parts.push_back(std::move(part));
    }
    for (const auto& c : profile.classes) {
      if ((c.policer ? c.policer->parent : "") != parent) continue;
      parts.push_back({.subject = {Kind::profile_class, c.name, profile.name},
                       .look = c.policer ? Look::conditioner : Look::inner,
                       .title = c.name,
                       .phrases = {c.policer ? words_.policer(*c.policer) : "not policed"},
                       .tip = "A policer of each subscriber: what exceeds its rates is dropped.",
                       .key = upstream_key + key_of_class(profile.name, c.name),
                       .children = {code_points(profile, c)}});
    }
    return parts;
  }

  const GatewaySpec& gateway_;
  const Words& words_;
  std::vector<const ProfileSpec*> profiles_;
};

}  // namespace

std::vector<TitledTree> parts_of(const GatewaySpec& gateway, const GatewaysSpec& spec, const Words& words) {
  const GatewayTrees trees{gateway, spec, words};
  std::vector<TitledTree> all{{"Downstream: what leaves on an access port", trees.downstream()}};
  for (auto& tree : trees.upstream()) all.push_back(std::move(tree));
  return all;
}

}  // namespace qoslab::gui
