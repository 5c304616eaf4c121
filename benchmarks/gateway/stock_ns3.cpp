#include "benchmarks/gateway/stock_ns3.h"

#include <ns3/data-rate.h>
#include <ns3/double.h>
#include <ns3/inet-socket-address.h>
#include <ns3/internet-stack-helper.h>
#include <ns3/ipv4-address-helper.h>
#include <ns3/ipv4-interface-container.h>
#include <ns3/ipv4-static-routing-helper.h>
#include <ns3/node-container.h>
#include <ns3/on-off-helper.h>
#include <ns3/packet-sink-helper.h>
#include <ns3/packet-sink.h>
#include <ns3/point-to-point-helper.h>
#include <ns3/simulator.h>
#include <ns3/string.h>
#include <ns3/traffic-control-helper.h>
#include <ns3/uinteger.h>

#include <array>
#include <string>

#include "benchmarks/gateway/stopwatch.h"

namespace qoslab::bench {
namespace {

using namespace ns3;

constexpr std::uint16_t port = 9;
constexpr std::uint32_t payload = 560;  ///< with headers about the mean of the IMIX
/// Code points as types of service, best effort, AF41 and EF; and shares of the packets in percent.
constexpr std::array<std::pair<std::uint8_t, int>, 3> classes{{{0x00, 70}, {0x88, 20}, {0xb8, 10}}};

/// A server, a router, and subscribers behind point-to-point links. Towards each subscriber the router has three queues
/// by priority, each with a token bucket.
class StockNetwork {
 public:
  explicit StockNetwork(std::uint32_t subscribers) {
    nodes_.Create(2 + subscribers);
    InternetStackHelper{}.Install(nodes_);
    connect(nodes_.Get(0), nodes_.Get(1), "10Gbps", "10.0.0.0", false);
    for (std::uint32_t i = 0; i < subscribers; ++i) {
      const auto subnet = "10." + std::to_string(1 + i / 256) + "." + std::to_string(i % 256) + ".0";
      const auto address = connect(nodes_.Get(1), nodes_.Get(2 + i), "100Mbps", subnet, true);
      const PacketSinkHelper sink{"ns3::UdpSocketFactory", InetSocketAddress{Ipv4Address::GetAny(), port}};
      sinks_.Add(sink.Install(nodes_.Get(2 + i)));
      for (const auto& [tos, percent] : classes) send_to(address, tos, percent);
    }
    auto server = nodes_.Get(0)->GetObject<Ipv4>();
    Ipv4StaticRoutingHelper{}.GetStaticRouting(server)->SetDefaultRoute(Ipv4Address{"10.0.0.2"}, 1);
  }
  [[nodiscard]] double packets() const {
    double bytes = 0;
    for (std::uint32_t i = 0; i < sinks_.GetN(); ++i)
      bytes += static_cast<double>(DynamicCast<PacketSink>(sinks_.Get(i))->GetTotalRx());
    return bytes / payload;
  }

 private:
  /// The address of the second one.
  static Ipv4Address connect(const Ptr<Node>& a, const Ptr<Node>& b, const std::string& rate, const std::string& subnet,
                             bool queues) {
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue{rate});
    const auto devices = link.Install(a, b);
    if (queues) {
      TrafficControlHelper control;
      const auto root = control.SetRootQueueDisc("ns3::PrioQueueDisc");
      const auto bands = control.AddQueueDiscClasses(root, 3, "ns3::QueueDiscClass");
      control.AddChildQueueDiscs(root, bands, "ns3::TbfQueueDisc", "Rate", StringValue{"20Mbps"}, "Burst",
                                 UintegerValue{60'000}, "MaxSize", StringValue{"64p"});
      control.Install(devices.Get(0));
    }
    Ipv4AddressHelper addresses{subnet.c_str(), "255.255.255.0"};
    return addresses.Assign(devices).GetAddress(1);
  }
  void send_to(Ipv4Address subscriber, std::uint8_t tos, int percent) {
    InetSocketAddress to{subscriber, port};
    to.SetTos(tos);
    OnOffHelper sender{"ns3::UdpSocketFactory", to};
    sender.SetConstantRate(DataRate{static_cast<std::uint64_t>(percent) * 50'000}, payload);
    sender.Install(nodes_.Get(0));
  }

  NodeContainer nodes_;
  ApplicationContainer sinks_;
};

}  // namespace

double stock_ns3_ns_per_packet(std::uint32_t subscribers, int milliseconds) {
  const StockNetwork network{subscribers};
  Simulator::Stop(MilliSeconds(20));
  Simulator::Run();
  const double before = network.packets();
  Simulator::Stop(MilliSeconds(static_cast<std::uint64_t>(milliseconds)));
  const Stopwatch watch{Stopwatch::Clock::thread};
  Simulator::Run();
  const double taken = watch.nanoseconds();
  const double packets = network.packets() - before;
  Simulator::Destroy();
  return taken / packets;
}

}  // namespace qoslab::bench
