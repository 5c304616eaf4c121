// What a port is that the scenario does not configure.
#pragma once

#include <string>

#include "model/scenario/port_spec.h"

namespace qoslab {

inline constexpr const char* fifo_class_name = "all";
inline constexpr std::int64_t plain_fifo_packets = 1000;

/// One queue of 1000 packets for all.
inline PortSpec plain_fifo(std::string node, std::string link, Rate link_rate) {
  PortSpec port;
  port.node = std::move(node);
  port.link = std::move(link);
  port.link_rate = link_rate;
  ClassSpec all;
  all.name = fifo_class_name;
  all.queue.limit = {.packets = plain_fifo_packets, .bytes = std::nullopt};
  port.classes = {all};
  port.classify.push_back({Match{}, fifo_class_name});
  return port;
}

}  // namespace qoslab
