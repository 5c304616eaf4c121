#include "benchmarks/gui/windows.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QApplication>
#include <QMainWindow>
#include <QStandardPaths>
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/gui/files.h"
#include "benchmarks/gui/frames.h"
#include "benchmarks/gui/table.h"
#include "gui/charts/chart_view.h"
#include "gui/data/input_file.h"
#include "gui/views/main_window.h"
#include "gui/views/results_page.h"

namespace qoslab::bench {
namespace {

namespace fs = std::filesystem;
using namespace gui;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// --- in a process of its own
// ------------------------------------------------------------------------------------------

/// Sees whether a widget has been painted.
class Painted final : public QObject {
 public:
  explicit Painted(QWidget& widget) { widget.installEventFilter(this); }
  void wait() {
    while (!seen_) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    seen_ = seen_ || event->type() == QEvent::Paint;
    return false;
  }

 private:
  bool seen_ = false;
};

void show_painted(QWidget& window) {
  Painted painted{window};
  window.show();
  painted.wait();
}

Places places(const std::string& folder) {
  return {.program = "false", .scenarios = QOSLAB_SCENARIOS, .results = QString::fromStdString(folder + "/results")};
}

/// Opens the results in a window; answers with its seconds, frames a second, and its memory in MB.
void open_and_zoom(const std::string& folder, const QString& view) {
  MainWindow window{places(folder)};
  window.resize(1920, 1080);
  show_painted(window);
  const auto begin = Clock::now();
  window.open(QString::fromStdString(folder));
  auto* page = qobject_cast<ResultsPage*>(window.page());
  while (page->views().empty()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  page->show_view(view);
  Painted painted{*page->chart()->viewport()};
  page->chart()->viewport()->update();
  painted.wait();
  const double opened = seconds_since(begin);
  if (page->chart()->picture().curves.empty()) throw std::runtime_error{"no such chart: " + view.toStdString()};
  const auto frames = zoom_and_move(*page->chart(), window, 1);
  page->chart()->show_whole();
  const auto sizes = frames_of(window, 1, 20, [&](int i) {
    window.resize(1920 - 20 * (i % 10), 1080 - 10 * (i % 10));
    QApplication::processEvents();
  });
  std::ifstream status{"/proc/self/status"};
  double peak = 0;
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) peak = std::stod(line.substr(6)) * 1024 / 1e6;
  std::printf("%g %g %g %g %g\n", opened, peak, frames.a_second, frames.slowest_ms, sizes.a_second);
}

// --- that starts it
// ---------------------------------------------------------------------------------------------------

/// What this program wrote in a role, and when it had written it.
struct Answer {
  std::vector<double> numbers;
  double seconds = 0;
};

Answer ask(std::vector<std::string> arguments) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error{"no pipe"};
  std::string program = "/proc/self/exe";
  std::vector<char*> words{program.data()};
  for (auto& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  std::fflush(stdout);
  const auto begin = Clock::now();
  const auto child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    execv(program.c_str(), words.data());
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 1000> part{};
  double seconds = 0;
  for (ssize_t got; (got = read(ends[0], part.data(), part.size())) > 0; seconds = seconds_since(begin))
    text.append(part.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) throw std::runtime_error{"bench_gui " + arguments.front() + " has failed"};
  std::istringstream stream{text};
  return {{std::istream_iterator<double>{stream}, {}}, seconds};
}

/// The middle one of some.
double start_of(const std::string& role) {
  std::vector<double> times;
  for (int i = 0; i < 7; ++i) times.push_back(ask({role}).seconds);
  std::nth_element(times.begin(), times.begin() + 3, times.end());
  return times[3];
}

double plain_read(const fs::path& path) {
  const auto begin = Clock::now();
  const InputFile file{path, ""};
  std::vector<char> part(1 << 20);
  std::uint64_t offset = 0;
  while (const auto got = file.read(offset, part.data(), part.size())) offset += got;
  return seconds_since(begin);
}

std::string times(double a, double b) { return number(a / b, "times"); }

}  // namespace

void report_start() {
  start_of("--empty");
  const double empty = start_of("--empty"), window = start_of("--window");
  print_row("from the start to the painted window, with the library of scenarios/", number(window, "s"), "≤ 0.5 s",
            "an empty window of Qt's: " + number(empty, "s"));
}

void report_opening(const fs::path& folder, double megabytes) {
  const auto results = folder / "large";
  fs::create_directory(results);
  write_results(results);
  write_series(results / "series.csv", megabytes, 40, true);
  plain_read(results / "series.csv");
  const double plain = plain_read(results / "series.csv");
  const auto answer = ask({"--open", results.string(), "throughput"}).numbers;
  const auto size = number(static_cast<double>(fs::file_size(results / "series.csv")) / 1e6, "MB");
  print_row("opening results with a series.csv of " + size + ", to the first chart", number(answer.at(0), "s"), "≤ 2 s",
            "a plain read of it " + number(plain, "s") + ": " + times(answer.at(0), plain));
  print_row("memory of that process, at the most", number(answer.at(1), "MB"), "≤ 500 MB", "");
  print_row("zooming and moving there, twelve curves, the whole window of 1920 × 1080",
            number(answer.at(2), "frames/s"), "≥ 30", "slowest frame " + number(answer.at(3), "ms"));
  print_row("changing the window's size there", number(answer.at(4), "frames/s"), "", "");
  fs::remove_all(results);
}

void report_subscribers_page(const fs::path& folder) {
  const auto results = folder / "many";
  fs::create_directory(results);
  write_results(results);
  write_subscribers(results / "subscribers.csv", 128'000);
  plain_read(results / "subscribers.csv");
  const double plain = plain_read(results / "subscribers.csv");
  for (const auto& [view, name] : {std::pair{"subscribers", "128,000 subscribers in both directions, to their density"},
                                   std::pair{"worst", "the same, to the list of the worst"}}) {
    const auto answer = ask({"--open", results.string(), view}).numbers;
    print_row(name, number(answer.at(0), "s"), "",
              "a plain read of the file " + number(plain, "s") + ": " + times(answer.at(0), plain));
    print_row("zooming and moving there, the whole window of 1920 × 1080", number(answer.at(2), "frames/s"), "≥ 30",
              "slowest frame " + number(answer.at(3), "ms"));
    print_row("changing the window's size there", number(answer.at(4), "frames/s"), "≥ 30", "");
  }
  fs::remove_all(results);
}

int play_role(int count, char** arguments) {
  try {
    const std::vector<std::string> words{arguments + 1, arguments + count};
    QStandardPaths::setTestModeEnabled(true);
    QApplication app{count, arguments};
    QApplication::setOrganizationName("qoslab-benchmarks");
    if (words.size() == 3 && words[0] == "--open") {
      open_and_zoom(words[1], QString::fromStdString(words[2]));
      return 0;
    }
    QMainWindow empty;
    empty.resize(1280, 760);
    std::optional<MainWindow> window;
    if (words[0] == "--window") window.emplace(places("/nowhere"));
    show_painted(window ? *window : empty);
    std::puts("1");
    std::fflush(stdout);
    _exit(0);  // what comes now is not measured
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}

}  // namespace qoslab::bench
