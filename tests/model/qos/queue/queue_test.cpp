#include "model/qos/queue/queue.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/model/qos/queue/packets.h"

namespace qoslab::test {
namespace {

using namespace literals;

std::vector<std::uint64_t> ids(const std::vector<Drop>& drops) {
  std::vector<std::uint64_t> numbers;
  for (const Drop& drop : drops) numbers.push_back(drop.id);
  return numbers;
}

TEST(Queue, IsFirstInFirstOut) {
  Queue queue{{}, OverflowDrop::tail, nullptr, {}};
  Book book;
  EXPECT_EQ(queue.front(), nullptr);
  EXPECT_EQ(queue.pop({}, book), std::nullopt);
  for (std::uint64_t id = 1; id <= 3; ++id) queue.push(packet(id, Bytes{100}), {}, book);
  EXPECT_EQ(queue.front()->id, 1U);
  for (std::uint64_t id = 1; id <= 3; ++id) EXPECT_EQ(queue.pop({}, book)->id, id);
  EXPECT_EQ(queue.backlog(), Backlog{});
}

TEST(Queue, TailDropRefusesTheArrival) {
  Queue queue{{.packets = 2, .bytes = {}}, OverflowDrop::tail, nullptr, {}};
  Book book;
  for (std::uint64_t id = 1; id <= 3; ++id) queue.push(packet(id, Bytes{100}), Instant::at(1_us), book);
  EXPECT_EQ(book.drops, (std::vector{Drop{3, DropReason::queue_full, Instant::at(1_us)}}));
  EXPECT_EQ(queue.front()->id, 1U);
}

TEST(Queue, AByteLimitIsReachedExactly) {
  Queue queue{{.packets = {}, .bytes = Bytes{300}}, OverflowDrop::tail, nullptr, {}};
  Book book;
  queue.push(packet(1, Bytes{200}), {}, book);
  queue.push(packet(2, Bytes{101}), {}, book);
  queue.push(packet(3, Bytes{100}), {}, book);
  EXPECT_EQ(ids(book.drops), (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(queue.backlog(), (Backlog{2, Bytes{300}}));
}

TEST(Queue, HeadDropMakesRoomAtTheFront) {
  Queue queue{{.packets = {}, .bytes = Bytes{1000}}, OverflowDrop::head, nullptr, {}};
  Book book;
  for (std::uint64_t id = 1; id <= 4; ++id) queue.push(packet(id, Bytes{250}), {}, book);
  queue.push(packet(5, Bytes{400}), {}, book);
  EXPECT_EQ(ids(book.drops), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(queue.front()->id, 3U);
  EXPECT_EQ(queue.backlog(), (Backlog{3, Bytes{900}}));
}

TEST(Queue, HeadDropSparesTheQueueWhenThePacketCouldNeverFit) {
  Queue queue{{.packets = {}, .bytes = Bytes{1000}}, OverflowDrop::head, nullptr, {}};
  Book book;
  queue.push(packet(1, Bytes{900}), {}, book);
  queue.push(packet(2, Bytes{1001}), {}, book);
  EXPECT_EQ(ids(book.drops), (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(queue.front()->id, 1U);

  Queue closed{{.packets = 0, .bytes = {}}, OverflowDrop::head, nullptr, {}};
  closed.push(packet(3, Bytes{1}), {}, book);
  EXPECT_EQ(ids(book.drops), (std::vector<std::uint64_t>{2, 3}));
}

// Random pushes and pops: nothing is lost, nothing overtakes, the limit holds; what tail drop keeps is decided at
// arrival, what head drop keeps is always the newest.
TEST(Queue, KeepsItsBooks) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random{seed};
    const bool head = seed % 2 == 1;
    const QueueLimit limit{.packets = 5 + static_cast<std::int64_t>(random() % 5), .bytes = Bytes{4000}};
    Queue queue{limit, head ? OverflowDrop::head : OverflowDrop::tail, nullptr, {}};
    Book book;
    std::deque<Packet> referee;
    std::vector<std::uint64_t> dropped;
    const auto over = [&](const Packet& extra) {
      Bytes bytes = extra.ip_size;
      for (const Packet& p : referee) bytes += p.ip_size;
      return static_cast<std::int64_t>(referee.size()) + 1 > *limit.packets || bytes > *limit.bytes;
    };
    for (std::uint64_t id = 0; id < 2000; ++id) {
      if (random() % 5 < 2) {
        const auto out = queue.pop({}, book);
        ASSERT_EQ(out.has_value(), !referee.empty());
        if (!out) continue;
        ASSERT_EQ(out->id, referee.front().id);
        referee.pop_front();
        continue;
      }
      const Packet arrival = packet(id, Bytes{40 + static_cast<std::int64_t>(random() % 1461)});
      queue.push(arrival, {}, book);
      while (head && over(arrival)) {
        dropped.push_back(referee.front().id);
        referee.pop_front();
      }
      if (over(arrival)) {
        dropped.push_back(id);
      } else {
        referee.push_back(arrival);
      }
      ASSERT_EQ(ids(book.drops), dropped);
      ASSERT_EQ(queue.backlog().packets, static_cast<std::int64_t>(referee.size()));
    }
  }
}

/// Writes down what a queue tells its policy; drops what is smaller than 100 B.
struct Witness final : DropPolicy {
  std::optional<DropReason> arrive(const Packet& p, Backlog before, Instant /*now*/) override {
    said.emplace_back("arrive", before.packets);
    return p.ip_size < Bytes{100} ? std::optional{DropReason::early} : std::nullopt;
  }
  void joined(const Packet& p) override { said.emplace_back("joined", p.id); }
  void left(const Packet& p, Instant /*now*/) override { said.emplace_back("left", p.id); }
  void emptied(Instant now) override { said.emplace_back("emptied", now.ps()); }
  std::vector<std::pair<std::string, std::int64_t>> said;
};

TEST(Queue, TellsItsPolicyWhoComesAndGoes) {
  auto owned = std::make_unique<Witness>();
  Witness& witness = *owned;
  Queue queue{{.packets = 2, .bytes = {}}, OverflowDrop::head, std::move(owned), {}};
  Book book;
  queue.push(packet(1, Bytes{99}), {}, book);  // the policy's drop
  for (std::uint64_t id = 2; id <= 4; ++id) queue.push(packet(id, Bytes{100}), {}, book);
  queue.pop(Instant::at(7_ps), book);
  queue.pop(Instant::at(8_ps), book);
  EXPECT_EQ(book.drops, (std::vector{Drop{1, DropReason::early, {}}, Drop{2, DropReason::queue_full, {}}}));
  const decltype(witness.said) expected = {{"arrive", 0}, {"arrive", 0}, {"joined", 2}, {"arrive", 1},
                                           {"joined", 3}, {"arrive", 2}, {"left", 2},   {"joined", 4},
                                           {"left", 3},   {"left", 4},   {"emptied", 8}};
  EXPECT_EQ(witness.said, expected);
}

}  // namespace
}  // namespace qoslab::test
