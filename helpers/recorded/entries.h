// The lists of a results.json, entry by entry.
#pragma once

#include "helpers/recorded/fields.h"

namespace qoslab::recorded {

/// `factor`: milliseconds of the file's unit.
Delays delays_of(const Fields& fields, double factor = 1);

Flow flow_of(const Fields& fields);
PortClass class_of(const Fields& fields);
Traffic traffic_of(const Fields& fields);
Subscribers subscribers_of(const Fields& fields);
Place place_of(const Fields& fields);
AggregateLevel aggregates_of(const Fields& fields);
Reference reference_of(const Fields& fields);
Expectation expectation_of(const Fields& fields);
Balance balance_of(const Fields& fields);

// Of an emulation: emulation_entries.cpp.
Account account_of(const Fields& fields);
Certificate certificate_of(const Fields& fields);
EmulationPort port_of(const Fields& fields);

}  // namespace qoslab::recorded
