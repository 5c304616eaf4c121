// Bytes that are no longer, or never were, a message.
#include <random>

#include "tests/model/intserv/message_bytes.h"

namespace qoslab::rsvp {
namespace {

TEST(RsvpMessage, EveryTruncationFails) {
  RandomMessages random{2};
  for (int i = 0; i < 200; ++i) {
    const Bytes8 bytes = encode(random.next());
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      Bytes8 cut{bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)};
      ASSERT_TRUE(std::holds_alternative<DecodeFailure>(decode(cut)));
      if (n < 8) continue;
      cut[6] = static_cast<std::uint8_t>(n >> 8);
      cut[7] = static_cast<std::uint8_t>(n);
      (void)decode(with_good_checksum(cut));  // must not read beyond its end, whatever it makes of it
    }
  }
}

// Bytes that once were a message: decoding never reads beyond them (the sanitizer build watches), and what it accepts
// is stable: encoded and decoded again it is the same.
TEST(RsvpMessage, SurvivesMutilatedBytes) {
  RandomMessages random{3};
  std::mt19937_64 dice{4};
  int accepted = 0;
  for (int i = 0; i < 100'000; ++i) {
    Bytes8 bytes = encode(random.next());
    for (auto n = 1 + dice() % 4; n > 0; --n) {
      bytes[dice() % bytes.size()] = static_cast<std::uint8_t>(dice() % 4 == 0 ? 0xff * (dice() % 2) : dice());
    }
    if (dice() % 4 == 0) bytes.resize(dice() % (bytes.size() + 1));
    if (dice() % 2 == 0 && bytes.size() >= 8) bytes = with_good_checksum(bytes);
    const Bytes8 tight{bytes.begin(), bytes.end()};  // exactly as long as its bytes
    const auto decoded = decode(tight);
    if (const auto* m = std::get_if<Message>(&decoded)) {
      ++accepted;
      ASSERT_TRUE(well_formed(*m));
      ASSERT_EQ(std::get<Message>(decode(encode(*m))), *m);
    }
  }
  EXPECT_GT(accepted, 1000);
}

TEST(RsvpMessage, SurvivesNoise) {
  std::mt19937_64 dice{5};
  for (int i = 0; i < 100'000; ++i) {
    Bytes8 bytes(dice() % 120);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(dice());
    if (bytes.size() >= 8) {
      bytes[0] = 0x10;
      bytes[1] = static_cast<std::uint8_t>(1 + dice() % 7);
      bytes[6] = 0;
      bytes[7] = static_cast<std::uint8_t>(bytes.size());
      for (std::size_t at = 8; at + 4 <= bytes.size(); at += 4 * (1 + dice() % 4)) {  // lengths that may fit
        bytes[at] = 0;
        bytes[at + 1] = static_cast<std::uint8_t>(4 * (1 + dice() % 10));
        bytes[at + 2] = static_cast<std::uint8_t>(dice() % 16);
        bytes[at + 3] = static_cast<std::uint8_t>(1 + dice() % 2);
      }
      bytes[2] = bytes[3] = 0;
    }
    (void)decode(bytes);
  }
}

}  // namespace
}  // namespace qoslab::rsvp
