// How far a run is, on stderr.
#pragma once

#include <chrono>
#include <string>

namespace qoslab {

/// A bar on a terminal, JSON lines when asked for, else silence. At most ten a second.
class Progress {
 public:
  enum class Kind { bar, json, none };
  /// "auto", "json" or "none".
  static Kind kind_of(const std::string& name);
  Progress(Kind kind, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(double share);

 private:
  Kind kind_;
  std::string what_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point said_;
};

}  // namespace qoslab
