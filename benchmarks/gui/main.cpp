// What the windows cost: until they are there, until large results are on the screen, for each frame while one zooms
// and moves; as tables for docs/gui-performance.md. Arguments: the only part that is wanted (windows, frames or below),
// and megabytes of series.csv, 1000 without. Generated files lie in a temporary folder, which a process of its own
// removes however the measuring ends.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "benchmarks/gui/below_windows.h"
#include "benchmarks/gui/frames.h"
#include "benchmarks/gui/table.h"
#include "benchmarks/gui/windows.h"

namespace {

namespace fs = std::filesystem;
using namespace qoslab::bench;

volatile std::sig_atomic_t worker = 0;

void pass_on(int signal) {
  if (worker > 0) kill(worker, signal);
}

void report_windows(const fs::path& folder, double megabytes) {
  std::printf("### Windows\n\n%s", table_head);
  report_start();
  report_opening(folder, megabytes);
  report_subscribers_page(folder);
}

void report_charts(const fs::path&, double) {
  std::printf("### Frames\n\n%s", table_head);
  report_frames();
}

void report_below(const fs::path& folder, double megabytes) {
  std::printf("### Below the windows\n\n%s", table_head);
  report_series(folder, megabytes, 40, false);
  report_series(folder, megabytes, 1000, true);
  report_subscribers(folder);
  report_pyramid();
}

constexpr std::array<std::pair<std::string_view, void (*)(const fs::path&, double)>, 3> parts = {
    {{"windows", report_windows}, {"frames", report_charts}, {"below", report_below}}};

int measure(const fs::path& folder, std::string_view only, double megabytes) {
  try {
    for (const auto& [name, report] : parts) {
      if (!only.empty() && only != name) continue;
      report(folder, megabytes);
      std::puts("");
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  setenv("QT_QPA_PLATFORM", "offscreen", 1);
  setenv("QT_LOGGING_RULES", "*.warning=false", 0);  // of things that only a screen has
  if (count > 1 && std::string_view{arguments[1]}.starts_with("--")) return play_role(count, arguments);
  double megabytes = 1000;
  std::string_view only;
  for (const std::string_view word : std::span{arguments, static_cast<std::size_t>(count)}.subspan(1)) {
    const bool is_part = std::any_of(parts.begin(), parts.end(), [&](const auto& part) { return part.first == word; });
    if (is_part)
      only = word;
    else if (megabytes = std::strtod(word.data(), nullptr); !(megabytes >= 1))
      return std::fprintf(stderr, "neither a part (windows, frames, below) nor megabytes: %s\n", word.data()), 2;
  }
  auto folder = (fs::temp_directory_path() / "qoslab-bench-gui-XXXXXX").string();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, pass_on);
  if (mkdtemp(folder.data()) == nullptr) {
    std::perror(folder.c_str());
    return 1;
  }
  worker = fork();
  if (worker == 0) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const int status = measure(folder, only, megabytes);
    std::fflush(stdout);
    _exit(status);
  }
  int status = 0;
  while (worker > 0 && waitpid(worker, &status, 0) < 0) {}
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  if (worker < 0) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
