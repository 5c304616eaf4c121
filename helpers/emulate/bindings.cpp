#include "helpers/emulate/bindings.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "model/bng/streams.h"
#include "model/emulation/gateway_passage.h"
#include "model/emulation/network_passage.h"
#include "model/network/topology.h"
#include "model/packet/layers.h"

namespace qoslab::emulation {
namespace {

/// All complaints at once.
class Complaints {
 public:
  void add(const std::string& text) { text_ += (text_.empty() ? "" : "\n") + text; }
  void throw_if_any() const {
    if (!text_.empty()) throw CannotEmulate{text_};
  }

 private:
  std::string text_;
};

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Where it is, or would be.
std::filesystem::path place_of(const std::string& file) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(file, error);
  const auto place = std::filesystem::weakly_canonical(whole, error);
  return error ? whole : place;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return !a.empty() && !b.empty() && (place_of(a) == place_of(b) || std::filesystem::equivalent(a, b, error)) &&
         !std::filesystem::is_character_file(a, error);
}

void check_files(const CapturePort::Files& a, const CapturePort::Files& b, Complaints& complaints) {
  for (const auto& in : {a.in, b.in})
    for (const auto& out : {a.out, b.out})
      if (same_file(out, in)) complaints.add("'" + out + "' would be written over what is read: name another file");
  if (same_file(a.out, b.out)) complaints.add("'" + a.out + "' is to be written by both ends: name two files");
}

void check_captures(const CapturePort::Files& a, const CapturePort::Files& b, Complaints& complaints) {
  if (a.in.empty() && b.in.empty()) complaints.add("neither end has a capture to read, so that nothing comes in");
  check_files(a, b, complaints);
}

void check_ends(const std::vector<Binding>& bindings, Complaints& complaints) {
  for (std::size_t i = 0; i < bindings.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto& a = bindings[j];
      const auto& b = bindings[i];
      if (a.name == b.name) complaints.add("'" + b.name + "' is bound twice: each real host has a place of its own");
      if (a.device == b.device && !a.is_capture())
        complaints.add("device '" + b.device + "' is bound twice: each real host has a device of its own");
      if (a.is_capture() != b.is_capture())
        complaints.add("a device and a capture cannot be bound together: one has the time of day, the other its own");
      else if (a.is_capture())
        check_files(capture_files(a), capture_files(b), complaints);
    }
}

void check_pair(const std::vector<Binding>& bindings, const std::string& otherwise, Complaints& complaints) {
  if (bindings.size() != 2)
    return complaints.add("two bindings are wanted, the two ends between which frames pass, not " +
                          std::to_string(bindings.size()) + ": --bind NAME=DEVICE twice" + otherwise);
  if (bindings[0].name == bindings[1].name)
    complaints.add("both devices are bound to '" + bindings[0].name + "': the two ends have different names");
  if (bindings[0].device == bindings[1].device && !bindings[0].is_capture())
    complaints.add("device '" + bindings[0].device + "' is bound twice: the two ends are different devices");
  if (bindings[0].is_capture() != bindings[1].is_capture())
    complaints.add("a device and a capture cannot be bound together: one has the time of day, the other its own");
  else if (bindings[0].is_capture())
    check_captures(capture_files(bindings[0]), capture_files(bindings[1]), complaints);
}

void check_names(const std::vector<Binding>& bindings, const std::vector<std::string>& names, Complaints& complaints) {
  for (const auto& binding : bindings)
    if (std::find(names.begin(), names.end(), binding.name) == names.end())
      complaints.add("nothing is called '" + binding.name + "' that could be bound; there is: " + listed(names));
}

std::vector<std::string> hosts_of(const Scenario& scenario) {
  std::vector<std::string> hosts;
  for (const auto& node : scenario.nodes)
    if (!node.router) hosts.push_back(node.name);
  return hosts;
}

std::unique_ptr<Passage> through_gateway(const Scenario& scenario, std::vector<Binding>& bindings, std::uint64_t seed,
                                         std::vector<std::string>& notes, Complaints& complaints) {
  check_names(bindings, {"access", "network"}, complaints);
  if (scenario.gateways.gateways.size() > 1)
    complaints.add("the scenario has several gateways; one stands between two devices");
  if (!scenario.nodes.empty())
    complaints.add(
        "hosts of the scenario behind a gateway cannot be emulated: they need a simulator's time. Leave out 'nodes', "
        "'links', 'flows' and 'hosts', and bind real hosts in their place");
  complaints.throw_if_any();
  if (bindings[0].name == "network") std::swap(bindings[0], bindings[1]);
  const auto& gateway = scenario.gateways.gateways.front();
  const auto loaded = std::any_of(scenario.gateways.groups.begin(), scenario.gateways.groups.end(),
                                  [](const SubscriberGroupSpec& g) { return !g.traffic.empty(); });
  if (loaded)
    notes.emplace_back(
        "the traffic of the scenario's subscribers is simulated beside the frames from outside, and "
        "takes its part of every rate");
  return std::make_unique<GatewayPassage>(scenario.gateways, gateway, seed, 1);
}

std::unique_ptr<Passage> through_network(const Scenario& scenario, const std::vector<Binding>& bindings,
                                         std::uint64_t seed, std::vector<std::string>& notes, Complaints& complaints) {
  check_names(bindings, hosts_of(scenario), complaints);
  for (const auto& node : scenario.nodes) {
    if (node.fails_at)
      complaints.add("node '" + node.name + "' fails in mid-run: take the cable out instead, or use --role mixed");
    if (node.rsvp)
      notes.push_back("node '" + node.name +
                      "' does not speak RSVP here: reservations are not made (--role mixed makes them)");
  }
  complaints.throw_if_any();
  const Topology topology{scenario};
  for (const auto& [from, to] : {std::pair{0, 1}, std::pair{1, 0}}) {
    const auto& a = bindings[static_cast<std::size_t>(from)].name;
    const auto& b = bindings[static_cast<std::size_t>(to)].name;
    if (topology.path(a, b).empty()) complaints.add("there is no way from '" + a + "' to '" + b + "'");
  }
  complaints.throw_if_any();
  return std::make_unique<NetworkPassage>(scenario, std::array{bindings[0].name, bindings[1].name}, seed);
}

}  // namespace

CapturePort::Files capture_files(const Binding& binding) {
  const auto first = binding.device.find(':');
  const auto second = binding.device.find(':', first + 1);
  return {binding.device.substr(first + 1, second - first - 1), binding.device.substr(second + 1)};
}

Binding parse_binding(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw CannotEmulate{"--bind " + text + ": NAME=DEVICE is wanted, as in access=eth1"};
  Binding binding{text.substr(0, equals), text.substr(equals + 1)};
  if (binding.is_capture() && std::count(binding.device.begin(), binding.device.end(), ':') != 2)
    throw CannotEmulate{"--bind " + text + ": capture:IN:OUT is wanted, two pcap files of which one may be left out"};
  return binding;
}

namespace {

std::vector<Binding> parse_bindings(const std::vector<std::string>& texts) {
  Complaints complaints;
  std::vector<Binding> bindings;
  for (const auto& text : texts) try {
      bindings.push_back(parse_binding(text));
    } catch (const CannotEmulate& e) {
      complaints.add(e.what());
    }
  complaints.throw_if_any();
  return bindings;
}

}  // namespace

std::vector<Binding> two_ends(const std::vector<std::string>& texts, const std::string& otherwise) {
  auto bindings = parse_bindings(texts);
  Complaints complaints;
  check_pair(bindings, otherwise, complaints);
  complaints.throw_if_any();
  return bindings;
}

std::vector<Binding> several_ends(const std::vector<std::string>& texts) {
  auto bindings = parse_bindings(texts);
  Complaints complaints;
  if (bindings.empty()) complaints.add("a binding is wanted for each real host: --bind NAME=DEVICE");
  check_ends(bindings, complaints);
  complaints.throw_if_any();
  return bindings;
}

unsigned largest_behind_mac(const GatewaysSpec& gateways) {
  constexpr Bytes vlan{4};
  Bytes tags;
  for (const auto& group : gateways.groups) tags = std::max(tags, bng::tag_bytes(group));
  return static_cast<unsigned>((header::largest_ip_packet + std::max(Bytes{}, tags - vlan)).count());
}

std::unique_ptr<Passage> passage_of(const Scenario& scenario, std::vector<Binding>& bindings, std::uint64_t seed,
                                    std::vector<std::string>& notes) {
  Complaints complaints;
  return scenario.gateways.gateways.empty() ? through_network(scenario, bindings, seed, notes, complaints)
                                            : through_gateway(scenario, bindings, seed, notes, complaints);
}

void check_measured(const Scenario& scenario, const std::vector<Binding>& bindings) {
  if (!scenario.gateways.gateways.empty())
    throw CannotEmulate{
        "a gateway cannot be measured: its subscribers' traffic has no hosts between which it could be sent. `run` and "
        "`emulate` take gateways"};
  Complaints complaints;
  check_names(bindings, hosts_of(scenario), complaints);
  for (const auto& binding : bindings)
    if (binding.is_capture())
      complaints.add("--bind " + binding.name + ": a device is wanted; captures cannot be measured");
  complaints.throw_if_any();
}

void check_mixed(const Scenario& scenario, const std::vector<Binding>& bindings, std::vector<std::string>& notes) {
  Complaints complaints;
  const auto hosts = hosts_of(scenario);
  if (!scenario.gateways.gateways.empty())
    complaints.add(
        "a gateway stands between two devices, not beside simulated nodes: its data plane takes packets in windows, "
        "which would keep real ones waiting. Use --role between");
  else
    check_names(bindings, hosts, complaints);
  const auto links_of = [&](const std::string& node) {
    return std::count_if(scenario.links.begin(), scenario.links.end(),
                         [&](const LinkSpec& link) { return link.a == node || link.b == node; });
  };
  const auto bound = [&](const std::string& node) {
    return std::any_of(bindings.begin(), bindings.end(), [&](const Binding& b) { return b.name == node; });
  };
  for (const auto& host : hosts)
    if (bound(host) && links_of(host) != 1)
      complaints.add("'" + host + "' has " + std::to_string(links_of(host)) +
                     " links: a real host has one device, and so one link");
  complaints.throw_if_any();
  for (const auto& flow : scenario.flows)
    if (bound(flow.from))
      notes.push_back("flow '" + flow.name + "' is sent by the real '" + flow.from + "', if at all");
  for (const auto& node : scenario.nodes)
    if (node.rsvp && bound(node.name)) notes.push_back("RSVP is spoken in the place of the real '" + node.name + "'");
}

}  // namespace qoslab::emulation
