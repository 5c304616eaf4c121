// What is said of several moments of a run: each thing once, as it is at the worst of them.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "helpers/scenario/fields.h"
#include "helpers/scenario/load/demands.h"

namespace qoslab::advice {

class Findings {
 public:
  /// `subject`: what it speaks of, besides its place. Of those alike the one with the highest degree stays.
  void add(const std::string& subject, double degree, Diagnostic diagnostic) {
    const auto [at, fresh] = all_.try_emplace({diagnostic.position, subject}, degree, diagnostic);
    if (!fresh && degree > at->second.first) at->second = {degree, std::move(diagnostic)};
  }
  void move_to(Diagnostics& out) {
    for (auto& [subject, finding] : all_) out.push_back(std::move(finding.second));
  }

 private:
  std::map<std::pair<Position, std::string>, std::pair<double, Diagnostic>> all_;
};

/// What limits each subscriber, and lets less pass than arrives.
void subscriber_load(const load::Demands& demands, const Fields& root, Findings& out);

}  // namespace qoslab::advice
