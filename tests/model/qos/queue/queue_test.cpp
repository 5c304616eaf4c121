#include "model/qos/queue/queue.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace qoslab {
namespace {

struct Book final : DropSink {
  void dropped(const Packet& packet, DropReason reason, Instant /*now*/) override {
    drops.emplace_back(packet.id, reason);
  }
  std::vector<std::pair<std::uint64_t, DropReason>> drops;
};

Packet packet(std::uint64_t id, std::int64_t size, Instant arrived = {}) {
  Packet p;
  p.id = id;
  p.ip_size = Bytes{size};
  p.arrived = arrived;
  return p;
}

TEST(Queue, TailDropRefusesTheArrival) {
  Queue queue{{.packets = 2, .bytes = {}}, OverflowDrop::tail, nullptr, {}};
  Book book;
  for (std::uint64_t id = 1; id <= 3; ++id) queue.push(packet(id, 100), {}, book);
  EXPECT_EQ(book.drops, (std::vector{std::pair{std::uint64_t{3}, DropReason::queue_full}}));
  EXPECT_EQ(queue.pop({}, book)->id, 1U);
}

TEST(Queue, HeadDropMakesRoomAtTheFront) {
  Queue queue{{.packets = {}, .bytes = Bytes{1000}}, OverflowDrop::head, nullptr, {}};
  Book book;
  for (std::uint64_t id = 1; id <= 4; ++id) queue.push(packet(id, 250), {}, book);
  queue.push(packet(5, 400), {}, book);
  EXPECT_EQ(book.drops, (std::vector{std::pair{std::uint64_t{1}, DropReason::queue_full},
                                     std::pair{std::uint64_t{2}, DropReason::queue_full}}));
  EXPECT_EQ(queue.front()->id, 3U);
  EXPECT_EQ(queue.backlog(), (Backlog{3, Bytes{900}}));
}

}  // namespace
}  // namespace qoslab
