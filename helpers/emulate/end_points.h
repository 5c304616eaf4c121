// Sends a scenario's flows out of devices and measures what comes back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/frame_port.h"
#include "helpers/emulate/host_watch.h"
#include "helpers/emulate/real_time_task.h"
#include "model/emulation/flow_meter.h"
#include "model/emulation/probe.h"
#include "model/results/emulation_results.h"
#include "model/results/results.h"
#include "model/traffic/open_loop.h"

namespace qoslab::emulation {

/// The scenario's hosts are here, and what is between them is real. Each packet is sent when the scenario's source says
/// so, counted from the first turn, or as soon after it as the host can (how late is counted), and is measured from
/// when it was handed to its port to when the other port stamped it. Questions of neighbours (ARP) for the flows'
/// addresses are answered.
class EndPoints final : public RealTimeTask {
 public:
  struct Port {
    FramePort* port = nullptr;
    MacAddress own{};
    MacAddress next_hop{};  ///< where its flows' frames go first
  };
  struct Flow {
    std::string name, label;
    std::size_t port = 0;  ///< from which it is sent
    FiveTuple tuple;
    Dscp dscp;
    std::unique_ptr<OpenLoopSource> source;
    Bytes overhead;  ///< of each packet at the IP layer: what is not the application's
    Instant from;    ///< of the measured time
    Instant stop;
  };
  /// Everything given but the flows outlives this. `run` tells this run's packets from others'.
  EndPoints(std::vector<Port> ports, std::vector<Flow> flows, Clock& clock, std::uint32_t run);

  Instant turn() override;
  void rests_until(Instant wake) override { watch_.rests_until(wake); }
  /// Of all flows, in their order.
  [[nodiscard]] std::vector<FlowResults> flows() const;
  [[nodiscard]] Instant began() const { return began_.value_or(Instant{}); }
  /// How late packets were sent; ports and host as of an emulation.
  [[nodiscard]] EmulationResults host();
  /// Duplicates, reordering, strange packets: a line each.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  struct Sending {
    ProbeHeader header;
    std::size_t port;
    std::unique_ptr<OpenLoopSource> source;
    Emission next;
    Instant stop;
    FlowMeter meter;
  };
  std::vector<std::uint8_t>& room_for_frame();
  [[nodiscard]] Instant due(const Sending& flow) const { return *began_ + flow.next.at.since_start(); }
  void send(std::uint32_t number, Sending& flow);
  void receive(std::size_t port);
  void flush(std::size_t port);

  std::vector<Port> ports_;
  std::vector<std::vector<IpAddress>> addresses_;  ///< by port
  std::vector<Sending> flows_;
  Clock& clock_;
  std::uint32_t run_;
  std::vector<std::vector<std::uint8_t>> frames_;  ///< of this turn: ports want them until they are flushed
  std::size_t frames_used_ = 0;
  struct Handed {
    std::optional<std::uint32_t> flow;  ///< nothing: an answer to a neighbour
    std::uint64_t number = 0;
    Instant due;
  };
  std::vector<std::vector<Handed>> handed_;  ///< in this turn, by port
  std::int64_t not_sent_ = 0;
  HostWatch watch_;
  std::int64_t strange_ = 0;
  std::optional<Instant> began_;  ///< the first turn
  Instant last_turn_;
};

}  // namespace qoslab::emulation
