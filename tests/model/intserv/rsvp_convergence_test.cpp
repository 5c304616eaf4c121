// Soft state forgets its history: whatever happened and whatever was lost, some lifetimes later every router holds
// what it would hold had only the last wishes ever been uttered.
#include <gtest/gtest.h>

#include <random>

#include "tests/model/intserv/rsvp_network.h"

namespace qoslab::testing {
namespace {

using namespace literals;

constexpr Duration lifetime = Duration::milliseconds(157'500);
const std::vector<std::string> hosts{"h0", "h1", "h2", "h3"};
const std::vector<std::string> routers{"r0", "r1", "r2", "r3"};

/// What the applications want at the end.
struct Wishes {
  std::map<std::pair<int, std::string>, TSpec> announced;  // session and host
  std::map<std::pair<int, std::string>, RsvpNode::Request> reserved;
};

class Story {
 public:
  explicit Story(std::uint64_t seed) : random_{seed} {
    for (std::size_t i = 1; i < routers.size(); ++i) tree_.emplace_back(routers[i], routers[below(i)]);
    for (const auto& host : hosts) tree_.emplace_back(host, routers[below(routers.size())]);
  }

  std::unique_ptr<RsvpNetwork> network(std::uint64_t seed) const {
    auto net = std::make_unique<RsvpNetwork>();
    for (const auto& r : routers) net->router(r);
    for (const auto& h : hosts) net->host(h);
    for (const auto& [a, b] : tree_) net->link(a, b);
    for (const auto& h : hosts) net->join(group(), h);
    net->start(seed);
    for (const auto& r : routers) net->control(r).capacity = Rate::gbps(1);
    return net;
  }
  /// Session 0 goes to h0, 1 to the group, 2 to h1; each has its style.
  static rsvp::Session session(const RsvpNetwork& net, int i) {
    const IpAddress to = i == 1 ? group() : net.address(hosts[static_cast<std::size_t>(i / 2)]);
    return {to, ip_protocol::udp, static_cast<std::uint16_t>(100 + i)};
  }
  static rsvp::Sender sender(const RsvpNetwork& net, const std::string& host) { return {net.address(host), 1}; }

  void one_event(RsvpNetwork& net, Wishes& wishes) {
    const int s = static_cast<int>(below(3));
    const std::string host = hosts[below(hosts.size())];
    const auto key = std::pair{s, host};
    switch (below(6)) {  // wishes outnumber their ends, so that something is left
      case 0:
      case 1: {
        const TSpec tspec = random_tspec();
        wishes.announced[key] = tspec;
        net[host].announce(session(net, s), sender(net, host), tspec, net.now());
        break;
      }
      case 2:
        wishes.announced.erase(key);
        net[host].withdraw(session(net, s), sender(net, host), net.now());
        break;
      case 3:
      case 4: {
        if (s != 1 && host != hosts[static_cast<std::size_t>(s / 2)]) break;
        const auto request = random_request(net, s);
        wishes.reserved[key] = request;
        net[host].reserve(session(net, s), request, net.now());
        break;
      }
      default:
        wishes.reserved.erase(key);
        net[host].release(session(net, s), net.now());
    }
    net.run_for(Duration::milliseconds(static_cast<std::int64_t>(below(60'000))));
  }

  static void utter(RsvpNetwork& net, const Wishes& wishes) {
    for (const auto& [key, tspec] : wishes.announced) {
      net[key.second].announce(session(net, key.first), sender(net, key.second), tspec, net.now());
    }
    net.run_for(1_s);
    for (const auto& [key, request] : wishes.reserved) {
      net[key.second].reserve(session(net, key.first), request, net.now());
    }
    net.run_for(1_s);
  }

  std::mt19937_64& dice() { return random_; }

 private:
  static IpAddress group() { return IpAddress::v4(0xe0000505); }
  std::size_t below(std::size_t n) { return random_() % n; }
  TSpec random_tspec() {
    const auto rate = static_cast<std::int64_t>(1 + below(1000));
    return {Rate::kbps(rate), Bytes{static_cast<std::int64_t>(1500 + below(9000))}, Rate::mbps(10), Bytes{60},
            Bytes{1500}};
  }
  RsvpNode::Request random_request(const RsvpNetwork& net, int s) {
    RsvpNode::Request request{static_cast<ReservationStyle>(s), {}, below(2) == 0};
    std::vector<rsvp::Sender> chosen;
    for (const auto& h : hosts) {
      if (below(2) == 0) chosen.push_back(sender(net, h));
    }
    if (chosen.empty()) chosen.push_back(sender(net, hosts.back()));
    const FlowSpec wanted{random_tspec(), std::nullopt};
    if (request.style == ReservationStyle::wildcard_filter) {
      request.flows = {{wanted, {}}};
    } else if (request.style == ReservationStyle::shared_explicit) {
      request.flows = {{wanted, chosen}};
    } else {
      for (const auto& one : chosen) request.flows.push_back({FlowSpec{random_tspec(), std::nullopt}, {one}});
    }
    return request;
  }

  std::mt19937_64 random_;
  std::vector<std::pair<std::string, std::string>> tree_;
};

TEST(RsvpConvergence, AfterAnyHistoryTheRoutersHoldWhatTheLastWishesNeed) {
  std::size_t reservations = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Story story{seed};
    auto net = story.network(seed);
    Wishes wishes;
    net->lose = [&](const RsvpNetwork::Sent&) { return story.dice()() % 5 == 0; };
    for (int i = 0; i < 40; ++i) story.one_event(*net, wishes);
    net->lose = [](const RsvpNetwork::Sent&) { return false; };
    net->run_for(lifetime * 4);

    auto fresh = story.network(seed + 1000);
    Story::utter(*fresh, wishes);
    for (const auto& r : routers) {
      ASSERT_EQ(net->control(r).installed, fresh->control(r).installed) << r << ", seed " << seed;
      reservations += net->control(r).installed.size();
    }
  }
  EXPECT_GE(reservations, 40U) << "or the stories are empty";
}

TEST(RsvpConvergence, WithoutLossNobodyHasToWaitForATimeOut) {
  for (std::uint64_t seed = 100; seed <= 112; ++seed) {
    Story story{seed};
    auto net = story.network(seed);
    Wishes wishes;
    for (int i = 0; i < 40; ++i) story.one_event(*net, wishes);
    net->run_for(1_s);
    auto fresh = story.network(seed + 1000);
    Story::utter(*fresh, wishes);
    for (const auto& r : routers) {
      ASSERT_EQ(net->control(r).installed, fresh->control(r).installed) << r << ", seed " << seed;
    }
  }
}

TEST(RsvpConvergence, WhenNobodyWantsAnythingNothingIsLeft) {
  for (std::uint64_t seed = 200; seed <= 215; ++seed) {
    Story story{seed};
    auto net = story.network(seed);
    Wishes wishes;
    net->lose = [&](const RsvpNetwork::Sent&) { return story.dice()() % 3 == 0; };
    for (int i = 0; i < 30; ++i) story.one_event(*net, wishes);
    for (const auto& [key, request] : wishes.reserved)
      (*net)[key.second].release(Story::session(*net, key.first), net->now());
    for (const auto& [key, tspec] : wishes.announced) {
      (*net)[key.second].withdraw(Story::session(*net, key.first), Story::sender(*net, key.second), net->now());
    }
    net->run_for(lifetime * 6);
    for (const auto& r : routers) {
      EXPECT_TRUE(net->control(r).installed.empty()) << r << ", seed " << seed;
      EXPECT_EQ((*net)[r].deadline(), Instant::never()) << r << ", seed " << seed;
    }
  }
}

}  // namespace
}  // namespace qoslab::testing
