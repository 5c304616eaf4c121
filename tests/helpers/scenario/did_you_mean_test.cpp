#include "helpers/scenario/did_you_mean.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

const std::vector<std::string> keys{"rate", "burst", "priority", "maxburst"};

TEST(DidYouMean, OneSlipOfTheHand) {
  EXPECT_EQ(did_you_mean("rat", keys), "did you mean 'rate'?");      // a letter lost
  EXPECT_EQ(did_you_mean("brust", keys), "did you mean 'burst'?");   // neighbours swapped
  EXPECT_EQ(did_you_mean("burst_", keys), "did you mean 'burst'?");  // a letter more
  EXPECT_EQ(did_you_mean("PRIORITY", keys), "did you mean 'priority'?");
}

TEST(DidYouMean, TheClosestWins) { EXPECT_EQ(did_you_mean("maxbust", keys), "did you mean 'maxburst'?"); }

TEST(DidYouMean, NothingCloseListsAll) {
  EXPECT_EQ(did_you_mean("colour", keys), "known: rate, burst, priority, maxburst");
}

TEST(DidYouMean, ALongListIsNotPrinted) {
  EXPECT_EQ(did_you_mean("x", std::vector<std::string>(20, "something"), "look it up"), "look it up");
  EXPECT_EQ(did_you_mean("x", {}, "define it first"), "define it first");
}

TEST(DidYouMean, HugeWordsCostNothing) {
  EXPECT_EQ(did_you_mean(std::string(1'000'000, 'x'), {std::string(1'000'000, 'x') + "y"}, "no"),
            "known: " + std::string(1'000'000, 'x') + "y");
}

}  // namespace
}  // namespace qoslab
