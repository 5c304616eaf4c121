#include "helpers/emulate/capture_port.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace qoslab::emulation {
namespace {

template <std::size_t size>
void write(std::ofstream& file, const std::array<std::uint32_t, size>& words) {
  for (const auto word : words)
    for (int shift = 0; shift < 32; shift += 8) file.put(static_cast<char>(word >> shift & 0xff));
}

}  // namespace

Captured::Captured(const std::string& path) {
  if (path.empty()) return;
  std::ifstream file{path, std::ios::binary};
  if (!file) throw CaptureError{path + ": cannot be read"};
  try {
    read_capture(file, *this);
  } catch (const CaptureError& e) {
    throw CaptureError{path + ": " + e.what()};
  }
  std::stable_sort(frames_.begin(), frames_.end(), [](const Frame& a, const Frame& b) { return a.ps < b.ps; });
}

void Captured::packet(const CapturedPacket& packet) {
  if (static_cast<std::int64_t>(packet.bytes.size()) < packet.length) return fault(TraceFault::cut_off);
  frames_.push_back({packet.ps, bytes_.size(), static_cast<std::size_t>(packet.length)});
  const auto whole = packet.bytes.first(static_cast<std::size_t>(packet.length));
  bytes_.insert(bytes_.end(), whole.begin(), whole.end());
}

CapturePort::CapturePort(std::string name, const Files& files, const Captured& captured, Int128 epoch, Clock& clock)
    : files_{files}, captured_{captured}, epoch_{epoch}, clock_{clock} {
  results_.name = std::move(name);
  results_.device = files.in.empty() ? files.out : files.in;
  for (std::size_t i = 0; i < captured.faults().size(); ++i)
    if (captured.faults()[i] > 0) results_.refused[std::string{trace_fault_names.at(i)}] = captured.faults()[i];
  if (files.out.empty()) return;
  out_.open(files.out, std::ios::binary | std::ios::trunc);
  write<6>(out_, {0xa1b2'3c4d, 2 | 4 << 16, 0, 0, 65'535, ethernet_link});
  if (!out_.flush()) throw std::runtime_error{files.out + ": cannot be written"};
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
  if (files_.out.empty()) return true;
  const Int128 ns = (epoch_ + due.ps()) / 1000;
  const auto size = static_cast<std::uint32_t>(bytes.size());
  write<4>(out_, {static_cast<std::uint32_t>(ns / 1'000'000'000), static_cast<std::uint32_t>(ns % 1'000'000'000), size,
                  size});
  out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return true;
}

PortResults CapturePort::results() {
  if (!files_.out.empty() && !out_.flush()) throw std::runtime_error{files_.out + ": cannot be written"};
  return results_;
}

}  // namespace qoslab::emulation
