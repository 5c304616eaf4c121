// What can be said of a token tree, and of a full queue, before anything runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/qos/queue/queue.h"
#include "model/qos/scheduler/token_fluid.h"

namespace qoslab {

/// Something legal that will surprise (or, `rate_above_ceil`, not even legal). `actual` and `limit` are in bit/s, bytes
/// or seconds, as the kind says.
struct Finding {
  enum class Kind : std::uint8_t {
    rate_above_ceil,
    oversubscribed,     ///< bit/s: the children's rates, the parent's ceil
    unlike_ideal,       ///< bit/s: what the class sends by the kernel's rules, what it would in the ideal tree
    ceil_out_of_reach,  ///< bit/s: a root's ceil, its rate
    small_quantum,      ///< bytes: the quantum, the largest packet
    small_burst,        ///< bytes: burst or cburst, the largest packet
    standing_delay,     ///< seconds: of a full queue, the delay above which it is reported
  };
  int class_index = 0;
  Kind kind{};
  double actual = 0;
  double limit = 0;
  std::string text;    ///< what will happen, without the class's name
  std::string remedy;  ///< what would be right; may be empty
};

enum class TokenTreeRules : std::uint8_t { kernel, ideal };

/// All findings of a tree, by class and kind. `largest` counts at the layer of the rates. Under the kernel's rules the
/// rates of the ideal tree are compared as well: classes are named whose rates differ by more than a hundredth.
/// Preconditions as for Htb, except that a rate may exceed its ceil: then only that is said.
std::vector<Finding> tree_advice(const std::vector<TokenTreeClass>& classes, TokenTreeRules rules, const TreeLoad& load,
                                 Bytes largest);

/// A queue that never runs empty, and how fast it is served.
struct FullQueue {
  QueueLimit limit;
  Bytes ip_size;  ///< of its packets
  Bytes size;     ///< of the same at the rate's layer
  Rate rate;
};

/// How long a packet waits that finds one place left, in seconds. Infinite without a limit or a rate.
double standing_delay(const FullQueue& queue);

/// A full queue in which packets stand for more than a second.
std::optional<Finding> queue_advice(int class_index, const FullQueue& queue);

}  // namespace qoslab
