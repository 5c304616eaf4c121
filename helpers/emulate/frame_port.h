// Where frames come in and go out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "model/packet/layers.h"
#include "model/results/emulation_results.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// Takes frames as a port hands them over: whole, tags included, without check sequence. The bytes are valid during the
/// call only.
using FrameSink = std::function<void(std::span<const std::uint8_t> bytes, Instant at)>;

/// As the books have it, of so many bytes without check sequence.
inline Count count_of_frame(std::size_t size) {
  return {1, std::max(Bytes{static_cast<std::int64_t>(size)} + header::fcs, header::smallest_frame)};
}

enum class LinkState : std::uint8_t { up, down, removed };

/// A network device through a ring of the kernel's, or a capture file.
class FramePort {
 public:
  virtual ~FramePort() = default;
  FramePort() = default;
  FramePort(const FramePort&) = delete;
  FramePort& operator=(const FramePort&) = delete;

  /// Now the run begins: what has come in until now is not part of it, and counted apart.
  virtual void begin() {}
  /// Hands over what has come in, `most` frames at most, in order. Never waits.
  virtual std::size_t receive(const FrameSink& sink, std::size_t most) = 0;
  /// Takes a frame to be sent at once, which was due then; false: there is no room, and it is counted. It may wait for
  /// `flush`, and its bytes stay as they are until then.
  virtual bool send(std::span<const std::uint8_t> bytes, Instant due) = 0;
  /// Everything taken is on its way to the wire, but for those that are given: the how manieth of them, from 0, the
  /// system has refused after all; valid until the next `send`.
  virtual std::span<const std::size_t> flush() = 0;
  /// Becomes readable when frames have come in; nothing: it need not be waited for.
  [[nodiscard]] virtual std::optional<int> descriptor() const { return std::nullopt; }
  /// As of the last `receive`.
  [[nodiscard]] virtual LinkState link() const { return LinkState::up; }
  /// A frame whose checksum its sender left to be completed looks like any other here.
  [[nodiscard]] virtual bool hides_open_checksums() const { return false; }
  /// With the counters of kernel and device up to now.
  virtual PortResults results() = 0;
};

}  // namespace qoslab::emulation
