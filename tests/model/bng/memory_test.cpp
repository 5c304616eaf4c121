#include "model/bng/memory.h"

#include <gtest/gtest.h>

#include "tests/model/bng/gateways.h"

namespace qoslab::bng {
namespace {

std::int64_t of(const GatewaysSpec& spec, std::int64_t packets = 0) {
  return most_memory(spec, spec.gateways[0], packets);
}

TEST(GatewayMemory, GrowsWithSubscribersAndTheirClasses) {
  const auto one = of(imix_gateway(1'000, 0, 1000));
  const auto two = of(imix_gateway(2'000, 0, 1000));
  EXPECT_EQ(of(imix_gateway(11'000, 0, 1000)), one + 10 * (two - one));
  auto single = imix_gateway(1'000, 0, 1000);
  single.profiles[0].classes.resize(1);
  EXPECT_LT(of(single), one);
}

TEST(GatewayMemory, WaitingPacketsAreThoseThatFitOrThoseThatAreSent) {
  auto spec = imix_gateway(1'000, 0, 1000);
  const auto empty = of(spec);
  EXPECT_EQ(of(spec, 2'000) - empty, 2 * (of(spec, 1'000) - empty));
  const auto full = of(spec, INT64_MAX);
  EXPECT_EQ(of(spec, 1'000'000'000), full);
  for (auto& c : spec.profiles[0].classes) c.queue.limit = {.packets = std::nullopt, .bytes = Bytes{640}};
  EXPECT_LT(of(spec, INT64_MAX), full);
}

TEST(GatewayMemory, AbsurdCountsAreCountedToTheirEnd) {
  auto spec = imix_gateway(4'000'000, 0, 1000);
  for (auto& c : spec.profiles[0].classes) c.queue.limit = {.packets = INT64_MAX, .bytes = std::nullopt};
  EXPECT_EQ(of(spec, INT64_MAX), INT64_MAX);
}

}  // namespace
}  // namespace qoslab::bng
