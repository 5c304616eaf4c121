// How far a run is, on stderr.
#pragma once

#include <chrono>
#include <string>

#include "model/results/live_reading.h"

namespace qoslab {

/// A bar on a terminal, JSON lines when asked for, else silence. At most ten a second, and always the end. What the
/// lines say: docs/results-format.md.
class Progress {
 public:
  enum class Kind { bar, json, none };
  /// "auto", "json" or "none".
  static Kind kind_of(const std::string& name);
  Progress(Kind kind, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// 0..1; 1 once, at the end.
  void operator()(double share);
  /// In JSON only. Whoever calls this keeps the pace.
  void live(const LiveReading& reading) const;
  [[nodiscard]] bool tells_live() const { return kind_ == Kind::json; }

 private:
  Kind kind_;
  std::string what_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point said_;
};

}  // namespace qoslab
