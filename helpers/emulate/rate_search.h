// The highest rate that something carries.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/results/emulation_results.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// Doubles or halves a rate until one is carried and one is not, then goes between them. What was not carried, or
/// not offered, is tried again before it counts, since anything may have disturbed it.
class RateSearch {
 public:
  static constexpr double first = 50'000;  ///< frames a second
  static constexpr double least = 500;
  static constexpr double most = 5'000'000;

  /// What is to be tried; nothing: the search is over.
  [[nodiscard]] std::optional<double> next() const { return wanted_; }
  /// Precondition: something was to be tried. `offered`: the rate that it came to be.
  void tried(double offered, bool carried);
  /// 0: none was carried.
  [[nodiscard]] double best() const { return best_; }
  /// It ended since more could not be offered.
  [[nodiscard]] bool short_of_offer() const { return short_of_offer_; }

 private:
  void choose();

  std::optional<double> wanted_ = first;
  double best_ = 0;
  std::optional<double> too_much_;  ///< the least that was not carried
  int failures_ = 0;                ///< of what is wanted
  int steps_between_ = 0;
  bool short_of_offer_ = false;
};

/// So many frames, sent evenly.
struct Burst {
  double offered = 0;  ///< frames a second
  std::int64_t sent = 0;
  std::int64_t carried = 0;
  DelayHistogram lateness;  ///< of the departures
};

/// Why it does not count as carried: "loss", "lateness"; empty: it does.
std::string fault_of(const Burst& burst, Duration precision);

/// `send` offers a rate for a moment. Ends before the search does when `stopped` says so.
SelfTestResults highest_rate(const std::function<Burst(double per_second)>& send, Duration precision,
                             const std::function<bool()>& stopped);

}  // namespace qoslab::emulation
