// Does every value have the form that the table of keys gives it?
#pragma once

#include "helpers/scenario/keys/shape.h"
#include "helpers/scenario/value.h"

namespace qoslab {

/// Reports unknown and missing keys, values of the wrong kind, numbers without units or out of range. What passes can
/// be read with Fields (fields.h).
void check_form(const Value& map, const KeyTable& table, Diagnostics& out);

/// The keys that `map` may have: those of the table and those that its chooser adds.
std::vector<const Key*> keys_for(const Value& map, const KeyTable& table);

}  // namespace qoslab
