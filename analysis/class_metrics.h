// The metrics of one class of a port in one replication.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/results/results.h"

namespace qoslab {

/// In the base unit of metric_table. Absent without packets, or when there is no such metric.
std::optional<double> class_metric(const PortClassResults& port_class, Duration measured, std::string_view metric);

/// By which references call a class: port/class.
std::string subject_of(const std::string& port, const std::string& class_name);

}  // namespace qoslab
