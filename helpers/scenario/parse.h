// YAML text becomes a tree of values with places, within bounds.
#pragma once

#include <optional>
#include <string>

#include "helpers/scenario/value.h"

namespace qoslab {

inline constexpr std::size_t deepest_nesting = 64;
inline constexpr std::size_t most_values = 200'000;

/// One YAML document of maps, lists and scalars. An alias becomes a copy of what it names, and counts as such. What
/// scenario files do without is refused where it stands: merge keys, tags, keys that are no scalars, a key twice in one
/// map, a second document, deeper nesting or more values than the bounds above. Precondition: `text` is clean (text.h).
/// Nothing if there was an error.
std::optional<Value> parse_yaml(const std::string& text, const std::string& file, Diagnostics& out);

}  // namespace qoslab
