// Does one rule take all that another would?
#pragma once

#include "model/qos/classifier.h"

namespace qoslab::checks {

/// Every packet that `narrow` matches is matched by `wide`.
bool covers(const Match& wide, const Match& narrow);

}  // namespace qoslab::checks
