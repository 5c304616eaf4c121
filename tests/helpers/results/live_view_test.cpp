#include "helpers/results/live_view.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace qoslab {
namespace {

using namespace literals;
using Json = nlohmann::json;

struct LiveViews : testing::Test {
  LiveViews() {
    accounts.resize(2);
    accounts[0].name = "access-network.homes/voice";
    accounts[1].name = "network-access.nobody";
    ports.resize(2);
    ports[0].name = "access";
    ports[0].device = "eth1";
    ports[1].name = "network";
    ports[1].device = "eth2";
  }
  void delivers(std::size_t account, std::int64_t frames) {
    accounts[account].delivered += {frames, Bytes{1000 * frames}};
  }
  LiveView::Lines at(int second) { return view({Instant{} + second * 1_s, accounts, host, ports}); }

  LiveView view;
  std::vector<AccountResults> accounts;
  std::vector<PortResults> ports;
  HostResults host;
};

TEST_F(LiveViews, SayWhatHasPassedInThisSecond) {
  delivers(0, 125);
  EXPECT_EQ(at(1).text, "1 s | access-network.homes/voice 1.000 Mbit/s 125 frame/s");
  delivers(0, 250);
  delivers(1, 1);
  host.lateness.add(42_us);
  EXPECT_EQ(at(2).text,
            "2 s | access-network.homes/voice 2.000 Mbit/s 250 frame/s | network-access.nobody 0.008 Mbit/s 1 frame/s "
            "| late 42 us (99 %)");
  EXPECT_EQ(at(3).text, "3 s | late 42 us (99 %)");
}

TEST_F(LiveViews, SayWhatIsLostAndByWhom) {
  accounts[0].drops["bng: policer"] = {7, Bytes{7000}};
  accounts[0].lost_by_host = {3, Bytes{3000}};
  ports[0].dropped_by_kernel = 4;
  ports[1].refused["runt"] = 1;
  host.no_room = 2;
  const auto lines = at(1);
  EXPECT_EQ(lines.text,
            "1 s | access-network.homes/voice 0.000 Mbit/s 0 frame/s 10 lost (3 by this host) | 7 not let in by this "
            "host");
  const auto json = Json::parse(lines.json);
  EXPECT_EQ(json["accounts"][0]["lost"], 10);
  EXPECT_EQ(json["accounts"][0]["lost_by_host"], 3);
  EXPECT_EQ(json["ports"][0]["dropped_by_kernel"], 4);
  EXPECT_EQ(json["ports"][1]["refused"], Json({{"runt", 1}}));
  EXPECT_EQ(json["no_room"], 2);
  EXPECT_EQ(at(2).text, "2 s") << "each once";
}

TEST_F(LiveViews, SayThatALinkIsAway) {
  ports[0].gaps = 1;
  ports[0].down = 500_ms;
  const auto lines = at(1);
  EXPECT_EQ(lines.text, "1 s | access (eth1) without link");
  EXPECT_EQ(Json::parse(lines.json)["ports"][0]["gaps"], 1);
  EXPECT_EQ(Json::parse(lines.json)["ports"][0]["down_s"], 0.5);
  EXPECT_EQ(at(2).text, "2 s") << "it is back";
  ports[1].removed = true;
  EXPECT_EQ(at(3).text, "3 s | network (eth2) removed");
  EXPECT_EQ(Json::parse(at(4).json)["ports"][1]["removed"], true);
}

}  // namespace
}  // namespace qoslab
