// What access lists cost each packet, and which they let pass.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/dataplane/access_list.h"
#include "model/dataplane/record.h"
#include "model/dataplane/stage.h"

namespace qoslab::dataplane {

/// The compiled access lists of all streams.
class AccessCosts {
 public:
  struct Outcome {
    std::int64_t cycles = 0;
    bool permit = true;
  };
  /// `number_of[leaf]`: the subscriber's number in its group.
  AccessCosts(std::int64_t cycles_per_entry, std::vector<std::uint32_t> number_of)
      : cycles_per_entry_{cycles_per_entry}, number_of_{std::move(number_of)} {}
  /// All packets of this stream meet this list.
  void add(std::uint8_t stream, CompiledAccessList list) {
    const auto alike = list.uniform();
    if (alike) alike_[stream] = outcome(*alike);
    if (!alike) varied_[stream] = std::make_unique<CompiledAccessList>(std::move(list));
  }
  [[nodiscard]] Outcome of(const Record& record) const {
    const auto* list = varied_[record.stream].get();
    return list == nullptr ? alike_[record.stream] : outcome(list->outcome(number_of_[record.leaf]));
  }

 private:
  [[nodiscard]] Outcome outcome(const AclOutcome& o) const {
    return {cycles_per_entry_ * static_cast<std::int64_t>(o.compared), o.permit};
  }
  std::int64_t cycles_per_entry_;
  std::vector<std::uint32_t> number_of_;
  std::array<Outcome, most_streams> alike_{};
  std::array<std::unique_ptr<CompiledAccessList>, most_streams> varied_{};
};

}  // namespace qoslab::dataplane
