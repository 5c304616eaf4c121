// Results on their way from the process that simulated them to the one that reports.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "model/results/live_reading.h"
#include "model/results/results.h"

namespace qoslab {

/// Bytes that are not what pack() made: cut off, or of another build.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Compact and binary, for the same program on the same machine: not a file format.
std::string pack(const Results& results);
/// Throws WireError; never reads beyond `bytes`, never allocates more than a small multiple of them.
Results unpack(std::string_view bytes);

/// The same for what is told meanwhile.
std::string pack(const LiveReading& reading);
LiveReading unpack_live(std::string_view bytes);

}  // namespace qoslab
