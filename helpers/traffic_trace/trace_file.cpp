#include "helpers/traffic_trace/trace_file.h"

#include <fstream>
#include <utility>
#include <variant>

#include "helpers/traffic_trace/capture.h"
#include "helpers/traffic_trace/ethernet.h"

namespace qoslab {
namespace {

using namespace literals;

/// Puts packets into a trace, at times that make sense: capture cards hand over packets a little out of order, and
/// clocks are set.
class TraceBuilder final : public CaptureSink {
 public:
  void packet(const CapturedPacket& captured) override {
    const auto outcome = trace_packet(captured.bytes, captured.length);
    if (const auto* why = std::get_if<TraceFault>(&outcome)) return fault(*why);
    auto packet = std::get<TracePacket>(outcome);
    packet.at = time_of(captured.ps);
    if (trace_.packets.size() == most_trace_packets || packet.at > longest_duration) return fault(TraceFault::beyond);
    trace_.packets.push_back(packet);
  }
  void fault(TraceFault fault) override { ++trace_[fault]; }
  Trace take() { return std::move(trace_); }

 private:
  static constexpr Int128 most_back = (1_s).ps();
  static constexpr Int128 most_ahead = (3600_s).ps();

  Duration time_of(Int128 ps) {
    if (trace_.packets.empty()) last_ = ps;
    const Int128 gap = ps - last_;
    const bool step = gap < -most_back || gap > most_ahead;
    if (step) fault(TraceFault::step);
    if (!step && gap < 0) fault(TraceFault::earlier);
    if (step || gap > 0) last_ = ps;
    if (!step && gap > 0 && now_ <= longest_duration) now_ += Duration::picoseconds(static_cast<std::int64_t>(gap));
    return now_;
  }

  Trace trace_;
  Int128 last_ = 0;  ///< the file's time at `now_`
  Duration now_;
};

}  // namespace

Parsed<Trace> read_trace(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return ParseError{file.string() + ": there is no such file"};
  if (std::filesystem::is_directory(file, ignored))
    return ParseError{file.string() + ": is a directory, not a capture"};
  std::ifstream bytes{file, std::ios::binary};
  if (!bytes) return ParseError{file.string() + ": cannot be read"};
  return read_trace(bytes, file.string());
}

Parsed<Trace> read_trace(std::istream& bytes, const std::string& name) {
  TraceBuilder builder;
  try {
    read_capture(bytes, builder);
  } catch (const CaptureError& error) {
    return ParseError{name + ": " + error.what()};
  }
  if (bytes.bad()) return ParseError{name + ": cannot be read to its end"};
  Trace trace = builder.take();
  if (trace.packets.empty()) return ParseError{name + ": holds no packet that can be replayed: " + summary(trace)};
  return trace;
}

std::string summary(const Trace& trace) {
  const auto packets = [](auto count) { return std::to_string(count) + (count == 1 ? " packet" : " packets"); };
  std::string result = packets(trace.packets.size());
  if (!trace.packets.empty()) result += " in " + std::to_string(trace.packets.back().at.to_seconds()) + " s";
  for (std::size_t i = 0; i < trace.faults.size(); ++i)
    if (trace.faults[i] > 0) result += "; " + std::to_string(trace.faults[i]) + " " + std::string{trace_fault_names[i]};
  return result;
}

}  // namespace qoslab
