// A capture file in the place of a network device.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "helpers/emulate/capture_file.h"
#include "helpers/emulate/clock.h"
#include "helpers/emulate/frame_port.h"
#include "helpers/traffic_trace/capture.h"

namespace qoslab::emulation {

/// The time of a run over captures: it stands where it was put.
class StandingClock final : public Clock {
 public:
  Instant now() override { return now_; }
  Instant of_system(std::int64_t /*nanoseconds*/) override { return now_; }
  [[nodiscard]] bool passes() const override { return false; }
  void move_to(Instant now) { now_ = now; }

 private:
  Instant now_;
};

/// The frames of a capture (pcap or pcapng, Ethernet), with their times.
class Captured final : public CaptureSink {
 public:
  struct Frame {
    Int128 ps;  ///< since the epoch of the file
    std::size_t first = 0;
    std::size_t size = 0;
  };
  /// An empty path: none. Throws CaptureError, whose message begins with the path.
  explicit Captured(const std::string& path);
  /// In order of time.
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  [[nodiscard]] std::span<const std::uint8_t> bytes(const Frame& frame) const {
    return std::span{bytes_}.subspan(frame.first, frame.size);
  }
  /// Frames that stand behind later ones in the file.
  [[nodiscard]] std::int64_t out_of_order() const { return out_of_order_; }
  /// It was not read to its end, for it is cut off or damaged.
  [[nodiscard]] bool ends_early() const;
  /// What could not be read as a whole frame: why, and how often.
  [[nodiscard]] const std::map<std::string, std::int64_t>& faults() const { return faults_; }

 private:
  void packet(const CapturedPacket& packet) override;
  void fault(TraceFault fault) override { count(trace_fault_names.at(static_cast<std::size_t>(fault))); }
  void count(std::string_view fault) { ++faults_[std::string{fault}]; }

  std::vector<Frame> frames_;
  std::vector<std::uint8_t> bytes_;
  std::map<std::string, std::int64_t> faults_;
  std::int64_t out_of_order_ = 0;
};

/// Gives the frames of one capture at their times, and writes what is sent into another: with nanoseconds, at the
/// instant when it was due.
class CapturePort final : public FramePort {
 public:
  struct Files {
    std::string in;   ///< empty: nothing comes in
    std::string out;  ///< empty: what goes out is counted only
  };
  /// `epoch`: the time in the file that is the clock's start. Throws CaptureNotWritten, and CaptureError if the frames
  /// are too far apart.
  CapturePort(std::string name, const Files& files, const Captured& captured, Int128 epoch, Clock& clock);

  std::size_t receive(const FrameSink& sink, std::size_t most) override;
  /// Throws CaptureNotWritten.
  bool send(std::span<const std::uint8_t> bytes, Instant due) override;
  std::span<const std::size_t> flush() override { return {}; }
  PortResults results() override { return results_; }
  /// When the next frame comes in; never: none will.
  [[nodiscard]] Instant next() const;
  /// Nothing is sent any more: only now there is a file. Throws CaptureNotWritten.
  void finish();

 private:
  [[nodiscard]] Instant time_of(const Captured::Frame& frame) const;

  PortResults results_;
  const Captured& captured_;
  Int128 epoch_;
  Clock& clock_;
  std::size_t taken_ = 0;
  std::optional<CaptureFile> out_;
};

}  // namespace qoslab::emulation
