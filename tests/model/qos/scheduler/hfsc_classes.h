// Short names for what tests of HFSC say most often.
#pragma once

#include "model/qos/scheduler/hfsc.h"

namespace qoslab::test {

inline ServiceCurve straight(Rate rate) { return {rate, {}, rate}; }

inline Hfsc::Class leaf(int child, std::optional<ServiceCurve> real_time, std::optional<ServiceCurve> link_share,
                        std::optional<ServiceCurve> upper_limit = {}, int parent = 0) {
  return {parent, child, real_time, link_share, upper_limit};
}

inline Hfsc::Class inner(ServiceCurve link_share, std::optional<ServiceCurve> upper_limit = {}, int parent = 0) {
  return {parent, std::nullopt, std::nullopt, link_share, upper_limit};
}

/// Link-sharing leaves below the root.
inline std::vector<Hfsc::Class> sharers(const std::vector<Rate>& rates) {
  std::vector<Hfsc::Class> classes{{}};
  for (std::size_t i = 0; i < rates.size(); ++i) classes.push_back(leaf(int(i), {}, straight(rates[i])));
  return classes;
}

inline Instant second(int n) { return Instant::at(Duration::seconds(n)); }

}  // namespace qoslab::test
