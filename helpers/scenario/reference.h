// The table of keys as a page for people.
#pragma once

#include <string>
#include <string_view>

namespace qoslab {

/// Markdown: how files are written, then every key with its form, its standard and its meaning, then every metric.
std::string scenario_reference();

/// The whole scenario with which the page begins.
std::string_view example_scenario();
/// And that of a gateway.
std::string_view gateway_example();

}  // namespace qoslab
