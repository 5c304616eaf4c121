// The known word closest to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qoslab {

/// "did you mean 'rate'?" if one of `known` is at most a third of its length away (insertions, deletions, changes,
/// swapped neighbours; case does not count); otherwise the list of all, if it is short; otherwise `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string_view otherwise = "");

}  // namespace qoslab
