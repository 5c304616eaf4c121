// Where the parts of a gateway's sections stand, beside what was read from them.
#pragma once

#include <utility>
#include <vector>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/keys/tables.h"

namespace qoslab::checks {

/// Each member of a section of maps by name, as read and as written.
template <typename Spec>
std::vector<std::pair<const Spec*, Fields>> with_places(const std::vector<Spec>& specs, const Fields& root,
                                                        std::string_view section) {
  std::vector<std::pair<const Spec*, Fields>> result;
  const auto written = root.named(section);
  for (std::size_t i = 0; i < specs.size() && i < written.size(); ++i)
    result.emplace_back(&specs[i], written[i].second);
  return result;
}

/// Each entry under `traffic`; of one in both directions the first, as the other is alike.
inline std::vector<std::pair<const GroupTrafficSpec*, Fields>> with_places(const SubscriberGroupSpec& group,
                                                                           const Fields& written) {
  std::vector<std::pair<const GroupTrafficSpec*, Fields>> result;
  std::size_t next = 0;
  for (const auto& f : written.maps("traffic")) {
    if (next >= group.traffic.size()) break;
    result.emplace_back(&group.traffic[next], f);
    next += f.text("direction") == "both" ? 2U : 1U;
  }
  return result;
}

}  // namespace qoslab::checks
