// The lists of a results.json, entry by entry.
#pragma once

#include "helpers/recorded/fields.h"

namespace qoslab::recorded {

Flow flow_of(const Fields& fields);
PortClass class_of(const Fields& fields);
Traffic traffic_of(const Fields& fields);
Subscribers subscribers_of(const Fields& fields);
Place place_of(const Fields& fields);
AggregateLevel aggregates_of(const Fields& fields);
Reference reference_of(const Fields& fields);
Expectation expectation_of(const Fields& fields);
Balance balance_of(const Fields& fields);
Account account_of(const Fields& fields);
Certificate certificate_of(const Fields& fields);

}  // namespace qoslab::recorded
