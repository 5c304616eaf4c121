#include "model/ns3/udp_flow.h"

#include <ns3/inet-socket-address.h>

#include <array>
#include <utility>

#include "model/ns3/addresses.h"
#include "model/ns3/clock.h"
#include "model/ns3/udp_receiver.h"

namespace qoslab {
namespace {

constexpr std::int64_t samples_per_second = 8000;  // G.711 (RFC 3551)

/// RTP's fixed header (RFC 3550 section 5.1), payload type 0.
std::array<std::uint8_t, 12> rtp_header(std::uint16_t sequence, std::uint32_t timestamp, std::uint32_t source) {
  std::array<std::uint8_t, 12> h{0x80, 0};
  const auto put = [&](std::size_t where, std::uint32_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) h[where + i] = static_cast<std::uint8_t>(value >> (8 * (bytes - 1 - i)));
  };
  put(2, sequence, 2);
  put(4, timestamp, 4);
  put(8, source, 4);
  return h;
}

}  // namespace

UdpFlow::UdpFlow(const FlowSpecification& flow, const FlowEnds& ends, std::unique_ptr<OpenLoopSource> source,
                 std::uint32_t account)
    : account_{account},
      source_{std::move(source)},
      rtp_{std::holds_alternative<VoiceTraffic>(flow.traffic)},
      rtp_interval_{rtp_ ? std::get<VoiceTraffic>(flow.traffic).interval : Duration{}},
      stop_{flow.stop.value_or(Instant::never())},
      sender_{udp_socket(ends.from, ends.forward.source_port)} {
  sender_->Connect(ns3::InetSocketAddress{to_ns3(ends.forward.destination), ends.forward.destination_port});
  sender_->SetIpTos(static_cast<std::uint8_t>(flow.dscp.value << 2U));
  schedule_next();
}

void UdpFlow::schedule_next() {
  const Emission next = source_->next();
  if (next.at >= stop_) return;
  at(next.at, [this, size = next.ip_size] {
    send(size);
    schedule_next();
  });
}

void UdpFlow::send(Bytes ip_size) {
  const Bytes udp_payload = ip_size - header::ipv4 - header::udp;
  const auto size = static_cast<std::uint32_t>(udp_payload.count());
  if (!rtp_) {
    sender_->Send(ns3::Create<ns3::Packet>(size));
    return;
  }
  const std::int64_t ticks = sequence_ * (rtp_interval_.ps() / 1000 * samples_per_second / 1'000'000'000);
  const auto head = rtp_header(sequence_++, static_cast<std::uint32_t>(ticks), account_);
  auto packet = ns3::Create<ns3::Packet>(head.data(), static_cast<std::uint32_t>(head.size()));
  packet->AddAtEnd(ns3::Create<ns3::Packet>(size - static_cast<std::uint32_t>(head.size())));
  sender_->Send(packet);
}

}  // namespace qoslab
