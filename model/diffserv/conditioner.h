// Traffic conditioning at the edge: RFC 2475 section 2.3.
#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "model/packet/layers.h"
#include "model/qos/classifier.h"
#include "model/qos/meter/three_color.h"

namespace qoslab {

/// What happens to a packet of one colour.
struct ConditionerAction {
  bool drop = false;
  std::optional<Dscp> mark;  ///< absent: leave the code point as it is
};

using MeterProfile =
    std::variant<std::monostate, SingleBucketMeter::Profile, SrTcm::Profile, TrTcm::Profile, EfficientTrTcm::Profile>;

/// One line of a conditioner: those that match are metered together and treated by colour. Without a meter
/// (monostate) all are treated as green and keep the colour they have.
struct ConditionerRule {
  Match match;
  MeterProfile meter;
  ColorMode mode = ColorMode::blind;         ///< aware: of its own colour and its code point's, the worse counts
  Layer layer = Layer::ip;                   ///< of the profile's rates and bursts; not payload
  std::array<ConditionerAction, 3> actions;  ///< by colour
};

/// Classifier, meters, markers and droppers of one interface. First match wins; what matches nothing passes
/// unchanged. Shaping, the fourth element of RFC 2475 section 2.3.3, is a port's business.
class Conditioner {
 public:
  explicit Conditioner(std::vector<ConditionerRule> rules);
  /// Nothing: dropped. Otherwise the packet with its new code point and colour: the meter's verdict, or of a marked
  /// packet what the mark says, since that is all that the next node will know.
  std::optional<Packet> pass(Packet packet, Instant now);

 private:
  /// A rule with its meter running.
  struct Line {
    explicit Line(ConditionerRule rule);
    std::optional<Color> measure(const Packet& packet, Instant now);

    Match match;
    std::variant<std::monostate, SingleBucketMeter, SrTcm, TrTcm, EfficientTrTcm> meter;
    Layer layer;
    std::array<ConditionerAction, 3> actions;
  };
  std::vector<Line> lines_;
};

}  // namespace qoslab
