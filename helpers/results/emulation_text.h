// An emulation's report for a reader, and for programs.
#pragma once

#include <string>

#include "analysis/emulation_report.h"
#include "helpers/results/table.h"

namespace qoslab {

std::string to_text(const EmulationReport& report, const TextStyle& style);
/// Only how far it may be believed.
std::string certificate_text(const EmulationReport& report, const TextStyle& style);
/// results.json of an emulation.
std::string to_json(const EmulationReport& report);

}  // namespace qoslab
