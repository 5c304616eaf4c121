// Where a gateway meets nodes of ns-3.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/ns3/port_device.h"

namespace qoslab {

struct GatewayLinks {
  struct End {
    PortDevice* device = nullptr;  ///< the gateway's
    std::string node;              ///< at the far end
    Duration delay;
  };
  std::vector<End> ends;
  /// The end that leads to an address; nothing: none does.
  std::function<std::optional<int>(IpAddress)> way_to;
};

}  // namespace qoslab
