// What opening and drawing large results costs the GUI, beside reading the same file without a look at it. The files
// are made in a temporary folder. First argument: megabytes of series.csv, 1000 without.
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gui/data/input_file.h"
#include "gui/data/pyramid.h"
#include "gui/data/series_file.h"
#include "gui/data/subscriber_density.h"

namespace {

namespace fs = std::filesystem;
using namespace qoslab::gui;

constexpr int pixels = 1920;

struct Took {
  double wall;  ///< seconds
  double busy;  ///< of all threads: what the processors worked, whoever else wants them
};

Took time_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  const auto busy = std::clock();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC};
}

double busy_in(const std::function<void()>& work) { return time_of(work).busy; }

/// Megabytes that the process has, but for the file's pages in the system's cache.
double resident() {
  std::ifstream file{"/proc/self/statm"};
  double pages = 0, resident_pages = 0;
  file >> pages >> resident_pages;
  return resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

void append(std::string& text, double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 9).ptr;
  text.append(digits, end);
}

/// Lines as a run writes them: `subjects` one after the other, or all of them at each time.
void write_series(const fs::path& path, double megabytes, int subjects, bool by_time) {
  std::ofstream file{path, std::ios::binary};
  std::mt19937 random{1};
  std::string text = "time_s,flow,metric,value\n";
  const auto record = [&](int subject, int number) {
    for (const auto* metric : {"goodput_bps", "loss_percent", "delay_mean_ms", "delay_max_ms", "jitter_mean_ms"}) {
      append(text, number * 0.05);
      text.append(",subscriber-group-").append(std::to_string(subject)).append(".downstream,").append(metric) += ',';
      append(text, 1e6 + static_cast<double>(random() % 1'000'000'000) / 1000);
      text += '\n';
    }
  };
  double written = 0;
  const auto flush = [&](std::size_t at_least) {
    if (text.size() < at_least) return;
    file << text;
    written += static_cast<double>(text.size()) / 1e6;
    text.clear();
  };
  for (int subject = 0; subject < subjects && !by_time; ++subject)
    for (int number = 0; written < megabytes * (subject + 1) / subjects; ++number) {
      record(subject, number);
      flush(100'000);
    }
  for (int number = 0; by_time && written < megabytes; ++number)
    for (int subject = 0; subject < subjects; ++subject) {
      record(subject, number);
      flush(100'000);
    }
  flush(1);
}

void read_plainly(const fs::path& path) {
  const InputFile file{path, ""};
  std::vector<char> part(1 << 20);
  std::uint64_t offset = 0;
  while (const auto got = file.read(offset, part.data(), part.size())) offset += got;
}

/// Draws parts of curves: how long the first look takes, and one a little beside.
void report_zoom(const SeriesFile& file, double share, const char* name) {
  double first = 0, again = 0;
  bool exact = true;
  constexpr int rounds = 10;
  for (int i = 0; i < rounds; ++i) {
    const auto curve = file.curves().size() * static_cast<std::size_t>(i) / rounds;
    const auto& facts = file.curves()[curve];
    const double width = (facts.end - facts.begin) * share,
                 from = facts.begin + (facts.end - facts.begin - width) * 0.4;
    first += busy_in([&] { exact &= file.envelope(curve, from, from + width, pixels).exact; });
    again += busy_in([&] { exact &= file.envelope(curve, from + width / 50, from + width * 1.02, pixels).exact; });
  }
  std::printf("  %-28s %8.0f us, then moved %7.0f us%s\n", name, first / rounds * 1e6, again / rounds * 1e6,
              exact ? ", each value" : "");
}

void report_series(const fs::path& folder, double megabytes, int subjects, bool by_time) {
  const auto path = folder / "series.csv";
  write_series(path, megabytes, subjects, by_time);
  std::printf("series.csv of %.0f MB, %d subjects, %s\n", static_cast<double>(fs::file_size(path)) / 1e6, subjects,
              by_time ? "record by record" : "one after the other");
  read_plainly(path);
  const auto plain = time_of([&] { read_plainly(path); });
  const double before = resident();
  {
    std::int64_t values = 0;
    std::optional<SeriesFile> loaded;
    const auto load = time_of([&] { loaded.emplace(path); });
    const auto& file = *loaded;
    for (const auto& curve : file.curves()) values += curve.values;
    std::printf(
        "  plain read %.2f s; loaded in %.2f s, %.1f times that; work of %.2f s and %.2f s, %.1f times, %.0f ns a "
        "value\n"
        "  %.0f MB of memory; %s\n",
        plain.wall, load.wall, load.wall / plain.wall, plain.busy, load.busy, load.busy / plain.busy,
        load.busy * 1e9 / static_cast<double>(values), resident() - before,
        file.warning().empty() ? "nothing left out" : file.warning().c_str());
    report_zoom(file, 1, "the whole");
    report_zoom(file, 0.1, "a tenth");
    report_zoom(file, 0.001, "a thousandth");
  }
  fs::remove(path);
}

void report_pyramid() {
  constexpr std::size_t count = 10'000'000;
  std::vector<Point> samples(count);
  std::mt19937 random{2};
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = {static_cast<double>(i) * 1e-3, static_cast<double>(random() % 1'000'000)};
  const auto copy = samples;
  double least = HUGE_VAL;
  const double scan = busy_in([&] {
    for (const auto& p : copy) least = std::min(least, p.y);
  });
  std::optional<Pyramid> pyramid;
  const double build = busy_in([&] { pyramid.emplace(std::move(samples)); });
  std::printf("pyramid of 10 million samples: built in %.0f ms; one scan of them takes %.1f ms\n", build * 1e3,
              scan * 1e3);
  for (double share = 1; share > 1e-5; share /= 10) {
    constexpr int rounds = 50;
    std::size_t points = 0;
    const double time = busy_in([&] {
      for (int i = 0; i < rounds; ++i) {
        const double from = 1e4 * (1 - share) * i / rounds;
        points += pyramid->between(from, from + 1e4 * share, pixels).size();
      }
    });
    std::printf("  %9.3f %% of it on %d pixels: %6.0f us, %.1f points a pixel, a %.0fth of a scan\n", share * 100,
                pixels, time / rounds * 1e6, static_cast<double>(points) / rounds / pixels, scan / (time / rounds));
  }
  if (least < 0) std::puts("never");
}

void report_subscribers(const fs::path& folder) {
  const auto path = folder / "subscribers.csv";
  {
    std::ofstream file{path};
    std::mt19937 random{3};
    file
        << "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets,link,place,rate_bps,"
           "offered_bps,arrived_bps,share_percent,lost_packets\n";
    for (const auto* direction : {"upstream", "downstream"})
      for (int i = 0; i < 128'000; ++i)
        file << "homes," << direction << ',' << i << ",123456,120000,1000,990," << i / 32 << ",olt." << i / 4096
             << "/pon." << i / 128 << ",100000000," << 1'000'000 + random() % 1000 << ',' << 1'000'000 - random() % 5000
             << ',' << 90 + static_cast<double>(random() % 1000) / 100 << ',' << random() % 10 << '\n';
  }
  read_plainly(path);
  const double plain = busy_in([&] { read_plainly(path); });
  SubscriberDensity density;
  const double load = busy_in([&] { density = read_subscribers(path); });
  std::printf(
      "subscribers.csv of 128,000 in both directions, %.0f MB: plain read %.0f ms; read in %.0f ms, %.1f times that\n",
      static_cast<double>(fs::file_size(path)) / 1e6, plain * 1e3, load * 1e3, load / plain);
}

}  // namespace

int main(int count, char** arguments) {
  const double megabytes = count > 1 ? std::max(1.0, std::strtod(arguments[1], nullptr)) : 1000;
  auto folder = (fs::temp_directory_path() / "qoslab-bench-gui-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) {
    std::perror(folder.c_str());
    return 1;
  }
  int status = 0;
  try {
    report_series(folder, megabytes, 40, false);
    report_series(folder, megabytes, 1000, true);
    report_subscribers(folder);
    report_pyramid();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    status = 1;
  }
  fs::remove_all(folder);
  return status;
}
