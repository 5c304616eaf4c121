// A pcap file of what a port sends and receives, with nanosecond time stamps and Ethernet headers.
#pragma once

#include <ns3/mac48-address.h>
#include <ns3/packet.h>
#include <ns3/pcap-file.h>

#include <string>

#include "model/units/time.h"

namespace qoslab {

class Capture {
 public:
  /// Throws std::runtime_error with the path when it cannot be created.
  explicit Capture(const std::string& path);
  /// Throws std::runtime_error when the disk is full.
  void write(const ns3::Packet& packet, ns3::Mac48Address from, ns3::Mac48Address to, Instant when);

 private:
  std::string path_;
  ns3::PcapFile file_;
};

}  // namespace qoslab
