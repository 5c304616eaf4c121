#include "helpers/emulate/end_points.h"

#include <algorithm>
#include <utility>

namespace qoslab::emulation {
namespace {

constexpr std::size_t most_in_a_turn = 256;

}  // namespace

EndPoints::EndPoints(std::vector<Port> ports, std::vector<Flow> flows, Clock& clock, std::uint32_t run)
    : ports_{std::move(ports)}, addresses_(ports_.size()), clock_{clock}, run_{run}, handed_(ports_.size()) {
  for (auto& flow : flows) {
    const auto& port = ports_[flow.port];
    addresses_[flow.port].push_back(flow.tuple.source);
    addresses_[1 - flow.port].push_back(flow.tuple.destination);
    const Emission first = flow.source->next();
    flows_.push_back({{port.next_hop, port.own, flow.tuple, flow.dscp},
                      flow.port,
                      std::move(flow.source),
                      first,
                      flow.stop,
                      FlowMeter{flow.name, flow.label, flow.overhead, flow.from}});
  }
}

Instant EndPoints::turn() {
  const Instant begins = clock_.now();
  if (!began_) began_ = begins;
  watch_.turn(begins);
  last_turn_ = begins;
  for (std::size_t port = 0; port < ports_.size(); ++port) receive(port);
  Instant next = Instant::never();
  for (std::uint32_t i = 0; i < flows_.size(); ++i) {
    auto& flow = flows_[i];
    while (flow.next.at < flow.stop && due(flow) <= clock_.now() && frames_used_ < most_in_a_turn) send(i, flow);
    if (flow.next.at < flow.stop) next = std::min(next, due(flow));
  }
  for (std::size_t port = 0; port < ports_.size(); ++port) flush(port);
  frames_used_ = 0;
  return next;
}

std::vector<std::uint8_t>& EndPoints::room_for_frame() {
  if (frames_used_ == frames_.size()) frames_.emplace_back();
  return frames_[frames_used_++];
}

/// What the port does not take is not sent, and its number is the next one's.
void EndPoints::send(std::uint32_t number, Sending& flow) {
  const Bytes size = std::max(flow.next.ip_size, smallest_probe);
  auto& frame = room_for_frame();
  const Probe probe{run_, number, flow.meter.next_number(), static_cast<std::uint64_t>(clock_.now().ps())};
  write_probe(flow.header, probe, size, frame);
  if (ports_[flow.port].port->send(frame, due(flow))) {
    handed_[flow.port].push_back({number, probe.number, due(flow)});
    flow.meter.sent(flow.next.at, size);
  } else {
    ++not_sent_;
  }
  flow.next = flow.source->next();
}

/// What the system refuses after all was not sent either.
void EndPoints::flush(std::size_t port) {
  const auto lost = ports_[port].port->flush();
  const Instant now = clock_.now();
  std::int64_t sent = 0;
  auto next = lost.begin();
  for (std::size_t i = 0; i < handed_[port].size(); ++i) {
    const auto& packet = handed_[port][i];
    const bool refused = next != lost.end() && *next == i;
    if (refused) ++next;
    if (!packet.flow) continue;
    if (refused) {
      flows_[*packet.flow].meter.not_sent(packet.number);
      ++not_sent_;
    } else {
      watch_.late(std::max(Duration{}, now - packet.due));
      ++sent;
    }
  }
  watch_.sent(sent, now);
  handed_[port].clear();
}

void EndPoints::receive(std::size_t port) {
  ports_[port].port->receive(
      [&](std::span<const std::uint8_t> bytes, Instant at) {
        const auto probe = read_probe(bytes);
        if (probe && probe->run == run_ && probe->flow < flows_.size() && flows_[probe->flow].port != port)
          return flows_[probe->flow].meter.arrived(*probe, at);
        if (auto answer = arp_answer(bytes, ports_[port].own, addresses_[port])) {
          auto& frame = room_for_frame();
          frame = std::move(*answer);
          if (ports_[port].port->send(frame, at)) handed_[port].push_back({std::nullopt, 0, at});
          return;
        }
        ++strange_;
      },
      most_in_a_turn);
}

std::vector<FlowResults> EndPoints::flows() const {
  std::vector<FlowResults> results;
  for (const auto& flow : flows_) results.push_back(flow.meter.results());
  return results;
}

EmulationResults EndPoints::host() {
  EmulationResults results;
  results.until = Instant{} + (last_turn_ - began());
  results.host = watch_.results();
  for (auto& port : ports_) results.ports.push_back(port.port->results());
  return results;
}

std::vector<std::string> EndPoints::notes() const {
  std::vector<std::string> notes;
  const auto name = [&](const Sending& flow) { return "flow " + flow.meter.results().name + ": "; };
  for (const auto& flow : flows_) {
    if (flow.meter.duplicates() > 0)
      notes.push_back(name(flow) + std::to_string(flow.meter.duplicates()) + " packets came again");
    if (flow.meter.reordered() > 0)
      notes.push_back(name(flow) + std::to_string(flow.meter.reordered()) + " packets came after later ones");
  }
  if (not_sent_ > 0)
    notes.push_back(std::to_string(not_sent_) +
                    " packets were not sent, since this host could not; they are in no book");
  if (strange_ > 0) notes.push_back(std::to_string(strange_) + " frames came in that are not of this run");
  return notes;
}

}  // namespace qoslab::emulation
