#include "helpers/emulate/packet_ring.h"

#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {
namespace {

/// What the sender left to be done (Virtual I/O Device 1.1, section 5.1.6; the kernel's header of it is no C++).
struct OffloadHeader {
  std::uint8_t flags, gso_type;
  std::uint16_t header_size, gso_size, checksum_start, checksum_offset;
};
constexpr std::uint8_t checksum_is_open = 1;

constexpr std::size_t aligned(std::size_t n) {
  return (n + TPACKET_ALIGNMENT - 1) / TPACKET_ALIGNMENT * TPACKET_ALIGNMENT;
}

/// The kernel allocates a block in one piece, where it can. Blocks are pages.
constexpr std::size_t smallest_block = 65'536;
/// Before the frame, at most: the slot's header, a gap that aligns the IP header, the offload header.
constexpr std::size_t before_frame =
    aligned(aligned(sizeof(tpacket2_hdr)) + sizeof(sockaddr_ll) + 16) + sizeof(OffloadHeader);
constexpr std::size_t addresses = 12;
constexpr std::size_t tag = 4;

void put(std::uint8_t* at, unsigned value) {
  at[0] = static_cast<std::uint8_t>(value >> 8);
  at[1] = static_cast<std::uint8_t>(value);
}

}  // namespace

PacketRing::PacketRing(const std::string& device, int socket, std::size_t slots, std::size_t largest)
    : slot_{aligned(before_frame + largest)},
      slots_in_block_{std::max<std::size_t>(1, smallest_block / slot_)},
      block_{(slot_ * slots_in_block_ + smallest_block - 1) / smallest_block * smallest_block},
      blocks_{(slots + slots_in_block_ - 1) / slots_in_block_} {
  const int version = TPACKET_V2;
  const int on = 1;
  tpacket_req request{};
  request.tp_block_size = static_cast<unsigned>(block_);
  request.tp_block_nr = static_cast<unsigned>(blocks_);
  request.tp_frame_size = static_cast<unsigned>(slot_);
  request.tp_frame_nr = static_cast<unsigned>(blocks_ * slots_in_block_);
  const auto set = [&](int option, const void* value, socklen_t size) {
    return ::setsockopt(socket, SOL_PACKET, option, value, size) == 0;
  };
  if (!set(PACKET_VERSION, &version, sizeof version) || !set(PACKET_VNET_HDR, &on, sizeof on) ||
      !set(PACKET_IGNORE_OUTGOING, &on, sizeof on) || !set(PACKET_RX_RING, &request, sizeof request))
    fail(device, "cannot have a receive ring of " + std::to_string(request.tp_frame_nr) + " frames");
  void* memory = ::mmap(nullptr, block_ * blocks_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, socket, 0);
  if (memory == MAP_FAILED) fail(device, "cannot map its receive ring");
  memory_ = static_cast<std::byte*>(memory);
}

PacketRing::~PacketRing() { ::munmap(memory_, block_ * blocks_); }

tpacket2_hdr& PacketRing::slot() const {
  return *reinterpret_cast<tpacket2_hdr*>(memory_ + at_block_ * block_ + at_slot_ * slot_);
}

bool PacketRing::empty() const {
  return (std::atomic_ref{slot().tp_status}.load(std::memory_order_acquire) & TP_STATUS_USER) == 0;
}

void PacketRing::pop() {
  std::atomic_ref{slot().tp_status}.store(TP_STATUS_KERNEL, std::memory_order_release);
  if (++at_slot_ < slots_in_block_) return;
  at_slot_ = 0;
  if (++at_block_ == blocks_) at_block_ = 0;
}

RingFrame PacketRing::front() {
  auto& header = slot();
  auto* begin = reinterpret_cast<std::uint8_t*>(&header) + header.tp_mac;
  std::size_t size = header.tp_snaplen;
  RingFrame frame;
  frame.stamp = std::int64_t{header.tp_sec} * 1'000'000'000 + header.tp_nsec;
  OffloadHeader how;
  std::memcpy(&how, begin - sizeof how, sizeof how);
  sockaddr_ll from;
  std::memcpy(&from, reinterpret_cast<std::uint8_t*>(&header) + aligned(sizeof header), sizeof from);
  if (from.sll_pkttype == PACKET_OUTGOING)
    frame.flaw = RingFrame::Flaw::own;
  else if (how.gso_type != 0)
    frame.flaw = RingFrame::Flaw::merged;
  else if (size < header.tp_len)
    frame.flaw = RingFrame::Flaw::cut_off;
  else if ((how.flags & checksum_is_open) != 0 &&
           !complete_checksum({begin, size}, how.checksum_start, how.checksum_offset))
    frame.flaw = RingFrame::Flaw::checksum;
  if ((header.tp_status & TP_STATUS_VLAN_VALID) != 0 && size >= addresses) {
    std::memmove(begin - tag, begin, addresses);
    begin -= tag;
    size += tag;
    put(begin + addresses, (header.tp_status & TP_STATUS_VLAN_TPID_VALID) != 0 ? header.tp_vlan_tpid : 0x8100U);
    put(begin + addresses + 2, header.tp_vlan_tci);
  }
  frame.bytes = {begin, size};
  return frame;
}

bool complete_checksum(std::span<std::uint8_t> bytes, std::size_t start, std::size_t offset) {
  if (start + offset + 2 > bytes.size()) return false;
  std::uint64_t sum = 0;
  for (std::size_t i = start; i + 1 < bytes.size(); i += 2) sum += (std::uint64_t{bytes[i]} << 8) + bytes[i + 1];
  if ((bytes.size() - start) % 2 == 1) sum += std::uint64_t{bytes.back()} << 8;
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  const auto check = static_cast<unsigned>(~sum & 0xffff);
  put(&bytes[start + offset], check == 0 ? 0xffff : check);
  return true;
}

}  // namespace qoslab::emulation
