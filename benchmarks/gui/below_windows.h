// What reading large files and choosing what to draw of them costs, beside reading them without a look.
#pragma once

#include <filesystem>

namespace qoslab::bench {

/// Files are made in `folder` and removed.
void report_series(const std::filesystem::path& folder, double megabytes, int subjects, bool by_time);
void report_subscribers(const std::filesystem::path& folder);
void report_pyramid();

}  // namespace qoslab::bench
