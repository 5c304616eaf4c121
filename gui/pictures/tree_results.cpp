#include "gui/pictures/tree_results.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "gui/pictures/numbers.h"
#include "model/packet/layers.h"
#include "model/units/parse.h"

namespace qoslab::gui {
namespace {

std::string percent(double part) { return number_text(100 * part) + " %"; }

std::string readable(std::string reason) {
  std::replace(reason.begin(), reason.end(), '_', ' ');
  return reason;
}

/// "lost 10.2 %: queue full 9932"
void tell_losses(std::optional<double> loss_percent, const recorded::ByReason& drops, PartResult& part) {
  if (!loss_percent || *loss_percent <= 0) return;
  std::string words = "lost " + number_text(*loss_percent) + " %";
  const char* before = ": ";
  for (const auto& [reason, packets] : drops)
    words += std::exchange(before, ", ") + readable(reason) + " " + number_text(static_cast<double>(packets));
  part.words.push_back(std::move(words));
}

std::string name_of(const PortSpec& port) { return port.node + "." + port.link; }

bool has_class(const std::vector<ClassSpec>& classes, const std::string& name) {
  return std::any_of(classes.begin(), classes.end(),
                     [&](const ClassSpec& c) { return c.name == name || has_class(c.children, name); });
}

/// What passed in a second, as the layer of the port's rates and as its line count it.
struct Passed {
  double at_layer = 0;
  double on_line = 0;
  void operator+=(const Passed& other) {
    at_layer += other.at_layer;
    on_line += other.on_line;
  }
};

Passed passed(const recorded::PortClass& c, Layer layer) {
  if (!c.rate_bps || c.sent.packets == 0) return {};
  const Bytes mean{std::max<std::int64_t>(1, c.sent.bytes / c.sent.packets)};
  const auto counted = [&](Layer at) {
    return c.rate_bps->value * static_cast<double>(size_at(at, mean).count()) / static_cast<double>(mean.count());
  };
  return {counted(layer), counted(Layer::line)};
}

/// A rate that nothing below it exceeds.
struct Bound {
  double bps = 0;
  bool of_line = false;  ///< it counts there, and not at the port's layer
  std::string words;
  std::string owner = {};  ///< the class that has it
};

/// Of what the tightest of them lets through.
void tell_use(const Passed& passed, const std::vector<Bound>& bounds, const std::string& self, PartResult& part) {
  const Bound* tightest = nullptr;
  for (const auto& bound : bounds) {
    const double used = (bound.of_line ? passed.on_line : passed.at_layer) / bound.bps;
    if (tightest != nullptr && (used < *part.used || (used == *part.used && bound.bps > tightest->bps))) continue;
    part.used = used;
    tightest = &bound;
  }
  if (tightest == nullptr) return;
  const auto whose = tightest->owner.empty() ? "" : tightest->owner == self ? "its " : tightest->owner + "'s ";
  part.words.push_back(percent(*part.used) + " of " + whose + tightest->words);
}

/// The rate that its scheduler never lets it exceed: where it may take what others leave there is none.
std::optional<Rate> ceiling_of(const ClassShare& share) {
  if (const auto* cbq = std::get_if<Cbq::Class>(&share)) return cbq->borrow ? std::nullopt : std::optional{cbq->rate};
  if (const auto* tokens = std::get_if<TokenTreeClass>(&share)) return tokens->ceil;
  const auto* hfsc = std::get_if<Hfsc::Class>(&share);
  if (hfsc == nullptr || !hfsc->upper_limit) return std::nullopt;
  const auto promised = hfsc->real_time ? hfsc->real_time->m2 : Rate{};
  return std::max(promised, hfsc->upper_limit->m2);
}

/// The classes of one port at one point.
class PortParts {
 public:
  PortParts(const recorded::Results& results, const recorded::Point& point, const PortSpec& port) : port_{port} {
    for (const auto& c : results.classes)
      if (c.port == name_of(port) && c.point == point) sent_.push_back(&c);
  }

  PartResults all() {
    parts_.clear();
    if (sent_.empty()) return {};
    std::vector<Bound> bounds{{static_cast<double>(port_.link_rate.bps()), true, "the line"}};
    if (port_.shaper) bounds.push_back(bound(port_.shaper->rate, "the shaper's " + to_string(port_.shaper->rate)));
    Passed whole;
    for (const auto& spec : port_.classes) whole += tell(spec, bounds);
    whole += tell_reserved(bounds);
    tell_use(whole, bounds, {}, parts_[port_key]);
    return std::move(parts_);
  }

 private:
  static Bound bound(Rate rate, std::string words, std::string owner = {}) {
    return {static_cast<double>(rate.bps()), false, std::move(words), std::move(owner)};
  }

  /// And of what is below it.
  Passed tell(const ClassSpec& spec, std::vector<Bound> bounds) {
    if (const auto ceiling = ceiling_of(spec.share); ceiling && ceiling->bps() > 0)
      bounds.push_back(bound(*ceiling, to_string(*ceiling), spec.name));
    Passed all;
    for (const auto& child : spec.children) all += tell(child, bounds);
    const auto sent = std::find_if(sent_.begin(), sent_.end(), [&](const auto* c) { return c->name == spec.name; });
    if (sent == sent_.end() && spec.children.empty()) return all;
    auto& part = parts_[spec.name];
    if (sent != sent_.end()) {
      all += passed(**sent, port_.layer);
      part.words.push_back(number_text((*sent)->rate_bps ? (*sent)->rate_bps->value : 0) + "bit/s of IP");
    }
    tell_use(all, bounds, spec.name, part);
    if (sent != sent_.end()) tell_waiting(**sent, part);
    return all;
  }

  Passed tell_reserved(std::vector<Bound> bounds) {
    Passed all;
    std::size_t number = 0;
    for (const auto* c : sent_) {
      if (has_class(port_.classes, c->name)) continue;
      all += passed(*c, port_.layer);
      ++number;
    }
    if (number == 0) return all;
    if (port_.reservable)
      bounds = {bound(port_.reservable->bandwidth, "the reservable " + to_string(port_.reservable->bandwidth))};
    auto& part = parts_[reservations_key];
    part.words.push_back(std::to_string(number) + " of them");
    tell_use(all, bounds, {}, part);
    return all;
  }

  static void tell_waiting(const recorded::PortClass& c, PartResult& part) {
    tell_losses(c.loss_percent ? std::optional{c.loss_percent->value} : std::nullopt, c.drops, part);
    if (c.most_waiting && c.most_waiting->value > 0)
      part.words.push_back("at most " + number_text(c.most_waiting->value) + " waited");
    if (c.suspensions && c.suspensions->value > 0 && c.suspended_s)
      part.words.push_back("waited for its rate " + number_text(c.suspensions->value) + " times, " +
                           number_text(c.suspended_s->value) + " s in all");
  }

  const PortSpec& port_;
  std::vector<const recorded::PortClass*> sent_;
  PartResults parts_;
};

/// What is known of the groups of a profile, all together.
struct Together {
  double carried_bps = 0;
  double subscribers = 0;
  recorded::Waited waited;
  recorded::ByReason drops;
  std::int64_t lost = 0, ended = 0;
  bool any = false;

  void add(const recorded::Traffic& traffic, double count) {
    any = any || traffic.carried_bps;
    carried_bps += traffic.carried_bps ? traffic.carried_bps->value : 0;
    subscribers += count;
    waited.no += traffic.waited.no;
    waited.own_shaper += traffic.waited.own_shaper;
    waited.parent += traffic.waited.parent;
    waited.port += traffic.waited.port;
    for (const auto& [reason, packets] : traffic.measured_drops) {
      drops[reason] += packets;
      lost += packets;
    }
    ended += traffic.arrived.packets;
  }
  [[nodiscard]] std::optional<double> loss_percent() const {
    if (ended + lost == 0) return std::nullopt;
    return 100 * static_cast<double>(lost) / static_cast<double>(ended + lost);
  }
};

PartResult result_of(const Together& all, std::optional<Rate> each) {
  PartResult part;
  std::string words = number_text(all.carried_bps) + "bit/s in all";
  if (each && all.subscribers > 0) {
    part.used = all.carried_bps / (static_cast<double>(each->bps()) * all.subscribers);
    words += ", " + percent(*part.used) + " of what all may have";
  }
  part.words.push_back(std::move(words));
  tell_losses(all.loss_percent(), all.drops, part);
  const auto waited = static_cast<double>(all.waited.all());
  const auto tell_waiting = [&](const char* what, std::int64_t packets) {
    if (packets > 0) part.words.push_back(percent(static_cast<double>(packets) / waited) + " waited for " + what);
  };
  tell_waiting("their own shaper", all.waited.own_shaper);
  tell_waiting("a parent", all.waited.parent);
  tell_waiting("the port", all.waited.port);
  return part;
}

class GatewayParts {
 public:
  GatewayParts(const recorded::Results& results, const recorded::Point& point, const GatewaySpec& gateway,
               const GatewaysSpec& spec)
      : results_{results}, point_{point}, gateway_{gateway}, spec_{spec} {}

  PartResults all() {
    parts_.clear();
    const auto access = gateway_.name + ".access.";
    tell_places(port_key, [&](const std::string& name) {
      return name.starts_with(access) && name.find('/') == std::string::npos;
    });
    for (const auto& aggregates : gateway_.access.scheduler.aggregates)
      tell_places(aggregates.name, [&](const std::string& name) {
        return name.starts_with(access) && name.find("/" + aggregates.name + ".") != std::string::npos;
      });
    for (std::size_t i = 1; i <= gateway_.access.scheduler.levels.size(); ++i) {
      const auto level = "level" + std::to_string(i);
      tell_places(level,
                  [&](const std::string& name) { return name.starts_with(access) && name.ends_with("/" + level); });
    }
    for (const auto& profile : spec_.profiles) tell_profile(profile);
    return std::move(parts_);
  }

 private:
  void tell_places(const std::string& key, const std::function<bool(const std::string&)>& belongs) {
    PartResult part;
    double rate = 0, least = 1, waiting = 0;
    std::size_t number = 0;
    for (const auto& place : results_.places) {
      if (place.point != point_ || !belongs(place.name)) continue;
      ++number;
      rate += place.rate_bps ? place.rate_bps->value : 0;
      waiting = std::max(waiting, place.most_waiting ? place.most_waiting->value : 0);
      if (!place.busy) continue;
      least = std::min(least, place.busy->value);
      part.used = std::max(part.used.value_or(0), place.busy->value);
    }
    if (number == 0) return;
    part.words.push_back(number_text(rate) + "bit/s" + (number > 1 ? " on " + std::to_string(number) : ""));
    if (part.used) part.words.push_back((number > 1 ? percent(least) + " to " : "") + percent(*part.used) + " busy");
    if (waiting > 0) part.words.push_back("at most " + number_text(waiting) + " waited");
    parts_[key] = std::move(part);
  }

  void tell_profile(const ProfileSpec& profile) {
    const auto tell = [&](const std::string& key, const std::string& what, std::optional<Rate> each) {
      const auto together = of_groups(profile, what);
      if (together.any) parts_[key] = result_of(together, each);
    };
    tell(key_of_profile(profile.name), ".downstream", profile.rate);
    tell(upstream_key + key_of_profile(profile.name), ".upstream", std::nullopt);
    for (const auto& c : profile.classes) {
      tell(key_of_class(profile.name, c.name), ".downstream/" + c.name, c.queue.pir);
      tell(upstream_key + key_of_class(profile.name, c.name), ".upstream/" + c.name,
           c.policer ? std::optional{c.policer->pir} : std::nullopt);
    }
  }

  [[nodiscard]] Together of_groups(const ProfileSpec& profile, const std::string& what) const {
    Together together;
    for (const auto& group : spec_.groups) {
      if (group.profile != profile.name || group.gateway != gateway_.name) continue;
      for (const auto& traffic : results_.traffic)
        if (traffic.point == point_ && traffic.subject == group.name + what)
          together.add(traffic, static_cast<double>(group.count));
    }
    return together;
  }

  const recorded::Results& results_;
  const recorded::Point& point_;
  const GatewaySpec& gateway_;
  const GatewaysSpec& spec_;
  PartResults parts_;
};

/// What the scenario says of it goes into its tip: a box that says all is too high for a screen.
void amend(TreePart& part, const PartResults& results) {
  if (const auto found = results.find(part.key); found != results.end()) {
    part.used = found->second.used;
    const char* before = "\nThe scenario says: ";
    for (const auto& phrase : part.phrases) part.tip += std::exchange(before, ", ") + phrase;
    before = "\nIn this run: ";
    for (const auto& words : found->second.words) part.tip += std::exchange(before, "; ") + words;
    part.phrases = found->second.words;
  }
  for (auto& child : part.children) amend(child, results);
}

}  // namespace

PartResults results_of(const recorded::Results& results, const recorded::Point& point, const PortSpec& port) {
  return PortParts{results, point, port}.all();
}

PartResults results_of(const recorded::Results& results, const recorded::Point& point, const GatewaySpec& gateway,
                       const GatewaysSpec& spec) {
  return GatewayParts{results, point, gateway, spec}.all();
}

std::vector<TitledTree> with_results(std::vector<TitledTree> trees, const PartResults& results) {
  for (auto& tree : trees) amend(tree.root, results);
  return trees;
}

std::string misfit(const recorded::Results& results, const Scenario& scenario) {
  for (const auto& c : results.classes) {
    if (c.point != scenario.point) continue;
    const auto port = std::find_if(scenario.ports.begin(), scenario.ports.end(),
                                   [&](const PortSpec& p) { return name_of(p) == c.port; });
    if (port == scenario.ports.end()) return "it has no port " + c.port;
    if (!port->reservable && !has_class(port->classes, c.name)) return c.port + " has no class " + c.name;
  }
  for (const auto& traffic : results.traffic) {
    if (traffic.point != scenario.point || traffic.group.empty()) continue;
    const auto& groups = scenario.gateways.groups;
    if (std::none_of(groups.begin(), groups.end(), [&](const auto& g) { return g.name == traffic.group; }))
      return "it has no subscribers " + traffic.group;
  }
  return "";
}

}  // namespace qoslab::gui
