// Is a simulated number where it should be?
#pragma once

#include <optional>

#include "analysis/report.h"

namespace qoslab {

/// Within its bounds if it has any, else within its tolerance. A difference of a billionth is the rounding of a unit's
/// conversion and does not decide. Nothing measured is never within.
ReferenceReport judge(const Reference& reference, std::optional<Estimate> simulated);
ExpectationReport judge(const Expectation& expectation, std::optional<Estimate> simulated);

}  // namespace qoslab
