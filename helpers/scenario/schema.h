// The table of keys as a JSON Schema, for editors.
#pragma once

#include <string>

namespace qoslab {

/// Draft 7, indented. A file may be completed by those that it includes, so the schema asks for no key except the
/// version; `qoslab check` does. Where a value is wanted, $name and ${name} may stand.
std::string scenario_schema();

}  // namespace qoslab
