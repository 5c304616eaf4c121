#include "benchmarks/gui/below_windows.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "benchmarks/gui/files.h"
#include "benchmarks/gui/table.h"
#include "gui/data/input_file.h"
#include "gui/data/pyramid.h"
#include "gui/data/series_file.h"
#include "gui/data/subscriber_density.h"

namespace qoslab::bench {
namespace {

namespace fs = std::filesystem;
using namespace gui;

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

void read_plainly(const fs::path& path) {
  const InputFile file{path, ""};
  std::vector<char> part(1 << 20);
  std::uint64_t offset = 0;
  while (const auto got = file.read(offset, part.data(), part.size())) offset += got;
}

/// Draws parts of curves: how long the first look takes, and one a little beside.
void report_zoom(const SeriesFile& file, double share, const std::string& name) {
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
  print_row("a look at " + name + " of a curve" + (exact ? ", each value" : ""), number(first / rounds * 1e3, "ms"), "",
            "moved a little: " + number(again / rounds * 1e3, "ms"));
}

}  // namespace

void report_series(const fs::path& folder, double megabytes, int subjects, bool by_time) {
  const auto path = folder / "series.csv";
  write_series(path, megabytes, subjects, by_time);
  read_plainly(path);
  const auto plain = time_of([&] { read_plainly(path); });
  std::int64_t values = 0;
  std::optional<SeriesFile> file;
  const auto load = time_of([&] { file.emplace(path); });
  for (const auto& curve : file->curves()) values += curve.values;
  char beside[200];
  std::snprintf(beside, sizeof beside, "plain read %.2f s: %.1f times its work; %.0f ns a value", plain.wall,
                load.busy / plain.busy, load.busy * 1e9 / static_cast<double>(values));
  print_row("reading series.csv of " + number(static_cast<double>(fs::file_size(path)) / 1e6, "MB") + ", " +
                std::to_string(subjects) + (by_time ? " subjects record by record" : " subjects one after the other"),
            number(load.wall, "s"), "", beside);
  report_zoom(*file, 1, "the whole");
  report_zoom(*file, 0.1, "a tenth");
  report_zoom(*file, 0.001, "a thousandth");
  file.reset();
  fs::remove(path);
}

void report_pyramid() {
  constexpr std::size_t count = 10'000'000;
  std::vector<Point> samples(count);
  std::mt19937 random{2};
  for (std::size_t i = 0; i < count; ++i)
    samples[i] = {static_cast<double>(i) * 1e-3, static_cast<double>(random() % 1'000'000)};
  double least = HUGE_VAL;
  const double scan = busy_in([&] {
    for (const auto& p : samples) least = std::min(least, p.y);
  });
  const volatile double used = least;
  static_cast<void>(used);
  std::optional<Pyramid> pyramid;
  const double build = busy_in([&] { pyramid.emplace(std::move(samples)); });
  print_row("levels over 10 million samples", number(build * 1e3, "ms"), "", "one scan: " + number(scan * 1e3, "ms"));
  for (const double share : {1.0, 0.1, 0.01, 1e-4}) {
    constexpr int rounds = 50;
    const double time = busy_in([&] {
      for (int i = 0; i < rounds; ++i) {
        const double from = 1e4 * (1 - share) * i / rounds;
        static_cast<void>(pyramid->between(from, from + 1e4 * share, pixels).size());
      }
    });
    char what[100];
    std::snprintf(what, sizeof what, "%g %% of them on %d pixels", share * 100, pixels);
    print_row(what, number(time / rounds * 1e3, "ms"), "", "1/" + number(scan / (time / rounds), "of a scan"));
  }
}

void report_subscribers(const fs::path& folder) {
  const auto path = folder / "subscribers.csv";
  write_subscribers(path, 128'000);
  read_plainly(path);
  const double plain = busy_in([&] { read_plainly(path); });
  const double load = busy_in([&] { static_cast<void>(read_subscribers(path)); });
  print_row("reading subscribers.csv of 128,000 in both directions", number(load * 1e3, "ms"), "",
            "plain read " + number(plain * 1e3, "ms"));
  fs::remove(path);
}

}  // namespace qoslab::bench
