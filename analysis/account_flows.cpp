#include "analysis/account_flows.h"

#include <variant>

namespace qoslab {
namespace {

bool is_connection(const Traffic& traffic) {
  return std::holds_alternative<FileTraffic>(traffic) || std::holds_alternative<TransactionTraffic>(traffic);
}

}  // namespace

AccountFlows flows_by_account(const Scenario& scenario, const std::array<std::string, 2>& nodes) {
  AccountFlows accounts;
  for (const auto& flow : scenario.flows) {
    if (std::array{flow.from, flow.to} != nodes && std::array{flow.to, flow.from} != nodes) continue;
    const std::string mark = ".dscp" + std::to_string(flow.dscp.value);
    accounts[flow.from + "-" + flow.to + mark].push_back(flow.name);
    if (is_connection(flow.traffic)) accounts[flow.to + "-" + flow.from + mark].push_back(flow.name + "/reverse");
  }
  return accounts;
}

}  // namespace qoslab
