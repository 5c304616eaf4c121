// What the metrics of result files are called on axes and in lists.
#pragma once

#include <string>
#include <string_view>

namespace qoslab::gui {

/// "goodput_bps": "goodput". Of an unknown one the name itself.
std::string name_of_metric(std::string_view metric);
/// "bit/s"; of an unknown one nothing.
std::string unit_of_metric(std::string_view metric);
/// What it means, in one sentence with its source.
std::string definition_of_metric(std::string_view metric);

}  // namespace qoslab::gui
