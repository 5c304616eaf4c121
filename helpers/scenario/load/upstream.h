// What policers and their arbiters leave of what a subscriber sends.
#pragma once

#include "helpers/scenario/load/limits.h"

namespace qoslab::load {

/// `arriving`: the part of what the subscriber sends that reaches its access list.
Load behind_policers(const SubscriberKind& kind, double arriving, SubscriberDemands& out);

}  // namespace qoslab::load
