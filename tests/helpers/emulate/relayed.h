// Ports, a clock and frames for stories about a relay.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/frame_port.h"
#include "model/packet/frame.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {

/// It is as late as the story says.
class StoryClock final : public Clock {
 public:
  Instant now() override { return now_; }
  Instant of_system(std::int64_t /*nanoseconds*/) override { return now_; }
  void move_to(Instant now) { now_ = now; }

 private:
  Instant now_;
};

/// Its ring holds so many frames, and each flush has room for so many.
class StoryPort final : public FramePort {
 public:
  struct Room {
    std::size_t ring = SIZE_MAX;
    std::size_t transmit = SIZE_MAX;
  };
  struct Sent {
    Frame bytes;
    Instant due;
  };
  StoryPort(std::string name, StoryClock& clock) : StoryPort{std::move(name), clock, Room{}} {}
  StoryPort(std::string name, StoryClock& clock, Room room) : clock_{clock}, room_{room} {
    results_.name = std::move(name);
  }

  /// In order of time.
  void comes(Instant at, const Frame& frame) {
    if (ring_.size() == room_.ring)
      ++results_.dropped_by_kernel;
    else
      ring_.emplace_back(at, frame);
  }
  std::size_t receive(const FrameSink& sink, std::size_t most) override {
    std::size_t given = 0;
    for (; given < most && !ring_.empty() && ring_.front().first <= clock_.now(); ++given) {
      results_.received += {1, Bytes{static_cast<std::int64_t>(ring_.front().second.size())}};
      sink(ring_.front().second, ring_.front().first);
      ring_.pop_front();
    }
    return given;
  }
  bool send(std::span<const std::uint8_t> bytes, Instant due) override {
    if (taken_ == room_.transmit) {
      ++results_.transmit_full;
      return false;
    }
    ++taken_;
    results_.sent += {1, Bytes{static_cast<std::int64_t>(bytes.size())}};
    sent.push_back({{bytes.begin(), bytes.end()}, due});
    return true;
  }
  std::span<const std::size_t> flush() override {
    const bool any = taken_ > 0;
    taken_ = 0;
    clock_.move_to(clock_.now() + flush_takes);
    return any ? refused_late : std::span<const std::size_t>{};
  }
  [[nodiscard]] LinkState link() const override { return state; }
  [[nodiscard]] bool hides_open_checksums() const override { return hides; }
  PortResults results() override { return results_; }

  std::vector<Sent> sent;
  LinkState state = LinkState::up;
  bool hides = false;
  Duration flush_takes;
  std::vector<std::size_t> refused_late;  ///< of each flush that has something

 private:
  StoryClock& clock_;
  Room room_;
  PortResults results_;
  std::deque<std::pair<Instant, Frame>> ring_;
  std::size_t taken_ = 0;
};

/// IPv4 or IPv6 with UDP from 10.0.0.`host` or 2001:db8::`host`, `number` in its contents.
struct UdpFrame {
  std::uint8_t dscp = 0;
  std::size_t ip_size = 982;
  std::uint32_t number = 0;
  std::vector<Tag> tags = {};
  std::uint8_t host = 1;
  bool ipv6 = false;
};

inline Frame of(const UdpFrame& f) {
  Frame bytes{2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
  const auto u16 = [&](std::size_t value) {
    bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes.push_back(static_cast<std::uint8_t>(value));
  };
  for (const auto& tag : f.tags) {
    u16(tag.type);
    u16(tag.value);
  }
  u16(f.ipv6 ? 0x86dd : 0x0800);
  const auto begin = bytes.size();
  constexpr std::uint8_t ecn = 1;
  if (f.ipv6) {
    u16(0x6000 | f.dscp << 6 | ecn << 4);
    u16(0x1234);
    u16(f.ip_size - 40);
    bytes.insert(bytes.end(), {17, 64});
    for (const std::uint8_t last : {f.host, std::uint8_t{200}}) {
      bytes.insert(bytes.end(), {0x20, 1, 0x0d, 0xb8});
      bytes.resize(bytes.size() + 11);
      bytes.push_back(last);
    }
  } else {
    bytes.insert(bytes.end(), {0x45, static_cast<std::uint8_t>(f.dscp << 2 | ecn)});
    u16(f.ip_size);
    bytes.insert(bytes.end(), {0, 0, 0x40, 0, 64, 17, 0, 0, 10, 0, 0, f.host, 192, 0, 2, 1});
    std::uint32_t sum = 0;
    for (std::size_t i = begin; i < begin + 20; i += 2) sum += static_cast<std::uint32_t>(bytes[i] << 8 | bytes[i + 1]);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
    bytes[begin + 10] = static_cast<std::uint8_t>(~sum >> 8);
    bytes[begin + 11] = static_cast<std::uint8_t>(~sum);
  }
  u16(4000);
  u16(5000);
  u16(f.ip_size - (bytes.size() - begin) + 4);
  u16(0);
  u16(f.number >> 16);
  u16(f.number & 0xffff);
  while (bytes.size() < begin + f.ip_size) bytes.push_back(static_cast<std::uint8_t>(bytes.size() * 7 + f.number));
  return bytes;
}

}  // namespace qoslab::emulation
