#include "helpers/emulate/end_points.h"

#include <algorithm>
#include <utility>

namespace qoslab::emulation {
namespace {

constexpr std::size_t most_in_a_turn = 256;

}  // namespace

EndPoints::EndPoints(std::vector<Port> ports, std::vector<Flow> flows, Clock& clock, std::uint32_t run)
    : ports_{std::move(ports)}, addresses_(ports_.size()), clock_{clock}, run_{run} {
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
  for (auto& port : ports_) port.port->flush();
  const Instant now = clock_.now();
  for (const auto due : due_) watch_.late(std::max(Duration{}, now - due));
  watch_.sent(static_cast<std::int64_t>(due_.size()), now);
  due_.clear();
  frames_used_ = 0;
  return next;
}

std::vector<std::uint8_t>& EndPoints::room_for_frame() {
  if (frames_used_ == frames_.size()) frames_.emplace_back();
  return frames_[frames_used_++];
}

/// The numbers of packets that the port did not take are lost outside like others; the port says that it was full.
void EndPoints::send(std::uint32_t number, Sending& flow) {
  const Bytes size = std::max(flow.next.ip_size, smallest_probe);
  auto& frame = room_for_frame();
  const Probe probe{run_, number, flow.meter.next_number(), static_cast<std::uint64_t>(clock_.now().ps())};
  write_probe(flow.header, probe, size, frame);
  ports_[flow.port].port->send(frame, due(flow));
  flow.meter.sent(flow.next.at, size);
  due_.push_back(due(flow));
  flow.next = flow.source->next();
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
          ports_[port].port->send(frame, at);
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
  if (strange_ > 0) notes.push_back(std::to_string(strange_) + " frames came in that are not of this run");
  return notes;
}

}  // namespace qoslab::emulation
