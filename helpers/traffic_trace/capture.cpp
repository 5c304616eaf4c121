#include "helpers/traffic_trace/capture.h"

namespace qoslab {

std::vector<std::uint8_t>& read_bytes(std::istream& file, std::size_t count, std::vector<std::uint8_t>& into) {
  into.resize(count);
  file.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(count));
  into.resize(static_cast<std::size_t>(file.gcount()));
  return into;
}

void read_capture(std::istream& file, CaptureSink& sink) {
  std::vector<std::uint8_t> begin;
  read_bytes(file, 4, begin);
  if (begin.empty()) throw CaptureError{"the file is empty; a pcap or pcapng capture is needed"};
  constexpr std::uint32_t section = 0x0a0d'0d0a;  // reads the same in both orders
  if (begin.size() == 4 && ByteFields{begin, true}.u32(0) == section) return read_pcapng(file, sink);
  read_pcap(file, begin, sink);
}

}  // namespace qoslab
