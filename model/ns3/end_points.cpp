#include "model/ns3/end_points.h"

#include "model/ns3/tcp_exchange.h"
#include "model/ns3/udp_flow.h"

namespace qoslab {

std::unique_ptr<FlowApplication> start_flow(const FlowSpecification& flow, const FlowEnds& ends, std::uint64_t seed,
                                            Ledger& ledger, std::uint32_t account, UdpReceivers& receivers) {
  if (const auto* file = std::get_if<FileTraffic>(&flow.traffic)) {
    return std::make_unique<TcpExchangeFlow>(flow, exchange_of(*file), ends, ledger, account);
  }
  if (const auto* transaction = std::get_if<TransactionTraffic>(&flow.traffic)) {
    return std::make_unique<TcpExchangeFlow>(flow, exchange_of(*transaction), ends, ledger, account);
  }
  if (ends.to) {
    auto& receiver = receivers.at(ends.to, ends.forward.destination, ends.forward.destination_port);
    if (std::holds_alternative<VoiceTraffic>(flow.traffic))
      receiver.expect_rtp(ends.forward.source, ends.forward.source_port);
  }
  if (!ends.from) return nullptr;
  return std::make_unique<UdpFlow>(flow, ends, open_loop_source(flow.traffic, flow.start, seed, flow.name), account);
}

}  // namespace qoslab
