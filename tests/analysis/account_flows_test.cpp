#include "analysis/account_flows.h"

#include <gtest/gtest.h>

namespace qoslab {
namespace {

FlowSpecification flow(const std::string& name, const std::string& from, const std::string& to, std::uint8_t dscp,
                       const Traffic& traffic) {
  FlowSpecification result;
  result.name = name;
  result.from = from;
  result.to = to;
  result.dscp = Dscp{dscp};
  result.traffic = traffic;
  return result;
}

TEST(AccountFlows, ByDirectionAndCodePoint) {
  Scenario scenario;
  scenario.flows = {
      flow("call", "left", "right", 46, VoiceTraffic{}), flow("answer", "right", "left", 46, VoiceTraffic{}),
      flow("file", "left", "right", 0, FileTraffic{}), flow("clock", "right", "left", 0, ConstantTraffic{}),
      flow("other", "left", "elsewhere", 0, VoiceTraffic{})};
  const AccountFlows wanted{{"left-right.dscp46", {"call"}},
                            {"right-left.dscp46", {"answer"}},
                            {"left-right.dscp0", {"file"}},
                            {"right-left.dscp0", {"file/reverse", "clock"}}};
  EXPECT_EQ(flows_by_account(scenario, {"left", "right"}), wanted);
  EXPECT_EQ(flows_by_account(scenario, {"right", "left"}), wanted) << "whichever is bound first";
}

}  // namespace
}  // namespace qoslab
