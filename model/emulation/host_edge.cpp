#include "model/emulation/host_edge.h"

#include <algorithm>
#include <utility>

#include "model/packet/layers.h"
#include "model/packet/transport.h"

namespace qoslab::emulation {
namespace {

using Octets = std::span<const std::uint8_t>;

constexpr std::size_t mac_header = 14;
constexpr std::size_t ip_header = 20;
constexpr auto least_frame = static_cast<std::size_t>((header::smallest_frame - header::fcs).count());
constexpr MacAddress broadcast{0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

// Where ARP has what (RFC 826), from the frame's begin.
constexpr std::size_t arp_length = mac_header + 28;
constexpr std::size_t arp_operation = mac_header + 7;
constexpr std::size_t arp_sender_mac = mac_header + 8;
constexpr std::size_t arp_sender = mac_header + 14;
constexpr std::size_t arp_target_mac = mac_header + 18;
constexpr std::size_t arp_target = mac_header + 24;
constexpr std::array<std::uint8_t, 7> arp_of_ipv4{0, 1, 8, 0, 6, 4, 0};

constexpr std::size_t most_waiting = 64;  ///< packets for a host that has not answered yet
constexpr int most_questions = 3;
constexpr Duration patience = Duration::seconds(1);

MacAddress mac_at(Octets bytes, std::size_t at) {
  MacAddress result;
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), result.size(), result.begin());
  return result;
}

IpAddress ip_at(Octets bytes, std::size_t at) {
  std::uint32_t address = 0;
  for (std::size_t i = 0; i < 4; ++i) address = address << 8 | bytes[at + i];
  return IpAddress::v4(address);
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, const MacAddress& mac) {
  std::copy(mac.begin(), mac.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, IpAddress address) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::uint8_t>(address.low >> (24 - 8 * i));
}

struct ArpSide {
  MacAddress mac{};
  IpAddress address;
};

std::vector<std::uint8_t> arp(std::uint8_t operation, const MacAddress& to, const ArpSide& sender,
                              const ArpSide& target) {
  std::vector<std::uint8_t> frame(least_frame);
  put(frame, 0, to);
  put(frame, 6, sender.mac);
  frame[12] = 0x08;
  frame[13] = 0x06;
  std::copy(arp_of_ipv4.begin(), arp_of_ipv4.end(), frame.begin() + mac_header);
  frame[arp_operation] = operation;
  put(frame, arp_sender_mac, sender.mac);
  put(frame, arp_sender, sender.address);
  put(frame, arp_target_mac, target.mac);
  put(frame, arp_target, target.address);
  return frame;
}

/// Of a packet whose options are gone.
void shorten_header(std::vector<std::uint8_t>& packet) {
  packet[0] = 0x45;
  packet[2] = static_cast<std::uint8_t>(packet.size() >> 8);
  packet[3] = static_cast<std::uint8_t>(packet.size());
  packet[10] = packet[11] = 0;
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < ip_header; i += 2) sum += static_cast<std::uint32_t>(packet[i] << 8 | packet[i + 1]);
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  packet[10] = static_cast<std::uint8_t>(~sum >> 8);
  packet[11] = static_cast<std::uint8_t>(~sum);
}

}  // namespace

HostEdge::HostEdge(const Place& place, std::function<Whose(IpAddress)> whose)
    : place_{place}, whose_{std::move(whose)} {}

FromHost HostEdge::judge(Octets frame, const FrameFacts& facts) const {
  const bool arp = facts.type == ether_type::arp;
  const MacAddress to = mac_at(frame, 0);
  if (facts.tags > Bytes{}) return FromHost::tagged;
  if (!arp && facts.type != ether_type::ipv4) return FromHost::not_ipv4;
  if (!arp && !facts.ip) return FromHost::damaged;
  if (to != place_.mac && (!arp || to != broadcast)) return FromHost::foreign_mac;
  if (arp) return FromHost::neighbour;
  const auto& packet = facts.packet;
  const auto header = std::size_t{frame[facts.ip_at]} % 16 * 4;
  if (packet.tuple.source != place_.host) return FromHost::foreign_source;
  if (packet.ip_size > header::largest_ip_packet) return FromHost::too_large;
  if (header != ip_header && packet.tuple.protocol != ip_protocol::rsvp) return FromHost::options;
  if (frame[facts.ip_at + 8] == 0) return FromHost::expired;
  const auto whose = packet.tuple.destination == place_.host ? Whose::nobody : whose_(packet.tuple.destination);
  if (whose == Whose::nobody) return FromHost::no_route;
  if (whose == Whose::real_host) return FromHost::packet;
  const bool more_fragments = (frame[facts.ip_at + 6] & 0x20) != 0;
  if (facts.fragment || more_fragments) return FromHost::fragment;
  const auto whole = frame.subspan(facts.ip_at, static_cast<std::size_t>(packet.ip_size.count()));
  return carries_sound_transport(whole) ? FromHost::packet : FromHost::damaged;
}

std::vector<std::uint8_t> HostEdge::packet_of(Octets frame, const FrameFacts& facts) const {
  const auto whole = frame.subspan(facts.ip_at, static_cast<std::size_t>(facts.packet.ip_size.count()));
  const std::size_t header = std::size_t{whole[0]} % 16 * 4;
  std::vector<std::uint8_t> packet(whole.size() - (header - ip_header));
  std::copy_n(whole.begin(), ip_header, packet.begin());
  std::copy(whole.begin() + static_cast<std::ptrdiff_t>(header), whole.end(), packet.begin() + ip_header);
  if (header != ip_header) shorten_header(packet);
  if (whose_(facts.packet.tuple.destination) == Whose::model) {
    sum_up_datagram(packet);
    open_window(packet);
  }
  return packet;
}

void HostEdge::answer(Octets frame, Instant now) {
  constexpr std::uint8_t request = 1;
  constexpr std::uint8_t reply = 2;
  if (frame.size() < arp_length || !std::equal(arp_of_ipv4.begin(), arp_of_ipv4.end(), frame.begin() + mac_header))
    return;
  const ArpSide sender{mac_at(frame, arp_sender_mac), ip_at(frame, arp_sender)};
  const bool the_host = sender.address == place_.host;
  if (the_host) learn(sender.mac, now);
  const auto target = ip_at(frame, arp_target);
  if (frame[arp_operation] != request || target == place_.host || whose_(target) == Whose::nobody) return;
  ToHost answer;
  answer.frame = {arp(reply, sender.mac, {place_.mac, target}, sender), now};
  answer.account = place_.account;
  answer.at = now;
  ready_.push_back(std::move(answer));
}

void HostEdge::learn(const MacAddress& host, Instant now) {
  const bool group = (host[0] & 1) != 0;
  if (group || host == MacAddress{}) return;
  known_ = host;
  asks_at_ = Instant::never();
  asked_ = 0;
  for (; !waiting_.empty(); waiting_.pop_front()) send(std::move(waiting_.front()), now);
}

void HostEdge::tell(ToHost packet, Instant now) {
  if (known_) return send(std::move(packet), now);
  if (waiting_.size() == most_waiting) {
    packet.lost = true;
    packet.at = now;
    ready_.push_back(std::move(packet));
    return;
  }
  waiting_.push_back(std::move(packet));
  if (asks_at_ == Instant::never()) ask(now);
}

void HostEdge::ask(Instant now) {
  if (known_) return;
  if (asked_ == most_questions) {
    for (; !waiting_.empty(); waiting_.pop_front()) {
      waiting_.front().lost = true;
      waiting_.front().at = now;
      ready_.push_back(std::move(waiting_.front()));
    }
    asked_ = 0;
    asks_at_ = Instant::never();
    return;
  }
  ++asked_;
  asks_at_ = now + patience;
  ToHost question;
  question.frame = {arp(1, broadcast, {place_.mac, place_.neighbour}, {{}, place_.host}), now};
  question.account = place_.account;
  question.at = now;
  ready_.push_back(std::move(question));
}

void HostEdge::send(ToHost packet, Instant now) {
  const auto& ip = packet.frame.bytes;
  std::vector<std::uint8_t> frame(std::max(mac_header + ip.size(), least_frame));
  put(frame, 0, *known_);
  put(frame, 6, place_.mac);
  frame[12] = 0x08;
  std::copy(ip.begin(), ip.end(), frame.begin() + mac_header);
  packet.frame.bytes = std::move(frame);
  packet.at = now;
  ready_.push_back(std::move(packet));
}

std::vector<HostEdge::ToHost> HostEdge::take() { return std::exchange(ready_, {}); }

}  // namespace qoslab::emulation
