#include <algorithm>
#include <map>

#include "gui/draw/parts.h"
#include "model/units/parse.h"

namespace qoslab::gui {
namespace {

using Kind = ScenarioPart::Kind;

constexpr const char* about_class =
    "A class: packets that are served alike. Its scheduler decides when it sends, by what its share says.";
constexpr const char* about_queue = "A class with a queue: packets wait here, and are dropped here if it is full.";
constexpr const char* about_match =
    "What a packet's header must say to join this class. The first rule that fits decides.";
constexpr const char* about_conditioner =
    "A conditioner meters what arrives, and marks or drops it by the meter's colour (RFC 2475 section 2.3.3).";
constexpr const char* about_reserved =
    "RSVP makes a class for each reservation, out of this bandwidth; what admission refuses stays best effort.";

std::vector<std::string> first_of(std::vector<std::string> rules) {
  constexpr std::size_t most = 8;
  if (rules.size() <= most) return rules;
  const auto more = rules.size() - most;
  rules.resize(most);
  rules.push_back("and " + std::to_string(more) + " more");
  return rules;
}

class PortTree {
 public:
  PortTree(const PortSpec& port, const Words& words) : port_{port}, words_{words}, name_{port.node + "." + port.link} {
    for (std::size_t i = 0; i < port.classify.size(); ++i) {
      const auto& rule = port.classify[i];
      const auto number = port.classify.size() == 1 ? "" : std::to_string(i + 1) + ". ";
      rules_[rule.class_name].push_back(number + words.match(rule.match));
    }
  }

  TreePart whole() {
    TreePart root{.subject = {Kind::port, name_, {}},
                  .look = Look::line,
                  .title = name_,
                  .phrases = {to_string(port_.link_rate) + " line"},
                  .tip = "The port's line, and how it chooses what to send next. " + words_.about(port_.scheduler),
                  .key = port_key,
                  .children = {}};
    if (port_.shaper) root.phrases.push_back("shaped by a " + words_.shaper(*port_.shaper));
    auto scheduler = words_.scheduler(port_.scheduler);
    if (port_.scheduler == SchedulerKind::cbq) scheduler += ", tick " + to_string(port_.cbq_tick);
    root.phrases.push_back(scheduler);
    root.phrases.push_back("rates count at " + to_string(port_.layer));
    for (const auto& spec : port_.classes) root.children.push_back(part_of(spec));
    if (port_.reservable && port_.reservable->parent.empty()) root.children.push_back(reserved());
    return root;
  }

 private:
  TreePart part_of(const ClassSpec& spec) {
    const bool leaf = spec.children.empty();
    TreePart part{.subject = {Kind::port_class, spec.name, name_},
                  .look = leaf ? Look::queue : Look::inner,
                  .title = spec.name,
                  .phrases = {},
                  .tip = leaf ? about_queue : about_class,
                  .key = spec.name,
                  .children = {}};
    if (auto share = words_.share(spec.share); !share.empty()) part.phrases.push_back(std::move(share));
    if (spec.scheduler) {
      part.phrases.push_back(words_.scheduler(*spec.scheduler) + " below");
      part.tip += " " + words_.about(*spec.scheduler);
    }
    if (leaf) {
      part.phrases.push_back(words_.queue(spec.queue));
      if (const auto rules = rules_.find(spec.name); rules != rules_.end()) {
        part.children.push_back({.subject = part.subject,
                                 .look = Look::match,
                                 .title = {},
                                 .phrases = first_of(rules->second),
                                 .tip = about_match,
                                 .children = {}});
      }
    }
    for (const auto& child : spec.children) part.children.push_back(part_of(child));
    if (port_.reservable && port_.reservable->parent == spec.name) part.children.push_back(reserved());
    return part;
  }

  TreePart reserved() const {
    return {.subject = {Kind::port, name_, {}},
            .look = Look::group,
            .title = "reservations",
            .phrases = {words_.reservable(*port_.reservable)},
            .tip = about_reserved,
            .key = reservations_key,
            .children = {}};
  }

  const PortSpec& port_;
  const Words& words_;
  std::string name_;
  std::map<std::string, std::vector<std::string>> rules_;
};

TreePart arriving(const PortSpec& port, const Words& words) {
  const auto name = port.node + "." + port.link;
  TreePart root{.subject = {Kind::port, name, {}},
                .look = Look::line,
                .title = port.node,
                .phrases = {"forwards what passes"},
                .tip = "Packets go on from here to the port where they leave.",
                .children = {}};
  for (std::size_t i = 0; i < port.ingress.size(); ++i) {
    const auto number = port.ingress.size() == 1 ? "" : std::to_string(i + 1) + ". ";
    root.children.push_back({.subject = {Kind::port, name, {}},
                             .look = Look::conditioner,
                             .title = {},
                             .phrases = {words.conditioner(port.ingress[i])},
                             .tip = about_conditioner,
                             .children = {{.subject = {Kind::port, name, {}},
                                           .look = Look::match,
                                           .title = {},
                                           .phrases = {number + words.match(port.ingress[i].match)},
                                           .tip = about_match,
                                           .children = {}}}});
  }
  return root;
}

}  // namespace

std::vector<TitledTree> parts_of(const PortSpec& port, const Words& words) {
  std::vector<TitledTree> trees;
  trees.push_back({"What leaves on " + port.link, PortTree{port, words}.whole()});
  if (!port.ingress.empty()) trees.push_back({"What arrives from " + port.link, arriving(port, words)});
  return trees;
}

}  // namespace qoslab::gui
