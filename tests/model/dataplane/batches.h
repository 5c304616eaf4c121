// Batches as the tests make them.
#pragma once

#include <span>
#include <vector>

#include "model/dataplane/batch.h"

namespace qoslab::dataplane {

inline std::vector<Record> records(const Batch& batch) { return {batch.begin(), batch.end()}; }

inline Batch batch(std::span<const Record> all) {
  Batch result;
  for (const auto& record : all) result.push_back(record);
  return result;
}

}  // namespace qoslab::dataplane
