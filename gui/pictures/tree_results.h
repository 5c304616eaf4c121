// What became of the parts of a port's tree in a run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gui/draw/parts.h"
#include "helpers/recorded/results.h"
#include "model/scenario/scenario.h"

namespace qoslab::gui {

struct PartResult {
  std::optional<double> used;      ///< of the line, or of the rate that it may have: 0..1; of several the busiest
  std::vector<std::string> words;  ///< a line each
};
/// By the keys of gui/draw/parts.h.
using PartResults = std::map<std::string, PartResult>;

/// At a point of the sweep. A class of a port uses its part of the tightest that holds it: its own ceiling, one of
/// those above it, the port's shaper or line. Packets of a class are taken as all of their mean size.
PartResults results_of(const recorded::Results& results, const recorded::Point& point, const PortSpec& port);
/// Of all access ports of a gateway together.
PartResults results_of(const recorded::Results& results, const recorded::Point& point, const GatewaySpec& gateway,
                       const GatewaysSpec& spec);

/// The same trees with what became of their parts.
std::vector<TitledTree> with_results(std::vector<TitledTree> trees, const PartResults& results);

/// Why these results cannot be of this scenario; empty: they may be.
std::string misfit(const recorded::Results& results, const Scenario& scenario);

}  // namespace qoslab::gui
