#include "model/ns3/packet_facts.h"

#include <ns3/ipv4-header.h>
#include <ns3/tag.h>

#include <array>

namespace qoslab {
namespace {

class TicketTag final : public ns3::Tag {
 public:
  TicketTag() = default;
  explicit TicketTag(const Ticket& ticket) : ticket_{ticket} {}
  static ns3::TypeId GetTypeId() {
    static const ns3::TypeId id = ns3::TypeId("qoslab::TicketTag").SetParent<ns3::Tag>().AddConstructor<TicketTag>();
    return id;
  }
  ns3::TypeId GetInstanceTypeId() const override { return GetTypeId(); }
  uint32_t GetSerializedSize() const override { return 16; }
  void Serialize(ns3::TagBuffer b) const override {
    b.WriteU32(ticket_.account);
    b.WriteU64(static_cast<std::uint64_t>(ticket_.sent.ps()));
    b.WriteU32(ticket_.frame);
  }
  void Deserialize(ns3::TagBuffer b) override {
    ticket_.account = b.ReadU32();
    ticket_.sent = Instant::at(Duration::picoseconds(static_cast<std::int64_t>(b.ReadU64())));
    ticket_.frame = b.ReadU32();
  }
  void Print(std::ostream& out) const override { out << "account " << ticket_.account; }
  [[nodiscard]] const Ticket& ticket() const { return ticket_; }

 private:
  Ticket ticket_;
};

std::uint16_t two_bytes(const std::uint8_t* p) { return static_cast<std::uint16_t>((p[0] << 8U) | p[1]); }
std::uint32_t four_bytes(const std::uint8_t* p) { return (std::uint32_t{two_bytes(p)} << 16U) | two_bytes(p + 2); }

}  // namespace

Packet facts_of(const ns3::Packet& packet) {
  std::array<std::uint8_t, 64> head{};
  const std::uint32_t copied = packet.CopyData(head.data(), head.size());
  Packet facts;
  facts.ip_size = Bytes{packet.GetSize()};
  facts.dscp = Dscp{static_cast<std::uint8_t>(head[1] >> 2U)};
  facts.tuple.protocol = head[9];
  facts.tuple.source = IpAddress::v4(four_bytes(&head[12]));
  facts.tuple.destination = IpAddress::v4(four_bytes(&head[16]));
  const std::size_t header = (head[0] & 0x0fU) * 4U;
  const bool first_fragment = (two_bytes(&head[6]) & 0x1fffU) == 0;
  const bool has_ports = facts.tuple.protocol == ip_protocol::tcp || facts.tuple.protocol == ip_protocol::udp;
  if (has_ports && first_fragment && copied >= header + 4) {
    facts.tuple.source_port = two_bytes(&head[header]);
    facts.tuple.destination_port = two_bytes(&head[header + 2]);
  }
  return facts;
}

ns3::Ptr<ns3::Packet> remarked(const ns3::Packet& packet, Dscp dscp) {
  const auto copy = packet.Copy();
  ns3::Ipv4Header header;
  copy->RemoveHeader(header);
  header.SetDscp(static_cast<ns3::Ipv4Header::DscpType>(dscp.value));
  header.EnableChecksum();
  copy->AddHeader(header);
  return copy;
}

ns3::Ptr<ns3::Packet> forwarded(const ns3::Packet& packet) {
  const auto copy = packet.Copy();
  ns3::Ipv4Header header;
  copy->RemoveHeader(header);
  if (header.GetTtl() <= 1) return nullptr;
  header.SetTtl(static_cast<std::uint8_t>(header.GetTtl() - 1));
  header.EnableChecksum();
  copy->AddHeader(header);
  return copy;
}

void attach(ns3::Packet& packet, const Ticket& ticket) {
  TicketTag tag{ticket};
  packet.ReplacePacketTag(tag);
}

std::optional<Ticket> ticket_of(const ns3::Packet& packet) {
  TicketTag tag;
  if (!packet.PeekPacketTag(tag)) return std::nullopt;
  return tag.ticket();
}

}  // namespace qoslab
