#include "gui/pictures/opened.h"

#include <algorithm>
#include <system_error>

#include "helpers/recorded/read.h"

namespace qoslab::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_results = 500;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

}  // namespace

std::shared_ptr<const OpenedResults> open_results(const fs::path& path, std::atomic<bool>* stop) {
  auto opened = std::make_shared<OpenedResults>();
  opened->results = recorded::read_results(path);
  for (const auto& oddity : opened->results.oddities) opened->complaints.push_back("results.json: " + oddity);
  const fs::path folder = fs::path{opened->results.path}.parent_path();
  const auto complain = [&](const std::string& words) {
    if (!words.empty()) opened->complaints.push_back(words);
  };
  try {
    if (is_there(folder / "series.csv")) {
      opened->series = std::make_shared<const SeriesFile>(folder / "series.csv", SeriesLoading{.stop = stop});
      complain(opened->series->warning());
    }
  } catch (const SeriesError& e) {
    complain(e.what());
  }
  try {
    opened->results.certificate = recorded::certificate_of(opened->results);
  } catch (const recorded::Unreadable& e) {
    complain(e.what());
  }
  if (stop != nullptr && stop->load()) throw recorded::Unreadable{path.string() + ": not read to its end"};
  try {
    if (is_there(folder / "subscribers.csv")) {
      opened->subscribers = read_subscribers(folder / "subscribers.csv");
      complain(opened->subscribers->warning());
    }
  } catch (const SubscribersError& e) {
    complain(e.what());
  }
  return opened;
}

std::vector<fs::path> results_in(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return {path};
  if (is_there(path / "results.json")) return {path / "results.json"};
  std::vector<fs::path> found;
  for (auto entry = fs::directory_iterator{path, ignored}; entry != fs::directory_iterator{}; entry.increment(ignored))
    if (is_there(entry->path() / "results.json") && found.size() < most_results)
      found.push_back(entry->path() / "results.json");
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace qoslab::gui
