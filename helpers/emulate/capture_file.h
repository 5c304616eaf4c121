// A capture that is written.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "helpers/emulate/descriptor.h"
#include "model/units/rate.h"

namespace qoslab::emulation {

/// The message says which file, and why.
class CaptureNotWritten : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A pcap file of Ethernet frames with nanoseconds. It appears whole or not at all: written beside its place under a
/// temporary name, and renamed at the end. What is no regular file (/dev/null, a pipe) is written as it is.
class CaptureFile {
 public:
  /// Throws CaptureNotWritten, as the others.
  explicit CaptureFile(std::string path);
  ~CaptureFile();
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;

  /// `ns`: since 1970, until 2106.
  void write(Int128 ns, std::span<const std::uint8_t> frame);
  /// Everything is written.
  void finish();

 private:
  void put(std::uint32_t word);
  void flush();

  std::string path_;
  std::string temporary_;  ///< empty: written in place, or finished
  Descriptor file_;
  std::vector<std::uint8_t> waiting_;
};

}  // namespace qoslab::emulation
