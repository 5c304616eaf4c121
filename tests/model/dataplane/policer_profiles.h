// Profiles for tests, in few words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/scenario/gateway_spec.h"

namespace qoslab::dataplane {

inline SubscriberPolicerSpec policer(Rate pir, std::string parent = "", int level = 1, std::int64_t weight = 1) {
  SubscriberPolicerSpec p;
  p.cir = pir;
  p.pir = pir;
  p.parent = std::move(parent);
  p.level = level;
  p.weight = weight;
  return p;
}

inline ArbiterSpec arbiter(std::string name, Rate rate, std::string parent = "", int level = 1,
                           std::int64_t weight = 1) {
  ArbiterSpec a;
  a.name = std::move(name);
  a.rate = rate;
  a.parent = std::move(parent);
  a.level = level;
  a.weight = weight;
  return a;
}

/// A class for each policer, both named by their number.
inline ProfileSpec profile(std::vector<ArbiterSpec> arbiters, const std::vector<SubscriberPolicerSpec>& policers) {
  ProfileSpec spec;
  spec.arbiters = std::move(arbiters);
  for (const auto& p : policers) {
    auto& c = spec.classes.emplace_back();
    c.name = std::to_string(spec.classes.size());
    c.policer = p;
    c.policer->name = "policer " + c.name;
  }
  return spec;
}

}  // namespace qoslab::dataplane
