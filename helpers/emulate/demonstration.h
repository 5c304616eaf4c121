// Two hosts of our own around an emulation, so that nothing has to be connected.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "helpers/emulate/bindings.h"
#include "helpers/emulate/socket_traffic.h"
#include "helpers/emulate/veth.h"
#include "model/scenario/scenario.h"

namespace qoslab::emulation {

/// The two ends of the scenario's first flow as processes, each in a network of its own with the address that the
/// scenario gives it, and a cable from each to this process, which is in a third network from then on. They send the
/// scenario's flows between them through sockets. What goes with its last process goes by itself: networks, cables, and
/// the hosts with this process, however it ends.
class Demonstration {
 public:
  /// `sending`: how long the hosts send; `seed`: what their sources draw from. Precondition: this process has one
  /// thread. Throws CannotEmulate and DeviceError.
  Demonstration(const Scenario& scenario, Duration sending, std::uint64_t seed);
  ~Demonstration();
  Demonstration(const Demonstration&) = delete;
  Demonstration& operator=(const Demonstration&) = delete;

  /// What an emulation binds.
  [[nodiscard]] std::vector<Binding> bindings() const;
  /// The emulation has begun: the hosts send from a moment later on.
  void begin();
  /// How long the emulation has to last: what the hosts have sent has a second to arrive.
  [[nodiscard]] Duration lasts() const;
  /// The hosts end.
  void end();

  struct Flow {
    std::string name, label;
    bool connection = false;
    SocketFlowResults results;
  };
  /// After the end: what the hosts saw.
  [[nodiscard]] std::vector<Flow> flows() const;

 private:
  struct Board;
  void make_host(std::size_t side);
  [[noreturn]] void live(std::size_t side, int parent);
  [[nodiscard]] SocketFlowResults* results_of(std::size_t flow) const;

  Duration sending_;
  std::array<std::string, 2> nodes_;
  std::array<std::uint32_t, 2> addresses_{};
  std::vector<SocketFlow> flows_;
  std::size_t size_ = 0;
  Board* board_ = nullptr;  ///< shared with the hosts
  std::vector<std::unique_ptr<VethPair>> cables_;
  std::vector<pid_t> hosts_;
};

}  // namespace qoslab::emulation
