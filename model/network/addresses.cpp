#include "model/network/addresses.h"

#include <variant>

namespace qoslab {
namespace {

constexpr std::uint32_t first_network = 10U << 24U;

bool is_tcp(const Traffic& traffic) {
  return std::holds_alternative<FileTraffic>(traffic) || std::holds_alternative<TransactionTraffic>(traffic);
}

}  // namespace

IpAddress interface_address(std::size_t link, bool b_end) {
  return IpAddress::v4(first_network + 4 * static_cast<std::uint32_t>(link) + (b_end ? 2U : 1U));
}

Prefix link_network(std::size_t link) {
  return {IpAddress::v4(first_network + 4 * static_cast<std::uint32_t>(link)), 96 + 30};
}

std::optional<IpAddress> node_address(std::string_view node, const std::vector<LinkSpec>& links) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].a == node) return interface_address(i, false);
    if (links[i].b == node) return interface_address(i, true);
  }
  return std::nullopt;
}

FiveTuple flow_tuple(std::size_t number, const FlowSpecification& flow, const std::vector<LinkSpec>& links) {
  FiveTuple tuple;
  tuple.source = *node_address(flow.from, links);
  tuple.destination = *node_address(flow.to, links);
  tuple.source_port = static_cast<std::uint16_t>(20000 + 2 * number);
  tuple.destination_port = flow.port.value_or(static_cast<std::uint16_t>(5000 + 2 * number));
  tuple.protocol = is_tcp(flow.traffic) ? ip_protocol::tcp : ip_protocol::udp;
  return tuple;
}

}  // namespace qoslab
