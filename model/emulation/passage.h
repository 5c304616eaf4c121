// What a scenario does to the frames that pass it, in real time or from a capture.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/packet/frame.h"
#include "model/results/emulation_results.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// A frame that has come in. Whoever keeps its bytes knows it by `frame`, a small number that no other frame has which
/// is inside at the same time.
struct Arrival {
  Instant at;  ///< its last bit
  std::uint32_t frame = 0;
  std::uint8_t port = 0;                     ///< on which it came in
  std::span<const std::uint8_t> bytes = {};  ///< valid during the call
};

/// A frame that a passage has written itself.
struct Written {
  std::vector<std::uint8_t> bytes;
  Instant since;  ///< when its packet set out
};

/// What became of it.
struct Departure {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  Instant at;  ///< its last bit, at the far end of the emulated line; of a loss: when it happened, or was found
  std::uint32_t frame = 0;              ///< none: it has not come in, but begins in the passage
  std::uint8_t port = 0;                ///< on which it goes out
  std::uint16_t account = 0;            ///< what its arrival said
  std::optional<Dscp> dscp;             ///< the code point that it leaves with, if it is another
  std::optional<std::uint16_t> reason;  ///< lost: why
  bool ends = false;                    ///< at a host of the model: nothing goes out
  const Written* written = nullptr;     ///< what goes out, if not what came in; the passage's until its next run
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
  /// Appends what leaves before `until`, in order of time at each port. `until` never decreases. Gives the time up to
  /// which it has done so: an earlier one if that is much work, so that it wants to be called again.
  virtual Instant run(Instant until, std::vector<Departure>& out) = 0;
  /// When `run` is wanted next: nothing leaves before, but it may be earlier. Never: not before something arrives.
  [[nodiscard]] virtual Instant next() const = 0;

  /// The accounts so far: "access-network.homes/voice".
  [[nodiscard]] virtual const std::vector<std::string>& accounts() const = 0;
  /// "place: reason".
  [[nodiscard]] virtual std::string reason(std::uint16_t number) const = 0;
  /// Nothing has to come in for something to go out.
  [[nodiscard]] virtual bool sends() const { return false; }
  /// What it knows beside the frames.
  virtual void add_to(EmulationResults& /*results*/) const {}
};

}  // namespace qoslab::emulation
