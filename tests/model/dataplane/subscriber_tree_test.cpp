#include "model/dataplane/subscriber_tree.h"

#include <gtest/gtest.h>

#include "tests/model/dataplane/batches.h"
#include "tests/model/dataplane/random_trees.h"
#include "tests/model/dataplane/tree_referee.h"

namespace qoslab::dataplane {
namespace {

/// In windows of random lengths, to the end.
std::vector<Record> run_in_windows(SubscriberTree& tree, const std::vector<Record>& arrivals, std::mt19937_64& random,
                                   std::int64_t longest) {
  Batch out;
  std::int64_t now = 0;
  std::size_t taken = 0;
  while (taken < arrivals.size()) {
    now += 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(longest));
    std::size_t end = taken;
    while (end < arrivals.size() && arrivals[end].time < now) ++end;
    tree.run(now, std::span{arrivals}.subspan(taken, end - taken), out);
    taken = end;
  }
  tree.run(INT64_MAX / 2, {}, out);
  return records(out);
}

void expect_same(const std::vector<Record>& a, const std::vector<Record>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].time, b[i].time) << "departure " << i;
    ASSERT_EQ(a[i].leaf, b[i].leaf) << "departure " << i;
    ASSERT_EQ(a[i].sent, b[i].sent) << "departure " << i;
  }
}

TEST(SubscriberTree, DepartsAsTheRefereeSaysInAnyWindows) {
  for (std::uint64_t number = 0; number < 400; ++number) {
    SCOPED_TRACE(number);
    RandomTree random_tree{number};
    const auto arrivals = random_tree.arrivals(400, 30 + static_cast<int>(random_tree.below(270)));
    TreeReferee referee{random_tree.spec};
    const auto wanted = referee.run(arrivals);
    std::mt19937_64 random{number};
    SubscriberTree tree{random_tree.spec};
    const auto longest = number % 3 == 0 ? 2'000'000 : 900'000'000;
    const auto got = run_in_windows(tree, arrivals, random, longest);
    expect_same(got, wanted);
    if (HasFatalFailure()) return;
    std::int64_t dropped = 0;
    std::array<std::int64_t, 4> waited{};
    for (int stream = 0; stream < 256; ++stream) {
      dropped += tree.dropped.by_stream[static_cast<std::size_t>(stream)].packets;
      const auto& by_reason = tree.waited(static_cast<std::uint8_t>(stream));
      for (std::size_t i = 0; i < 4; ++i) waited[i] += by_reason[i];
    }
    ASSERT_EQ(dropped, referee.dropped());
    ASSERT_EQ(waited, referee.waited());
    ASSERT_EQ(got.size() + static_cast<std::size_t>(dropped), arrivals.size());
  }
}

}  // namespace
}  // namespace qoslab::dataplane
