// Whatever the bytes: the reader ends soon, and either says what is wrong or gives a trace in order of time.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "helpers/traffic_trace/trace_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream bytes{std::string{reinterpret_cast<const char*>(data), size}};
  const auto outcome = qoslab::read_trace(bytes, "fuzz");
  if (!outcome) {
    if (outcome.error().empty() || outcome.error().find('\n') != std::string::npos) std::abort();
    return 0;
  }
  const auto& packets = (*outcome).packets;
  if (packets.empty() || packets.size() * 16 > size || packets.front().at != qoslab::Duration{} ||
      !std::ranges::is_sorted(packets, {}, &qoslab::TracePacket::at))
    std::abort();
  for (const auto& packet : packets)
    if (packet.frame < 64 || packet.frame > qoslab::largest_trace_frame || packet.dscp.value > 63) std::abort();
  return 0;
}
