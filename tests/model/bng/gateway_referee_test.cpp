#include "tests/model/bng/gateway_referee.h"

#include <gtest/gtest.h>

#include <random>

#include "model/bng/gateway.h"
#include "tests/model/bng/gateways.h"
#include "tests/model/bng/random_gateways.h"

namespace qoslab::bng {
namespace {

using namespace literals;

/// Packets by group, class, direction and reason, for the address families of a class are one there.
using Drops = std::map<std::tuple<std::string, std::string, Direction, std::string>, std::int64_t>;

Drops drops_of(const GatewayResults& results) {
  Drops drops;
  for (const auto& s : results.streams)
    for (const auto& [reason, count] : s.drops)
      if (count.packets > 0 && !s.subscriber) drops[{s.group, s.class_name, s.direction, reason}] += count.packets;
  return drops;
}

Drops drops_of(const GatewayReferee& referee, const GatewaysSpec& spec) {
  Drops drops;
  for (const auto& [key, packets] : referee.drops()) {
    const auto& stream = referee.streams().all()[key.second];
    const auto& group = spec.groups[stream.group];
    for (const auto& profile : spec.profiles)
      if (profile.name == group.profile)
        drops[{group.name, profile.classes[stream.class_index].name, stream.direction, key.first}] += packets;
  }
  return drops;
}

std::int64_t delivered(const GatewayResults& results) {
  std::int64_t sum = 0;
  for (const auto& s : results.streams)
    if (!s.subscriber) sum += s.delivered.packets;
  return sum;
}

/// In windows of random lengths around `window`.
void run_in_windows(Gateway& gateway, Instant until, Duration window, std::uint64_t number) {
  std::mt19937_64 random{number};
  for (Instant t; t < until;) {
    const auto longest = static_cast<std::uint64_t>(2 * window.ps());
    t = std::min(until, t + Duration::picoseconds(static_cast<std::int64_t>(1 + random() % longest)));
    gateway.run(t);
  }
}

struct Seen {
  std::int64_t arrived = 0;
  Drops drops;
};

Seen expect_as_the_referee_says(const GatewaysSpec& spec, Duration length, std::uint64_t number) {
  const auto until = Instant::at(length);
  GatewayReferee referee{spec, number};
  referee.run(until);
  const int threads = number % 8 == 0 ? 3 : number % 8 == 1 ? 2 : 1;
  Gateway gateway{spec, spec.gateways[0], number, threads, true};
  gateway.begin_measuring();
  run_in_windows(gateway, until, number % 2 == 0 ? 100_us : 1500_us, number);
  const auto results = gateway.results();
  EXPECT_EQ(delivered(results), referee.arrived());
  EXPECT_EQ(gateway.fingerprint(), referee.fingerprint());
  EXPECT_EQ(drops_of(results), drops_of(referee, spec));
  return {referee.arrived(), drops_of(results)};
}

TEST(GatewayReferee, RandomGatewaysDoAsItSaysInAnyWindowsOnAnyThreads) {
  std::map<std::string, int> gateways_that_drop;
  std::int64_t arrived = 0;
  for (std::uint64_t number = 0; number < 160; ++number) {
    SCOPED_TRACE(number);
    const auto seen = expect_as_the_referee_says(RandomGateway{number}.spec, 5_ms, number);
    if (HasFailure()) return;
    arrived += seen.arrived;
    std::map<std::string, bool> reasons;
    for (const auto& [key, packets] : seen.drops) reasons[std::get<3>(key)] = packets > 0;
    for (const auto& [reason, some] : reasons) gateways_that_drop[reason] += some ? 1 : 0;
  }
  EXPECT_GT(arrived, 100'000);
  for (const auto* reason : {".core: ring_full", ": access_list", ": policer", ": arbiter_unfair", ": arbiter_full",
                             ".access: queue_full", ".network: buffer_full"})
    EXPECT_GE(gateways_that_drop["bng" + std::string{reason}], 2) << reason;
}

TEST(GatewayReferee, TheGatewayOfTheBenchmarksDoesAsItSays) {
  for (const double load : {0.8, 1.2}) expect_as_the_referee_says(imix_gateway(400, load, 1000), 4_ms, 1);
}

}  // namespace
}  // namespace qoslab::bng
