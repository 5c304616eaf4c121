// The window from the program's start until something is painted, in processes of their own: each begins as a user's
// does, and its memory is that of the windows alone.
#pragma once

#include <filesystem>

namespace qoslab::bench {

/// Until the window is painted, beside an empty window of Qt's.
void report_start();
/// Of a series.csv of so many megabytes, until the first chart of it is painted; and frames in it.
void report_opening(const std::filesystem::path& folder, double megabytes);
/// Of 128,000 subscribers.
void report_subscribers_page(const std::filesystem::path& folder);

/// What such a process does: this program, started with "--..." as its first argument. Its exit status.
int play_role(int count, char** arguments);

}  // namespace qoslab::bench
