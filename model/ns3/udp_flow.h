// Open-loop traffic over UDP (voice: RTP over UDP).
#pragma once

#include <ns3/socket.h>

#include <memory>

#include "model/ns3/end_points.h"
#include "model/traffic/open_loop.h"

namespace qoslab {

class UdpFlow final : public FlowApplication {
 public:
  UdpFlow(const FlowSpecification& flow, const FlowEnds& ends, std::unique_ptr<OpenLoopSource> source,
          std::uint32_t account);

 private:
  void schedule_next();
  void send(Bytes ip_size);

  std::uint32_t account_;
  std::unique_ptr<OpenLoopSource> source_;
  bool rtp_;
  Duration rtp_interval_;
  Instant stop_;
  std::uint16_t sequence_ = 0;
  ns3::Ptr<ns3::Socket> sender_;
};

}  // namespace qoslab
