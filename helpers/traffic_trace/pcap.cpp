// The classic format of libpcap: draft-ietf-opsawg-pcap. A header of 24 bytes, then records of 16 bytes and the packet.
#include <string>

#include "helpers/traffic_trace/capture.h"

namespace qoslab {
namespace {

struct Format {
  bool big_endian;
  std::int64_t ps_per_tick;  ///< of the fraction of a second
};

Format format_of(const std::vector<std::uint8_t>& first_four) {
  if (first_four.size() == 4)
    for (const bool big_endian : {false, true}) {
      const std::uint32_t magic = ByteFields{first_four, big_endian}.u32(0);
      if (magic == 0xa1b2'c3d4) return {big_endian, 1'000'000};
      if (magic == 0xa1b2'3c4d) return {big_endian, 1'000};
    }
  throw CaptureError{"neither pcap nor pcapng: the file begins with no number of these formats"};
}

}  // namespace

void read_pcap(std::istream& file, const std::vector<std::uint8_t>& first_four, CaptureSink& sink) {
  const Format format = format_of(first_four);
  std::vector<std::uint8_t> bytes;
  if (read_bytes(file, 20, bytes).size() < 20) throw CaptureError{"the file ends within its header"};
  const std::uint32_t link = ByteFields{bytes, format.big_endian}.u32(16);
  if ((link & 0xffff) != ethernet_link)
    throw CaptureError{"link type " + std::to_string(link & 0xffff) + "; only Ethernet (1) can be replayed"};
  const std::int64_t check_sequence = (link >> 26 & 1) != 0 ? (link >> 28) * 2 : 0;  // bit P and field FCS len

  for (std::vector<std::uint8_t> header; !read_bytes(file, 16, header).empty();) {
    if (header.size() < 16) return sink.fault(TraceFault::cut_off);
    const ByteFields fields{header, format.big_endian};
    const std::uint32_t captured = fields.u32(8);
    const std::uint32_t length = fields.u32(12);
    if (captured > longest_record) return sink.fault(TraceFault::unreadable);
    if (read_bytes(file, captured, bytes).size() < captured) return sink.fault(TraceFault::cut_off);
    const Int128 ps = Int128{fields.u32(0)} * 1'000'000'000'000 + Int128{fields.u32(4)} * format.ps_per_tick;
    sink.packet({ps, std::int64_t{length} - check_sequence, bytes});
  }
}

}  // namespace qoslab
