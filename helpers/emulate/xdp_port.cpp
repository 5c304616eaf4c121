#include "helpers/emulate/xdp_port.h"

#include <linux/if_packet.h>
#include <linux/if_xdp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "helpers/emulate/devices.h"
#include "helpers/emulate/packet_socket.h"

namespace qoslab::emulation {
namespace {

/// A page: what a driver takes for one frame at most.
constexpr std::size_t piece = 4096;
/// MAC header and one tag, which the MTU does not count.
constexpr std::size_t beside_mtu = 18;
/// The kernel sends 32 frames a call when it copies them; more calls than that takes, twice, are of no use.
constexpr std::uint32_t frames_a_call = 32;

DeviceState known(const std::string& device) {
  const auto state = state_of(device);
  if (!state) fail(device, "cannot be found", ENODEV);
  return *state;
}

}  // namespace

void XdpPort::Unmap::operator()(std::uint8_t* memory) const { ::munmap(memory, size); }

XdpPort::XdpPort(std::string name, const std::string& device, Clock& clock, std::uint32_t slots)
    : clock_{clock},
      device_{device},
      slots_{slots},
      most_bytes_{std::min(largest, known(device).mtu + beside_mtu)},
      link_{device, known(device).index, clock.now()},
      program_{std::make_unique<XdpProgram>(device, known(device).index, 1)},
      area_{nullptr, {2 * piece * slots}},
      promiscuous_{packet_socket(device)},
      sizes_(2 * slots) {
  void* memory =
      ::mmap(nullptr, 2 * piece * slots, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) fail(device, "AF_XDP cannot have its memory");
  area_.reset(static_cast<std::uint8_t*>(memory));
  if (receive_queues(device) > 1)
    throw DeviceError{device + ": AF_XDP serves one receive queue, and it has " +
                      std::to_string(receive_queues(device)) + ": ethtool -L " + device + " combined 1"};
  open();
  for (std::uint64_t i = slots; i < 2 * slots; ++i) free_.push_back(i * piece);
  for (std::uint64_t i = 0; i < slots; ++i) give_back(i * piece);
  make_promiscuous(device, promiscuous_.number());
  program_->enter(0, ::xsk_socket__fd(socket_.get()));
  results_.name = std::move(name);
  results_.device = device;
}

/// The program goes first: it may not send frames to a socket that is closing.
XdpPort::~XdpPort() { program_.reset(); }

/// The kernel lets go of a socket that was closed a moment later; until then the device is busy.
void XdpPort::open() {
  constexpr int tries = 50;
  constexpr int milliseconds = 20;
  int error = bind();
  for (int i = 1; i < tries && error == -EBUSY; ++i) {
    ::poll(nullptr, 0, milliseconds);
    error = bind();
  }
  if (error != 0) fail(device_, "AF_XDP cannot be bound to it", -error);
}

/// What an earlier try has left goes first: libxdp lets go of rings by where `fill_` and `completed_` say they are.
int XdpPort::bind() {
  socket_.reset();
  memory_.reset();
  xsk_umem_config layout{};
  layout.fill_size = slots_;
  layout.comp_size = slots_;
  layout.frame_size = piece;
  xsk_umem* memory = nullptr;
  if (const int error = ::xsk_umem__create(&memory, area_.get(), 2 * piece * slots_, &fill_, &completed_, &layout))
    fail(device_, "AF_XDP cannot have memory of the kernel's (CAP_IPC_LOCK, or ulimit -l)", -error);
  memory_.reset(memory);
  xsk_socket_config how{};
  how.rx_size = slots_;
  how.tx_size = slots_;
  how.libxdp_flags = XSK_LIBXDP_FLAGS__INHIBIT_PROG_LOAD;
  how.bind_flags = XDP_USE_NEED_WAKEUP;
  xsk_socket* socket = nullptr;
  const int error = ::xsk_socket__create(&socket, device_.c_str(), 0, memory, &received_, &transmit_, &how);
  socket_.reset(socket);
  return error;
}

void XdpPort::give_back(std::uint64_t at) {
  std::uint32_t index = 0;
  if (::xsk_ring_prod__reserve(&fill_, 1, &index) == 0) return;  // never: there are as many slots as pieces
  *::xsk_ring_prod__fill_addr(&fill_, index) = at / piece * piece;
  ::xsk_ring_prod__submit(&fill_, 1);
}

void XdpPort::begin() {
  const auto received = results_.received;
  for (std::size_t left = 2 * slots_; left > 0;) {
    const auto frames = receive([](auto, Instant) {}, slots_);
    results_.before_beginning += static_cast<std::int64_t>(frames);
    left = frames == 0 ? 0 : left - std::min(left, frames);
  }
  results_.received = received;
  const auto lost = lost_so_far();
  results_.before_beginning += lost - lost_before_;
  lost_before_ = lost;
}

std::size_t XdpPort::receive(const FrameSink& sink, std::size_t most) {
  std::uint32_t index = 0;
  const auto frames = ::xsk_ring_cons__peek(&received_, static_cast<std::uint32_t>(most), &index);
  const Instant now = clock_.now();
  for (std::uint32_t i = 0; i < frames; ++i) {
    const auto& frame = *::xsk_ring_cons__rx_desc(&received_, index + i);
    results_.received += count_of_frame(frame.len);
    sink({area_.get() + frame.addr, frame.len}, now);
    give_back(frame.addr);
  }
  if (frames > 0) ::xsk_ring_cons__release(&received_, frames);
  if (::xsk_ring_prod__needs_wakeup(&fill_))
    ::recvfrom(::xsk_socket__fd(socket_.get()), nullptr, 0, MSG_DONTWAIT, nullptr, nullptr);
  if (link_.is_due(now)) look(now);
  return frames;
}

void XdpPort::look(Instant now) {
  link_.look(now);
  fetch_error(::xsk_socket__fd(socket_.get()));
}

bool XdpPort::send(std::span<const std::uint8_t> bytes, Instant) {
  if (link_.down() || bytes.size() > most_bytes_) {
    ++results_.errors;
    return false;
  }
  if (free_.empty()) collect_sent();
  std::uint32_t index = 0;
  if (free_.empty() || ::xsk_ring_prod__reserve(&transmit_, 1, &index) == 0) {
    ++results_.transmit_full;
    return false;
  }
  const auto at = free_.back();
  free_.pop_back();
  std::copy(bytes.begin(), bytes.end(), area_.get() + at);
  auto& frame = *::xsk_ring_prod__tx_desc(&transmit_, index);
  frame = {at, static_cast<std::uint32_t>(bytes.size()), 0};
  sizes_[at / piece] = frame.len;
  ++waiting_;
  return true;
}

std::span<const std::size_t> XdpPort::flush() {
  lost_.clear();
  if (waiting_ == 0) return {};
  ::xsk_ring_prod__submit(&transmit_, waiting_);
  for (std::uint32_t left = 2 * (waiting_ / frames_a_call + 1); left > 0 && push_out(); --left) continue;
  waiting_ = 0;
  collect_sent();
  return lost_;
}

/// Whether more is to be pushed.
bool XdpPort::push_out() {
  if (::xsk_ring_prod__needs_wakeup(&transmit_) == 0) return false;
  if (::sendto(::xsk_socket__fd(socket_.get()), nullptr, 0, MSG_DONTWAIT, nullptr, 0) >= 0)
    return *transmit_.consumer != *transmit_.producer;
  if (errno == EAGAIN || errno == ENOBUFS) return true;
  if (errno == EBUSY) {  // the kernel has taken the frame and the device has not
    const std::uint32_t number = *transmit_.consumer - 1;
    results_.sent -= count_of_frame(::xsk_ring_prod__tx_desc(&transmit_, number)->len);
    const std::uint32_t first = *transmit_.producer - waiting_;  // of this flush; what is older is settled
    if (number - first < waiting_) lost_.push_back(number - first);
    ++results_.transmit_full;
    return true;
  }
  look(clock_.now());
  return false;
}

void XdpPort::collect_sent() {
  std::uint32_t index = 0;
  const auto frames = ::xsk_ring_cons__peek(&completed_, slots_, &index);
  for (std::uint32_t i = 0; i < frames; ++i) {
    const auto at = *::xsk_ring_cons__comp_addr(&completed_, index + i) / piece * piece;
    results_.sent += count_of_frame(sizes_[at / piece]);
    free_.push_back(at);
  }
  if (frames > 0) ::xsk_ring_cons__release(&completed_, frames);
}

/// By the kernel; what finds the fill ring empty is in the first of the two.
std::int64_t XdpPort::lost_so_far() const {
  xdp_statistics total{};
  socklen_t size = sizeof total;
  ::getsockopt(::xsk_socket__fd(socket_.get()), SOL_XDP, XDP_STATISTICS, &total, &size);
  return static_cast<std::int64_t>(total.rx_dropped + total.rx_ring_full);
}

PortResults XdpPort::results() {
  const Instant now = clock_.now();
  collect_sent();
  link_.look(now);
  results_.dropped_by_kernel = lost_so_far() - lost_before_;
  results_.gaps = link_.gaps();
  results_.down = link_.without_link(now);
  results_.removed = link_.removed();
  PortResults results = results_;
  if (link_.down()) results.errors += static_cast<std::int64_t>(slots_ - free_.size() - waiting_);
  return results;
}

std::string XdpPort::mode() const {
  xdp_options options{};
  socklen_t size = sizeof options;
  ::getsockopt(::xsk_socket__fd(socket_.get()), SOL_XDP, XDP_OPTIONS, &options, &size);
  return std::string{program_->mode()} + ((options.flags & XDP_OPTIONS_ZEROCOPY) != 0 ? ", zero copy" : ", copies");
}

}  // namespace qoslab::emulation
