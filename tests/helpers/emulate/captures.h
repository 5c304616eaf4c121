// Capture files of stories.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "helpers/emulate/capture_port.h"
#include "tests/own_folder.h"

namespace qoslab::emulation {

struct CapturedFrame {
  std::int64_t ns = 0;  ///< since 1970
  std::vector<std::uint8_t> bytes;
  bool operator==(const CapturedFrame&) const = default;
};

inline void write_capture(const std::string& path, const std::vector<CapturedFrame>& frames) {
  CaptureFile out{path};
  for (const auto& frame : frames) out.write(frame.ns, frame.bytes);
  out.finish();
}

inline std::vector<CapturedFrame> read_capture(const std::string& path) {
  const Captured captured{path};
  EXPECT_TRUE(captured.faults().empty()) << path;
  std::vector<CapturedFrame> frames;
  for (const auto& frame : captured.frames()) {
    const auto bytes = captured.bytes(frame);
    frames.push_back({static_cast<std::int64_t>(frame.ps / 1000), {bytes.begin(), bytes.end()}});
  }
  return frames;
}

/// Each story has its own, which is removed with everything in it.
class OwnDirectory : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return directory_ + "/" + name; }
  /// Of what is in it.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator{directory_})
      result.push_back(entry.path().filename().string());
    std::sort(result.begin(), result.end());
    return result;
  }

 private:
  const test::OwnFolder own_;
  const std::string directory_ = own_.path();
};

}  // namespace qoslab::emulation
