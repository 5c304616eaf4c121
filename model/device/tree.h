// From a port's class tree, as the scenario describes it, to a scheduler over numbered leaf queues.
#pragma once

#include <memory>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"
#include "model/scenario/port_spec.h"

namespace qoslab {

/// Slots are classes of this name and a number, from 1.
inline constexpr const char* reserved_slot_prefix = "reserved-";

struct ClassTree {
  std::unique_ptr<Scheduler> scheduler;
  RateAdjustable* adjustable = nullptr;  ///< the same object, if its children's rates may change
  std::vector<ClassSpec> leaves;         ///< child i of the scheduler; their `children` are empty
  int first_slot = 0;                    ///< leaves from here on are slots for reservations
};

/// The scheduler of a port: one algorithm over its class tree, or several nested ones where a class names another
/// scheduler for its children. With `reservable` the tree has that many more leaves, at rate 0, named reserved-1, ….
/// The root's rate is the shaper's, or the link's as it is seen at the port's layer.
/// Precondition: the spec of a checked scenario.
ClassTree build_class_tree(const PortSpec& spec);

/// What the port's classes share: the shaper's rate, or of the link's what its largest packets see at the port's layer.
Rate port_rate(const PortSpec& spec);

}  // namespace qoslab
