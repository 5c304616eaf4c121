// A calendar gives events in order of time, as a sorted set does.
#include "model/dataplane/calendar.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <utility>

namespace qoslab::dataplane {
namespace {

TEST(Calendar, GivesEventsInTheOrderOfASortedSet) {
  std::mt19937_64 random{11};
  for (const std::uint32_t owners : {1U, 2U, 100U, 5'000U})
    for (const std::int64_t mean_gap : {1, 1'000, 1'000'000}) {
      Calendar calendar{owners, mean_gap, 5'000};
      std::set<std::pair<std::int64_t, std::uint32_t>> referee;
      const auto add = [&](std::int64_t due, std::uint32_t owner) {
        calendar.push({due, owner});
        referee.emplace(due, owner);
      };
      // Mostly within a year, sometimes several years away, sometimes now.
      const auto delay = [&] {
        const auto year = static_cast<std::uint64_t>(mean_gap) * owners;
        const auto kind = random() % 10;
        return kind == 0 ? 0 : static_cast<std::int64_t>(random() % (kind == 1 ? 9 * year : year) + 1);
      };
      for (std::uint32_t i = 0; i < owners; ++i) add(5'000 + delay(), i);
      for (int i = 0; i < 20'000; ++i) {
        const auto [due, owner] = calendar.pop();
        ASSERT_EQ((std::pair{due, owner}), *referee.begin());
        referee.erase(referee.begin());
        add(due + delay(), owner);
      }
    }
}

}  // namespace
}  // namespace qoslab::dataplane
