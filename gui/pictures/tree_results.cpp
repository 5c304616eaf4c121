#include "gui/pictures/tree_results.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "gui/pictures/numbers.h"
#include "model/packet/layers.h"

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

/// Of a class's bytes of IP, as the line sees them.
double line_rate(const recorded::PortClass& c) {
  if (!c.rate_bps || c.sent.packets == 0) return 0;
  const Bytes mean{std::max<std::int64_t>(1, c.sent.bytes / c.sent.packets)};
  return c.rate_bps->value * static_cast<double>(size_at(Layer::line, mean).count()) /
         static_cast<double>(mean.count());
}

PartResult result_of(const recorded::PortClass& c, double line) {
  PartResult part;
  part.used = line_rate(c) / line;
  part.words.push_back(number_text(c.rate_bps ? c.rate_bps->value : 0) + "bit/s of IP, " + percent(*part.used) +
                       " of the line");
  tell_losses(c.loss_percent ? std::optional{c.loss_percent->value} : std::nullopt, c.drops, part);
  if (c.most_waiting && c.most_waiting->value > 0)
    part.words.push_back("at most " + number_text(c.most_waiting->value) + " waited");
  if (c.suspensions && c.suspensions->value > 0 && c.suspended_s)
    part.words.push_back("waited for its rate " + number_text(c.suspensions->value) + " times, " +
                         number_text(c.suspended_s->value) + " s in all");
  return part;
}

/// Those of a port at a point.
std::vector<const recorded::PortClass*> classes_of(const recorded::Results& results, const recorded::Point& point,
                                                   const std::string& port) {
  std::vector<const recorded::PortClass*> found;
  for (const auto& c : results.classes)
    if (c.port == port && c.point == point) found.push_back(&c);
  return found;
}

/// What the leaves below have, all together.
double sum_up(const ClassSpec& spec, PartResults& parts) {
  if (const auto found = parts.find(spec.name); found != parts.end()) return found->second.used.value_or(0);
  double used = 0;
  for (const auto& child : spec.children) used += sum_up(child, parts);
  if (!spec.children.empty()) parts[spec.name] = {used, {percent(used) + " of the line"}};
  return used;
}

bool has_class(const std::vector<ClassSpec>& classes, const std::string& name) {
  return std::any_of(classes.begin(), classes.end(),
                     [&](const ClassSpec& c) { return c.name == name || has_class(c.children, name); });
}

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

void amend(TreePart& part, const PartResults& results) {
  if (const auto found = results.find(part.key); found != results.end()) {
    part.used = found->second.used;
    part.phrases.insert(part.phrases.end(), found->second.words.begin(), found->second.words.end());
    const char* before = "\nIn this run: ";
    for (const auto& words : found->second.words) part.tip += std::exchange(before, "; ") + words;
  }
  for (auto& child : part.children) amend(child, results);
}

}  // namespace

PartResults results_of(const recorded::Results& results, const recorded::Point& point, const PortSpec& port) {
  PartResults parts;
  const auto line = static_cast<double>(port.link_rate.bps());
  double used = 0, reserved = 0;
  std::size_t reservations = 0;
  const auto classes = classes_of(results, point, name_of(port));
  if (classes.empty()) return parts;
  for (const auto* c : classes) {
    auto part = result_of(*c, line);
    used += *part.used;
    if (has_class(port.classes, c->name)) {
      parts[c->name] = std::move(part);
    } else {
      reserved += *part.used;
      ++reservations;
    }
  }
  for (const auto& spec : port.classes) sum_up(spec, parts);
  if (reservations > 0)
    parts[reservations_key] = {reserved,
                               {std::to_string(reservations) + " of them, " + percent(reserved) + " of the line"}};
  parts[port_key] = {used, {percent(used) + " of the line"}};
  return parts;
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
