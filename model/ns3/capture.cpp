#include "model/ns3/capture.h"

#include <ios>
#include <stdexcept>
#include <vector>

namespace qoslab {
namespace {

constexpr uint32_t linktype_ethernet = 1;
constexpr uint32_t longest_frame = 65535;
constexpr std::int64_t ps_per_ns = 1000;
constexpr std::int64_t ns_per_s = 1'000'000'000;

}  // namespace

Capture::Capture(const std::string& path) : path_{path} {
  file_.Open(path_, std::ios::out | std::ios::binary);
  if (file_.Fail()) throw std::runtime_error{path_ + ": cannot create the capture file"};
  file_.Init(linktype_ethernet, longest_frame, ns3::PcapFile::ZONE_DEFAULT, false, true);
}

void Capture::write(const ns3::Packet& packet, ns3::Mac48Address from, ns3::Mac48Address to, Instant when) {
  constexpr std::size_t mac_header = 14;
  std::vector<std::uint8_t> frame(mac_header + packet.GetSize());
  to.CopyTo(frame.data());
  from.CopyTo(frame.data() + 6);
  frame[12] = 0x08;
  packet.CopyData(frame.data() + mac_header, packet.GetSize());
  const std::int64_t ns = when.ps() / ps_per_ns;
  file_.Write(static_cast<uint32_t>(ns / ns_per_s), static_cast<uint32_t>(ns % ns_per_s), frame.data(),
              static_cast<uint32_t>(frame.size()));
  if (file_.Fail()) throw std::runtime_error{path_ + ": cannot write the capture file"};
}

}  // namespace qoslab
