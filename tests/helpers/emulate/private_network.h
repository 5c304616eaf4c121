// A network of its own for a test.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {

using Frame = std::vector<std::uint8_t>;

/// Each story has its own network namespace: as root, else in a user namespace. The story is skipped where neither is
/// allowed.
class PrivateNetwork : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

 private:
  Descriptor before_;
};

struct Tag {
  std::uint16_t type;
  std::uint16_t value;
};

/// A frame whose contents tell it from others.
Frame frame(const std::vector<Tag>& tags, std::uint16_t type, std::size_t contents, std::uint32_t number = 0);

/// A host on a device: plain packet(7), without a ring.
class Host {
 public:
  /// `open`: sends frames whose sender left work to be done, with what the device is told of that before each.
  explicit Host(const std::string& device, bool open = false);

  void send(const Frame& frame);
  /// The next frame, tags as they were on the wire; nothing: none has come within a second.
  std::optional<Frame> receive();
  /// Nothing waits.
  bool silent();

 private:
  std::optional<Frame> take();

  Descriptor socket_;
};

/// What a process of its own does, which ends without any destructor of ours being called; that no expectation failed
/// in it.
bool in_child(const std::function<void()>& story);

/// The descriptor becomes readable in this time.
bool readable(int descriptor, int milliseconds = 1000);

}  // namespace qoslab::emulation
