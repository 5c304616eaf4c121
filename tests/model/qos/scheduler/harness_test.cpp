#include "tests/model/qos/scheduler/harness.h"

#include <optional>

namespace qoslab::test {
namespace {

using namespace literals;

/// One child, first in, first out, that holds each packet back until `release`.
class Held final : public Scheduler {
 public:
  explicit Held(Instant release) : release_{release} {}
  void wake(int /*child*/, Bytes /*head*/, Instant /*now*/) override { waiting_ = true; }
  std::optional<int> choose(Instant now) override {
    return waiting_ && now >= release_ ? std::optional{0} : std::nullopt;
  }
  void sent(int /*child*/, Bytes /*size*/, std::optional<Bytes> next, Instant /*now*/) override {
    waiting_ = next.has_value();
  }
  [[nodiscard]] Instant ready(Instant now) const override {
    return waiting_ ? std::max(now, release_) : Instant::never();
  }

 private:
  Instant release_;
  bool waiting_ = false;
};

TEST(Line, SendsBackToBackFromTheReleaseOn) {
  Held scheduler{Instant::at(5_us)};
  Line line{scheduler, 1, Rate::gbps(1)};
  const auto out =
      line.run({{Instant::at(2_us), 0, Bytes{125}}, {Instant::at(1_us), 0, Bytes{250}}}, {}, Instant::at(1_ms));
  ASSERT_EQ(out.size(), 2U);
  EXPECT_EQ(out[0], (Departure{Instant::at(5_us), 0, Bytes{250}, Instant::at(7_us)}));
  EXPECT_EQ(out[1], (Departure{Instant::at(7_us), 0, Bytes{125}, Instant::at(8_us)}));
}

TEST(Line, GoesOnWhereItStopped) {
  Held scheduler{Instant{}};
  Line line{scheduler, 1, Rate::gbps(1)};
  line.keep_full(0, Bytes{125});
  EXPECT_EQ(line.run({}, {}, Instant::at(10_us)).size(), 10U);
  EXPECT_EQ(line.run({}, Instant::at(10_us), Instant::at(15_us)).size(), 5U);
}

}  // namespace
}  // namespace qoslab::test
