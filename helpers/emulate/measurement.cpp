#include "helpers/emulate/measurement.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <variant>

#include "helpers/emulate/devices.h"
#include "helpers/emulate/end_points.h"
#include "helpers/emulate/link_news.h"
#include "helpers/emulate/real_time_rights.h"
#include "model/network/addresses.h"
#include "model/packet/layers.h"
#include "model/traffic/open_loop.h"

namespace qoslab::emulation {
namespace {

constexpr Duration under_way = Duration::seconds(1);

Bytes overhead_of(const Traffic& traffic) {
  const bool rtp = std::holds_alternative<VoiceTraffic>(traffic);
  return header::ipv4 + header::udp + (rtp ? header::rtp : Bytes{});
}

std::vector<EndPoints::Flow> flows_of(const Scenario& scenario, const std::vector<Binding>& bindings,
                                      std::uint64_t seed, std::vector<std::string>& left_out) {
  const Instant from = Instant{} + scenario.runs.warmup;
  const Instant until = from + scenario.runs.duration;
  std::vector<EndPoints::Flow> flows;
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    const auto& flow = scenario.flows[i];
    const bool there = flow.from == bindings[0].name && flow.to == bindings[1].name;
    const bool back = flow.from == bindings[1].name && flow.to == bindings[0].name;
    auto source = open_loop_source(flow.traffic, flow.start, seed, flow.name);
    if (!there && !back)
      left_out.push_back("flow '" + flow.name + "' is not between the bound hosts, and is left out");
    else if (source == nullptr)
      left_out.push_back("flow '" + flow.name + "' is TCP, which real hosts have to send; it is left out");
    else
      flows.push_back({flow.name, flow.label, there ? 0U : 1U, flow_tuple(i, flow, scenario.links), flow.dscp,
                       std::move(source), overhead_of(flow.traffic), from, std::min(flow.stop.value_or(until), until)});
  }
  if (flows.empty())
    throw CannotEmulate{"the scenario has no UDP flow between '" + bindings[0].name + "' and '" + bindings[1].name +
                        "' that could be sent"};
  return flows;
}

std::vector<EndPoints::Port> end_ports(const std::vector<Binding>& bindings, const std::vector<FramePort*>& ports,
                                       const std::map<std::string, MacAddress>& next_hop) {
  std::vector<EndPoints::Port> result;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const auto own = mac_of(bindings[i].device);
    const auto other = mac_of(bindings[1 - i].device);
    if (!own || !other) throw CannotEmulate{"device '" + bindings[i].device + "' is no Ethernet"};
    const auto given = next_hop.find(bindings[i].name);
    result.push_back({ports[i], *own, given == next_hop.end() ? *other : given->second});
  }
  return result;
}

/// Where none of what was sent arrived. `to`: the end at which each flow is to arrive.
void note_silence(const std::vector<Binding>& bindings, const std::vector<std::size_t>& to, Measurement& measured) {
  const auto& flows = measured.results.flows;
  std::string silent;
  bool any_came = false;
  for (std::size_t end = 0; end < bindings.size(); ++end) {
    Count sent;
    Count delivered;
    for (std::size_t i = 0; i < flows.size(); ++i) {
      if (to[i] != end) continue;
      sent += flows[i].sent;
      delivered += flows[i].delivered;
    }
    any_came = any_came || delivered.packets > 0;
    if (sent.packets == 0 || delivered.packets > 0) continue;
    silent += (silent.empty() ? "" : " and ") + bindings[end].name + " (" + bindings[end].device + ")";
  }
  if (silent.empty()) return;
  const std::string what = "nothing arrived at " + silent + ": is what lies between connected and running?";
  measured.results.notes.push_back(what);
  if (!any_came) measured.nothing_came = what;
}

}  // namespace

MacAddress parse_mac(const std::string& text) {
  MacAddress address{};
  char rest = 0;
  if (text.size() != 17 || std::sscanf(text.c_str(), "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx%c", &address[0], &address[1],
                                       &address[2], &address[3], &address[4], &address[5], &rest) != 6)
    throw CannotEmulate{"'" + text + "' is no MAC address; 02:00:00:00:00:01 is one"};
  return address;
}

Measurement measure_between_devices(const Scenario& scenario, const std::vector<Binding>& bindings,
                                    const MeasureOptions& options) {
  check_measured(scenario, bindings);
  std::vector<std::string> left_out;
  auto flows = flows_of(scenario, bindings, options.seed, left_out);
  for (const auto& note : left_out) options.note(note);
  std::vector<std::size_t> to;
  for (const auto& flow : flows) to.push_back(1 - flow.port);
  const Preflight preflight =
      look_at(bindings, options.forced, static_cast<unsigned>(header::largest_ip_packet.count()));
  for (const auto& note : preflight.notes()) options.note(note);
  MonotonicClock clock;
  std::vector<OpenPort> ports;
  std::vector<FramePort*> frame_ports;
  std::vector<LinkNews::Port> watched;
  for (const auto& binding : bindings) {
    ports.push_back(open_port(options.port, binding, clock, options.note));
    frame_ports.push_back(ports.back().port.get());
    watched.push_back({frame_ports.back(), binding.name + " (" + binding.device + ")"});
  }
  EndPoints ends{end_ports(bindings, frame_ports, options.next_hop), std::move(flows), clock,
                 static_cast<std::uint32_t>(clock.monotonic(Instant{}))};
  auto real_time = work_in_real_time(preflight);
  LoopOptions loop = options.loop;
  loop.rest = rest_of(loop.busy_poll, limit_of_fixed_priorities(), real_time);
  const Instant until = Instant{} + scenario.runs.warmup + scenario.runs.duration;
  loop.until = clock.now() + (until - Instant{}) + under_way;
  for (auto* port : frame_ports) port->begin();
  LinkNews news{ends, watched, options.note};
  run_in_real_time(news, clock, frame_ports, loop);
  take_up_writing();
  Measurement measured{{}, ends.host(), {}};
  measured.host.host.timestamps = ports.front().timestamps;
  if (std::string_view{ports.back().timestamps} != ports.front().timestamps)
    measured.host.host.timestamps += std::string{", "} + ports.back().timestamps;
  measured.host.host.scheduling = real_time.scheduling;
  measured.host.host.memory_locked = real_time.memory_locked;
  measured.results.from = Instant{} + scenario.runs.warmup;
  measured.results.until = std::min(until, measured.host.until);
  measured.results.complete = measured.host.until >= until;
  measured.results.flows = ends.flows();
  measured.results.notes = std::move(left_out);
  for (auto& note : ends.notes()) measured.results.notes.push_back(std::move(note));
  note_silence(bindings, to, measured);
  return measured;
}

}  // namespace qoslab::emulation
