// A capture file as a trace.
#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "model/traffic/trace.h"
#include "model/units/parse.h"

namespace qoslab {

/// Longer traces are read up to here.
inline constexpr std::size_t most_trace_packets = 10'000'000;

/// Reads pcap (either byte order, micro- or nanoseconds) and pcapng. What is not sound is counted in Trace::faults; an
/// error is a file without a single packet that could be sent: "office.pcap: ...".
[[nodiscard]] Parsed<Trace> read_trace(const std::filesystem::path& file);
/// The same from bytes; `name` stands in front of an error.
[[nodiscard]] Parsed<Trace> read_trace(std::istream& bytes, const std::string& name);

/// One line for the reader of a report: "1204 packets in 5.200000 s; 3 not IP; 1 cut off by the end of the file".
[[nodiscard]] std::string summary(const Trace& trace);

}  // namespace qoslab
