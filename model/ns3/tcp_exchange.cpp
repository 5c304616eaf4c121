#include "model/ns3/tcp_exchange.h"

#include <ns3/boolean.h>
#include <ns3/inet-socket-address.h>
#include <ns3/nstime.h>
#include <ns3/tcp-l4-protocol.h>
#include <ns3/uinteger.h>

#include <algorithm>

#include "model/ns3/addresses.h"
#include "model/ns3/clock.h"

namespace qoslab {
namespace {

std::string type_name(const std::string& congestion) {
  if (congestion == "cubic") return "ns3::TcpCubic";
  if (congestion == "linuxreno") return "ns3::TcpLinuxReno";
  return "ns3::TcpNewReno";
}

std::uint8_t type_of_service(Dscp dscp) { return static_cast<std::uint8_t>(dscp.value << 2U); }

ns3::Ptr<ns3::Socket> tcp_socket(ns3::Ptr<ns3::Node> node, const FlowSpecification& flow) {
  const auto type = ns3::TypeId::LookupByName(type_name(flow.tcp.congestion));
  auto socket = node->GetObject<ns3::TcpL4Protocol>()->CreateSocket(type);
  const auto unsigned_of = [](Bytes b) { return ns3::UintegerValue{static_cast<std::uint64_t>(b.count())}; };
  socket->SetAttribute("SegmentSize", unsigned_of(flow.tcp.segment));
  // The send buffer, not the receiver's window, limits what is in flight: ns-3 3.37's rate sampling fails on the
  // latter.
  socket->SetAttribute("SndBufSize", unsigned_of(flow.tcp.window));
  socket->SetAttribute("MinRto", ns3::TimeValue{to_ns3(flow.tcp.min_rto)});
  socket->SetAttribute("Timestamp", ns3::BooleanValue{false});
  socket->SetIpTos(type_of_service(flow.dscp));
  return socket;
}

void give(ns3::Ptr<ns3::Socket> socket, Bytes bytes) {
  socket->Send(ns3::Create<ns3::Packet>(static_cast<std::uint32_t>(bytes.count())));
}

/// What waits in the socket, in bytes.
Bytes read_all(ns3::Ptr<ns3::Socket> socket) {
  Bytes total;
  while (const auto packet = socket->Recv()) {
    if (packet->GetSize() == 0) break;
    total += Bytes{packet->GetSize()};
  }
  return total;
}

}  // namespace

Exchange exchange_of(const FileTraffic& file) { return {file.size, Bytes{1}, file.pause, file.count}; }
Exchange exchange_of(const TransactionTraffic& t) { return {t.request, t.response, t.pause, std::nullopt}; }

TcpExchangeFlow::TcpExchangeFlow(const FlowSpecification& flow, const Exchange& exchange, const FlowEnds& ends,
                                 Ledger& ledger, std::uint32_t account)
    : exchange_{exchange}, ledger_{ledger}, account_{account}, stop_{flow.stop.value_or(Instant::never())} {
  if (ends.to) listen(flow, ends);
  if (ends.from) connect(flow, ends);
}

void TcpExchangeFlow::listen(const FlowSpecification& flow, const FlowEnds& ends) {
  listener_ = tcp_socket(ends.to, flow);
  listener_->Bind(ns3::InetSocketAddress{ns3::Ipv4Address::GetAny(), ends.forward.destination_port});
  listener_->Listen();
  listener_->SetAcceptCallback(ns3::MakeNullCallback<bool, ns3::Ptr<ns3::Socket>, const ns3::Address&>(),
                               ns3::Callback<void, ns3::Ptr<ns3::Socket>, const ns3::Address&>{
                                   [this](ns3::Ptr<ns3::Socket> accepted, const ns3::Address& /*peer*/) {
                                     accepted->SetRecvCallback(ns3::MakeCallback(&TcpExchangeFlow::serve, this));
                                   }});
}

void TcpExchangeFlow::connect(const FlowSpecification& flow, const FlowEnds& ends) {
  client_ = tcp_socket(ends.from, flow);
  client_->Bind(ns3::InetSocketAddress{ns3::Ipv4Address::GetAny(), ends.forward.source_port});
  client_->SetConnectCallback(
      ns3::Callback<void, ns3::Ptr<ns3::Socket>>{[this](ns3::Ptr<ns3::Socket> /*socket*/) { begin(); }},
      ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
  client_->SetSendCallback(ns3::Callback<void, ns3::Ptr<ns3::Socket>, uint32_t>{
      [this](ns3::Ptr<ns3::Socket> /*socket*/, uint32_t /*free*/) { write(); }});
  client_->SetRecvCallback(ns3::MakeCallback(&TcpExchangeFlow::collect, this));
  // Connecting sets the type of service anew, from the address.
  ns3::InetSocketAddress server{to_ns3(ends.forward.destination), ends.forward.destination_port};
  server.SetTos(type_of_service(flow.dscp));
  at(flow.start, [this, server] { client_->Connect(server); });
}

void TcpExchangeFlow::begin() {
  if (now() >= stop_) return;
  began_ = now();
  to_write_ = exchange_.request;
  asked_ = answered_ = Bytes{};
  write();
}

void TcpExchangeFlow::write() {
  while (to_write_ > Bytes{}) {
    const Bytes room{client_->GetTxAvailable()};
    const Bytes now_written = std::min(to_write_, room);
    if (now_written == Bytes{}) return;
    to_write_ -= now_written;
    give(client_, now_written);
  }
}

void TcpExchangeFlow::serve(ns3::Ptr<ns3::Socket> socket) {
  const Bytes arrived = read_all(socket);
  ledger_.payload(account_, arrived, now());
  asked_ += arrived;
  if (asked_ < exchange_.request) return;
  asked_ -= exchange_.request;
  give(socket, exchange_.response);
}

void TcpExchangeFlow::collect(ns3::Ptr<ns3::Socket> socket) {
  answered_ += read_all(socket);
  if (answered_ >= exchange_.response) complete();
}

void TcpExchangeFlow::complete() {
  ledger_.exchange(account_, {began_, now() - began_, exchange_.request});
  answered_ = Bytes{};
  if (++done_ == exchange_.count) return client_->Close(), void();
  ns3::Simulator::Schedule(to_ns3(exchange_.pause), [this] { begin(); });
}

}  // namespace qoslab
