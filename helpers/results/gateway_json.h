// The gateways' part of results.json.
#pragma once

#include <optional>

#include "analysis/report.h"
#include "helpers/results/json_parts.h"

namespace qoslab {

Json to_json(const TrafficReport& report, const SweepPoint& point);
Json to_json(const SubscriberReport& report, const SweepPoint& point);
Json to_json(const PlaceReport& report, const SweepPoint& point);
Json to_json(const AggregateLevelReport& report, const SweepPoint& point);

/// Of all gateways, at all points. Absent without gateways.
std::optional<Books> books_of_streams(const Report& report);

}  // namespace qoslab
