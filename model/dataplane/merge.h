// Several batches become one, in order of time.
#pragma once

#include <cstdint>
#include <vector>

#include "model/dataplane/batch.h"

namespace qoslab::dataplane {

/// Takes from its inputs what is before the end of a window, leaves the rest, and gives it in order of time. Records of
/// one instant come in the order of the inputs. Records are dealt by time to more bins than there are records, each
/// bin then put in order: a few nanoseconds a record, however many inputs there are.
class Merge {
 public:
  explicit Merge(std::vector<Batch*> inputs) : inputs_{std::move(inputs)} {}
  /// Valid until the next call. Every input is in order of time. What the caller leaves in the batch, without gaps from
  /// its front, stays there; what is new follows it.
  Batch& take(std::int64_t until);
  /// What the caller has left since.
  [[nodiscard]] const Batch& left() const { return merged_; }

 private:
  struct Run {
    Batch* from;
    std::size_t count;
  };
  std::size_t find_runs(std::int64_t until);
  void deal(Record* to, std::size_t count);

  std::vector<Batch*> inputs_;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> ends_;
  Batch merged_;
};

}  // namespace qoslab::dataplane
