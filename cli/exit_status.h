// What the program's exit status says: scripts rely on it.
#pragma once

namespace qoslab::exit_status {

inline constexpr int fine = 0;
inline constexpr int does_not_hold = 1;  ///< the run is valid, but a reference or an expectation does not hold
inline constexpr int wrong_input = 2;
inline constexpr int environment = 3;  ///< the machine refuses
inline constexpr int output = 4;       ///< results cannot be written
inline constexpr int out_of_resources = 5;
inline constexpr int interrupted = 130;  ///< results so far are kept and marked incomplete

}  // namespace qoslab::exit_status
