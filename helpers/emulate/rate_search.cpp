#include "helpers/emulate/rate_search.h"

#include <algorithm>
#include <cmath>

namespace qoslab::emulation {

void RateSearch::tried(double offered, bool carried) {
  constexpr double nearly = 0.9;
  constexpr int chances = 2;
  if (carried) best_ = std::max(best_, offered);
  const bool short_of_offer = carried && offered < nearly * *wanted_;
  if ((!carried || short_of_offer) && ++failures_ < chances) return;
  short_of_offer_ = short_of_offer;
  if (!carried) too_much_ = *wanted_;
  failures_ = 0;
  choose();
}

void RateSearch::choose() {
  constexpr int steps = 3;
  if (short_of_offer_ || (best_ > 0 && too_much_ && (steps_between_ == steps || *too_much_ <= best_))) {
    wanted_.reset();
  } else if (best_ > 0 && too_much_) {
    wanted_ = std::sqrt(best_ * *too_much_);
    ++steps_between_;
  } else {
    wanted_ = best_ > 0 ? *wanted_ * 2 : *wanted_ / 2;
    if (*wanted_ > most || *wanted_ < least) wanted_.reset();
  }
}

std::string fault_of(const Burst& burst, Duration precision) {
  if (burst.carried < burst.sent || burst.sent == 0) return "loss";
  return burst.lateness.quantile(0.99).value_or(Duration{}) > precision ? "lateness" : "";
}

SelfTestResults highest_rate(const std::function<Burst(double)>& send, Duration precision,
                             const std::function<bool()>& stopped) {
  RateSearch search;
  SelfTestResults results;
  results.limit = "none";
  double best = 0;
  while (const auto wanted = search.next()) {
    if (stopped()) {
      results.skipped = "it was interrupted";
      return results;
    }
    const Burst burst = send(*wanted);
    const auto fault = fault_of(burst, precision);
    search.tried(burst.offered, fault.empty());
    if (!fault.empty()) {
      results.limit = fault;
    } else if (burst.offered > best) {
      best = burst.offered;
      results.frames_per_second = std::llround(std::floor(best));
      results.median = burst.lateness.quantile(0.5).value_or(Duration{});
      results.within = burst.lateness.quantile(0.99).value_or(Duration{});
      results.most = burst.lateness.most().value_or(Duration{});
    }
  }
  if (search.short_of_offer()) results.limit = "sender";
  return results;
}

}  // namespace qoslab::emulation
