// Everything that a run has left in its folder, read.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/data/series_file.h"
#include "gui/data/subscriber_density.h"
#include "helpers/recorded/results.h"

namespace qoslab::gui {

struct OpenedResults {
  recorded::Results results;
  std::shared_ptr<const SeriesFile> series;  ///< none: the run wrote none, or it cannot be read
  std::optional<SubscriberDensity> subscribers;
  std::vector<std::string> complaints;  ///< what of the files cannot be read, or is not as it should be
};

/// `path`: a results.json or its folder. What is beside it may be missing or broken, and is complained of.
/// Throws recorded::Unreadable for the results.json itself, and when `stop` is set.
std::shared_ptr<const OpenedResults> open_results(const std::filesystem::path& path, std::atomic<bool>* stop = nullptr);

/// The results.json in a folder, or in the folders directly in it, by name; a file is itself.
std::vector<std::filesystem::path> results_in(const std::filesystem::path& path);

}  // namespace qoslab::gui
