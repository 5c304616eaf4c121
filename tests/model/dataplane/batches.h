// Batches as the tests make them.
#pragma once

#include <span>
#include <vector>

#include "model/dataplane/batch.h"
#include "model/dataplane/source.h"

namespace qoslab::dataplane {

inline std::vector<Record> records(const Batch& batch) { return {batch.begin(), batch.end()}; }

inline Batch batch(std::span<const Record> all) {
  Batch result;
  for (const auto& record : all) result.push_back(record);
  return result;
}

/// Appends what the source sends before `until`.
inline void run_source(Source& source, std::int64_t until, Batch& out) {
  source.run(until, [&](const Record& record) { out.push_back(record); });
}

}  // namespace qoslab::dataplane
