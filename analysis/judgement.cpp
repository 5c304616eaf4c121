#include "analysis/judgement.h"

#include <algorithm>
#include <cmath>

namespace qoslab {
namespace {

bool at_most(double value, double limit) { return value <= limit + 1e-9 * std::max(std::abs(value), std::abs(limit)); }

bool inside(double value, std::optional<double> low, std::optional<double> high) {
  return (!low || at_most(*low, value)) && (!high || at_most(value, *high));
}

}  // namespace

ReferenceReport judge(const Reference& reference, std::optional<Estimate> simulated) {
  ReferenceReport report{reference, simulated, std::nullopt, std::nullopt};
  if (simulated && reference.documented != 0)
    report.deviation_percent = 100 * (simulated->mean - reference.documented) / std::abs(reference.documented);
  if (reference.at_least || reference.at_most)
    report.within = simulated && inside(simulated->mean, reference.at_least, reference.at_most);
  else if (reference.tolerance)
    report.within = simulated && inside(simulated->mean, reference.documented - *reference.tolerance,
                                        reference.documented + *reference.tolerance);
  return report;
}

ExpectationReport judge(const Expectation& expectation, std::optional<Estimate> simulated) {
  return {expectation, simulated, simulated && inside(simulated->mean, expectation.at_least, expectation.at_most)};
}

}  // namespace qoslab
