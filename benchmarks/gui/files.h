// Results as a run writes them, as large as wanted.
#pragma once

#include <filesystem>

namespace qoslab::bench {

/// Five metrics of `subjects`, one after the other, or all of them at each time.
void write_series(const std::filesystem::path& path, double megabytes, int subjects, bool by_time);

/// In both directions.
void write_subscribers(const std::filesystem::path& path, int subscribers);

/// The smallest results.json, so that the folder can be opened.
void write_results(const std::filesystem::path& folder);

}  // namespace qoslab::bench
