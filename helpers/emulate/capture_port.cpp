#include "helpers/emulate/capture_port.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace qoslab::emulation {
namespace {

constexpr Int128 picoseconds = 1'000'000'000'000;
constexpr Int128 longest = 100 * 86'400 * picoseconds;                // an Instant holds 106 days
constexpr Int128 latest = (Int128{1} << 32) * picoseconds - longest;  // so that what leaves has a time in a pcap file

std::string days(Int128 ps) { return std::to_string(static_cast<std::int64_t>(ps / picoseconds / 86'400)) + " days"; }

void check_times(const std::string& path, const Captured& captured, Int128 epoch) {
  if (captured.frames().empty()) return;
  const Int128 last = captured.frames().back().ps;
  if (epoch < 0 || last >= latest)
    throw CaptureError{path + ": has frames before 1970 or after 2105, for which a pcap file has no time"};
  if (last - epoch > longest)
    throw CaptureError{path + ": its last frame is " + days(last - epoch) + " after the first one of all captures; " +
                       days(longest) +
                       " at most can be emulated. Captures that are used together are of the same time"};
}

}  // namespace

Captured::Captured(const std::string& path) {
  if (path.empty()) return;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw CaptureError{path + ": is a directory, not a capture"};
  std::ifstream file{path, std::ios::binary};
  if (!file) throw CaptureError{path + ": cannot be read: " + std::generic_category().message(errno)};
  try {
    read_capture(file, *this);
  } catch (const CaptureError& e) {
    throw CaptureError{path + ": " + e.what()};
  }
  for (Int128 latest = 0; const auto& frame : frames_) {
    if (frame.ps < latest) ++out_of_order_;
    latest = std::max(latest, frame.ps);
  }
  std::stable_sort(frames_.begin(), frames_.end(), [](const Frame& a, const Frame& b) { return a.ps < b.ps; });
}

bool Captured::ends_early() const {
  return std::any_of(faults_.begin(), faults_.end(), [](const auto& fault) {
    return fault.first == trace_fault_names[static_cast<std::size_t>(TraceFault::cut_off)] ||
           fault.first == trace_fault_names[static_cast<std::size_t>(TraceFault::unreadable)];
  });
}

void Captured::packet(const CapturedPacket& packet) {
  if (packet.length <= 0) return fault(TraceFault::unreadable);
  if (static_cast<std::int64_t>(packet.bytes.size()) < packet.length) return count("captured only in part");
  frames_.push_back({packet.ps, bytes_.size(), static_cast<std::size_t>(packet.length)});
  const auto whole = packet.bytes.first(static_cast<std::size_t>(packet.length));
  bytes_.insert(bytes_.end(), whole.begin(), whole.end());
}

CapturePort::CapturePort(std::string name, const Files& files, const Captured& captured, Int128 epoch, Clock& clock)
    : captured_{captured}, epoch_{epoch}, clock_{clock} {
  check_times(files.in, captured, epoch);
  results_.name = std::move(name);
  results_.device = files.in.empty() ? files.out : files.in;
  results_.refused = captured.faults();
  if (!files.out.empty()) out_.emplace(files.out);
}

Instant CapturePort::time_of(const Captured::Frame& frame) const {
  return Instant::at(Duration::picoseconds(static_cast<std::int64_t>(frame.ps - epoch_)));
}

Instant CapturePort::next() const {
  return taken_ == captured_.frames().size() ? Instant::never() : time_of(captured_.frames()[taken_]);
}

std::size_t CapturePort::receive(const FrameSink& sink, std::size_t most) {
  std::size_t given = 0;
  for (; given < most && next() <= clock_.now(); ++given) {
    const auto& frame = captured_.frames()[taken_++];
    results_.received += count_of_frame(frame.size);
    sink(captured_.bytes(frame), time_of(frame));
  }
  return given;
}

bool CapturePort::send(std::span<const std::uint8_t> bytes, Instant due) {
  results_.sent += count_of_frame(bytes.size());
  if (out_) out_->write((epoch_ + due.since_start().ps()) / 1000, bytes);
  return true;
}

void CapturePort::finish() {
  if (out_) out_->finish();
}

}  // namespace qoslab::emulation
