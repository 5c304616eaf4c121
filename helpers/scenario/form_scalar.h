// The form of one single value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "helpers/scenario/keys/shape.h"

namespace qoslab {

struct ScalarFault {
  std::string what;
  std::string fix;
};

/// Why `text` is no value of this shape, if it is none.
std::optional<ScalarFault> scalar_fault(std::string_view text, const Shape& shape);

/// The two halves of a "what; fix" message.
ScalarFault split_fault(const std::string& message);

/// How a value of this shape is written, for messages.
std::string example_of(const Shape& shape);

/// "at least 1 bit/s", "0 to 7"; empty if every value fits.
std::string range_of(const Shape& shape);

}  // namespace qoslab
