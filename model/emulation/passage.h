// What a scenario does to the frames that pass it, in real time or from a capture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/packet/frame.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// A frame that has come in. Whoever keeps its bytes knows it by `frame`, a small number that no other frame has which
/// is inside at the same time.
struct Arrival {
  Instant at;  ///< its last bit
  std::uint32_t frame = 0;
  std::uint8_t port = 0;  ///< on which it came in
};

/// What became of it.
struct Departure {
  Instant at;  ///< its last bit, at the far end of the emulated line; of a loss: when it happened, or was found
  std::uint32_t frame = 0;
  std::uint8_t port = 0;                ///< on which it goes out
  std::uint16_t account = 0;            ///< what its arrival said
  std::optional<Dscp> dscp;             ///< the code point that it leaves with, if it is another
  std::optional<std::uint16_t> reason;  ///< lost: why
};

/// The model between two or more ports. It has no clock: what has come in is told with its time, and what leaves by a
/// time is asked for. Both runners, the one between NICs and the one over captures, drive it alike.
class Passage {
 public:
  virtual ~Passage() = default;
  Passage() = default;
  Passage(const Passage&) = delete;
  Passage& operator=(const Passage&) = delete;

  /// In order of time at each port, and never before the last run's end. Gives the account in whose books it stands.
  virtual std::uint16_t arrive(const Arrival& arrival, const FrameFacts& facts) = 0;
  /// Appends what leaves before `until`, in order of time at each port. `until` never decreases.
  virtual void run(Instant until, std::vector<Departure>& out) = 0;
  /// When `run` is wanted next: nothing leaves before, but it may be earlier. Never: not before something arrives.
  [[nodiscard]] virtual Instant next() const = 0;

  /// The accounts so far: "access-network.homes/voice".
  [[nodiscard]] virtual const std::vector<std::string>& accounts() const = 0;
  /// "place: reason".
  [[nodiscard]] virtual std::string reason(std::uint16_t number) const = 0;
};

}  // namespace qoslab::emulation
