#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/live.h"
#include "helpers/results/output_directory.h"

namespace qoslab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto pause = std::chrono::milliseconds{100};
constexpr int bar_width = 30;

double seconds_since(Clock::time_point t) { return std::chrono::duration<double>(Clock::now() - t).count(); }

/// Whatever bytes the file's name has.
std::string on_one_line(const nlohmann::ordered_json& line) {
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void say(const std::string& text) { write_all(STDERR_FILENO, text, "standard error"); }

}  // namespace

Progress::Kind Progress::kind_of(const std::string& name) {
  if (name == "json") return Kind::json;
  return name == "auto" && isatty(STDERR_FILENO) != 0 ? Kind::bar : Kind::none;
}

Progress::Progress(Kind kind, std::string what)
    : kind_{kind}, what_{std::move(what)}, began_{Clock::now()}, said_{began_ - pause} {}

Progress::~Progress() {
  if (kind_ != Kind::bar) return;
  const ssize_t ignored = write(STDERR_FILENO, "\r\033[K", 4);
  static_cast<void>(ignored);
}

void Progress::operator()(double share) {
  if (kind_ == Kind::none || (share < 1 && Clock::now() - said_ < pause)) return;
  said_ = Clock::now();
  const double elapsed = seconds_since(began_);
  const double left = share > 0 ? elapsed * (1 - share) / share : 0;
  if (kind_ == Kind::json) {
    return say(on_one_line({{"scenario", what_}, {"done", share}, {"elapsed_s", elapsed}, {"left_s", left}}));
  }
  const int filled = std::clamp(static_cast<int>(share * bar_width), 0, bar_width);
  say(fmt::format("\r\033[K{} [{}{}] {:3.0f} %, {:.0f} s left", what_,
                  std::string(static_cast<std::size_t>(filled), '#'),
                  std::string(static_cast<std::size_t>(bar_width - filled), '.'), share * 100, left));
}

void Progress::live(const LiveReading& reading) const {
  if (kind_ != Kind::json) return;
  nlohmann::ordered_json subjects = nlohmann::ordered_json::object();
  for (const auto& [subject, metric, value] : live_values(reading)) subjects[subject][metric] = value;
  const nlohmann::ordered_json line{{"scenario", what_},
                                    {"time_s", reading.time.since_start().to_seconds()},
                                    {"over_s", reading.over.to_seconds()},
                                    {"live", std::move(subjects)}};
  say(on_one_line(line));
}

}  // namespace qoslab
