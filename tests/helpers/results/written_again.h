// Results that were read, as the file that they are of.
#pragma once

#include <nlohmann/json.hpp>

#include "helpers/recorded/results.h"

namespace qoslab::test {

/// The results.json of `run`, or that of `emulate` if they are of one. Names every field of helpers/recorded: one that
/// is added there does not compile before it is written here, and then it has to be in the file.
nlohmann::json written_again(const recorded::Results& results);

}  // namespace qoslab::test
