#include "gui/data/subscriber_density.h"
#include "tests/own_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

namespace qoslab::gui {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Pair;

const std::string header =
    "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets,link,place,rate_bps,"
    "offered_bps,arrived_bps,share_percent,lost_packets\n";

std::string line(int number, const std::string& rest) {
  return "homes,downstream," + std::to_string(number) + ",1,1,1,1,3,olt.1/pon.2," + rest + "\n";
}

class SubscriberDensityTest : public testing::Test {
 protected:
  SubscriberDensity read(const std::string& text, const DensityOptions& options = {}) {
    std::ofstream{folder / "subscribers.csv", std::ios::binary} << text;
    return read_subscribers(folder, options);
  }
  std::string refusal_of(const std::string& text) {
    try {
      read(text);
    } catch (const SubscribersError& e) {
      return e.what();
    }
    return "";
  }
  const test::OwnFolder own;
  fs::path folder = own.path();
};

TEST_F(SubscriberDensityTest, AGroupHasDensityBandsAndWhoFaresWorst) {
  const auto density =
      read(header + line(0, "1000,2000,500,50.00,7") + line(1, "1000,0,0,,0") + line(2, "1000,900,900,100.00,0") +
               line(3, ",400,100,25.00,3") + line(4, "1000,2000,250,25.00,9"),
           {4, 2});
  EXPECT_EQ(density.warning(), "");
  ASSERT_EQ(density.groups.size(), 1U);
  const auto& homes = density.groups[0];
  EXPECT_EQ(homes.group, "homes");
  EXPECT_EQ(homes.direction, "downstream");
  EXPECT_EQ(homes.subscribers, 5);
  EXPECT_EQ(homes.loaded, 4) << "one was offered nothing";
  EXPECT_THAT(homes.share_percent.counts, ElementsAre(0, 2, 1, 1)) << "0 to 25 is below 25; the last has 100 too";
  EXPECT_EQ(homes.share_percent.width(), 25);
  EXPECT_EQ(homes.arrived_bps.to, 900);
  EXPECT_THAT(homes.arrived_bps.counts, ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(homes.share_bands, ElementsAre(Pair(1, 25), Pair(5, 25), Pair(25, 25), Pair(50, 25), Pair(75, 50),
                                             Pair(95, 100), Pair(99, 100)));
  ASSERT_EQ(homes.worst.size(), 2U);
  EXPECT_EQ(homes.worst[0].subscriber, 3) << "of equal shares who got less";
  EXPECT_EQ(homes.worst[0].rate_bps, std::nullopt);
  EXPECT_EQ(homes.worst[1].subscriber, 4);
  EXPECT_EQ(homes.worst[1].place, "olt.1/pon.2");
  EXPECT_EQ(homes.worst[1].rate_bps, 1000);
  EXPECT_EQ(homes.worst[1].lost_packets, 9);
}

TEST_F(SubscriberDensityTest, GroupsDirectionsPointsAndReplicationsAreApart) {
  const std::string rest = ",1,1,1,1,3,,,5,5,100.00,0,";
  auto head = header;
  head.insert(head.size() - 1, ",point,replication");
  const auto density = read(head + "\"a,b\",upstream,0" + rest + "rate=1,0\n\"a,b\",downstream,0" + rest +
                            "rate=1,0\n" + "\"a,b\",upstream,0" + rest + "rate=2,0\n\"a,b\",upstream,1" + rest +
                            "rate=1,0\n" + "\"a,b\",upstream,1" + rest + "rate=1,1\n");
  ASSERT_EQ(density.groups.size(), 4U);
  EXPECT_EQ(density.groups[0].group, "a,b");
  EXPECT_EQ(density.groups[0].subscribers, 2);
  EXPECT_EQ(density.groups[2].point, "rate=2");
  EXPECT_EQ(density.groups[3].replication, "1");
}

TEST_F(SubscriberDensityTest, TheWorstOfManyAreThoseOfASlowSort) {
  std::mt19937 random{4};
  std::string text = header;
  std::vector<std::tuple<int, int, int>> all;
  for (int i = 0; i < 20'000; ++i) {
    const int share = static_cast<int>(random() % 90), arrived = static_cast<int>(random() % 50);
    all.emplace_back(share, arrived, i);
    text += line(i, "," + std::to_string(1 + random() % 9) + "," + std::to_string(arrived) + "," +
                        std::to_string(share) + ".00,0");
  }
  std::sort(all.begin(), all.end());
  const auto density = read(text, {10, 300});
  const auto& group = density.groups.at(0);
  ASSERT_EQ(group.worst.size(), 300U);
  for (std::size_t i = 0; i < 300; ++i)
    EXPECT_EQ(std::tuple(group.worst[i].share_percent, group.worst[i].arrived_bps, group.worst[i].subscriber),
              (std::tuple<double, double, std::int64_t>{all[i]}));
  EXPECT_EQ(std::accumulate(group.share_percent.counts.begin(), group.share_percent.counts.end(), 0LL), 20'000);
  EXPECT_EQ(group.share_bands.at(50), std::get<0>(all[9'999]));
  EXPECT_TRUE(read(text, {10, 0}).groups.at(0).worst.empty());
}

TEST_F(SubscriberDensityTest, BadLinesAreCountedAndTheFirstNamed) {
  const auto density = read(header + line(0, ",5,5,100.00,0") + "homes,downstream\n" + line(1, ",5,x,100.00,0") +
                            line(2, ",5,5,100.00,0") + "homes,down");
  EXPECT_EQ(density.groups.at(0).subscribers, 2);
  EXPECT_EQ(density.warning(),
            (folder / "subscribers.csv").string() +
                ": 2 lines were left out, the first is line 3: too few columns; the file is cut off in "
                "its last line");
}

TEST_F(SubscriberDensityTest, WhatIsNoSubscribersFileIsRefused) {
  EXPECT_THAT(refusal_of(""), EndsWith("no subscribers.csv; it has no line of column names"));
  EXPECT_THAT(refusal_of("time_s,flow,metric,value\n"), EndsWith("no subscribers.csv; it has no column group"));
  EXPECT_THAT(refusal_of("group,direction,subscriber,offered_bps,arrived_bps\n"), EndsWith("no column share_percent"));
  EXPECT_THAT(refusal_of("\"group\n"), EndsWith("it has no column group"));
  fs::remove(folder / "subscribers.csv");
  EXPECT_THROW(read_subscribers(folder), SubscribersError);
}

TEST_F(SubscriberDensityTest, NoBytesAreAnAccident) {
  const std::string whole =
      header + line(0, "1000,2000,500,50.00,7") + line(1, "1000,0,0,,0") + line(2, ",1e9,-5,99,1");
  std::mt19937 random{2};
  for (std::size_t round = 0; round < 400; ++round) {
    auto text = whole.substr(0, round < 200 ? round * 2 : whole.size());
    if (round >= 200)
      for (std::size_t flips = 0; flips < 1 + round % 4; ++flips)
        text[random() % text.size()] =
            round % 2 == 0 ? static_cast<char>(random() % 256) : std::string{",\"\n\r0e-."}[random() % 8];
    try {
      for (const auto& group : read(text).groups)
        EXPECT_EQ(std::accumulate(group.arrived_bps.counts.begin(), group.arrived_bps.counts.end(), 0LL), group.loaded);
    } catch (const SubscribersError& e) {
      EXPECT_THAT(e.what(), HasSubstr("no subscribers.csv"));
    }
  }
}

}  // namespace
}  // namespace qoslab::gui
