// Requests and answers over one TCP connection: a file and its confirmation, or a transaction.
#pragma once

#include <ns3/socket.h>

#include <cstdint>
#include <optional>

#include "model/ns3/end_points.h"

namespace qoslab {

/// Again and again: `request` bytes one way, then `response` bytes back, then a pause.
struct Exchange {
  Bytes request;
  Bytes response;
  Duration pause;
  std::optional<std::int64_t> count;
};
/// A file is a large request that one byte confirms.
Exchange exchange_of(const FileTraffic& file);
Exchange exchange_of(const TransactionTraffic& transaction);

/// TCP's options are those of `flow.tcp`; timestamps are off, so that 1460 bytes ride on 40 bytes of headers.
class TcpExchangeFlow final : public FlowApplication {
 public:
  TcpExchangeFlow(const FlowSpecification& flow, const Exchange& exchange, const FlowEnds& ends, Ledger& ledger,
                  std::uint32_t account);

 private:
  void listen(const FlowSpecification& flow, const FlowEnds& ends);
  void connect(const FlowSpecification& flow, const FlowEnds& ends);
  void begin();
  void write();
  void serve(ns3::Ptr<ns3::Socket> socket);
  void collect(ns3::Ptr<ns3::Socket> socket);
  void complete();

  Exchange exchange_;
  Ledger& ledger_;
  std::uint32_t account_;
  Instant stop_;
  ns3::Ptr<ns3::Socket> listener_;
  ns3::Ptr<ns3::Socket> client_;
  Instant began_;
  std::int64_t done_ = 0;
  Bytes to_write_;  ///< of the running request, not yet given to TCP
  Bytes asked_;     ///< of the running request, arrived at the server
  Bytes answered_;  ///< of the running response, arrived at the client
};

}  // namespace qoslab
