#include "helpers/scenario/load/demands.h"

#include <algorithm>
#include <utility>

#include "helpers/scenario/load/dealing.h"
#include "helpers/scenario/load/downstream.h"
#include "helpers/scenario/load/upstream.h"
#include "helpers/scenario/rate_text.h"

namespace qoslab::load {
namespace {

constexpr auto up = Direction::upstream;
constexpr auto down = Direction::downstream;

double line_in(const OneWay& way) {
  double sum = 0;
  for (const auto& load : way.sent) sum += load.line_in;
  return sum;
}
double packets(const OneWay& way) {
  double sum = 0;
  for (const auto& load : way.sent) sum += load.packets;
  return sum;
}

class Way {
 public:
  Way(const GatewaySpec& gateway, const GatewaysSpec& all, const std::vector<SubscriberKind>& kinds)
      : gateway_{gateway},
        all_{all},
        kinds_{kinds},
        dealing_{gateway},
        access_links_{static_cast<std::size_t>(gateway.access.links)},
        network_links_{static_cast<std::size_t>(gateway.network.links)} {}

  Demands all() {
    lines_in();
    if (gateway_.processor) processor();
    upstream();
    downstream();
    out_.subscribers = subscribers_.all();
    return std::move(out_);
  }

 private:
  void lines_in() {
    for (std::size_t a = 0; a < access_links_; ++a) {
      auto& line = out_.access_in.emplace_back(Demand{0, bits(gateway_.access.rate)});
      for (const auto& kind : kinds_) line.load += dealing_.on_access(kind, a) * line_in(kind.way(up));
    }
    for (std::size_t m = 0; m < network_links_; ++m) {
      auto& line = out_.network_in.emplace_back(Demand{0, bits(gateway_.network.rate)});
      for (const auto& kind : kinds_) line.load += dealing_.on_network(kind, m) * line_in(kind.way(down));
    }
  }

  void processor() {
    const auto& p = *gateway_.processor;
    out_.processor.capacity = static_cast<double>(p.cores) * static_cast<double>(p.hertz) * (1 - standstill(p));
    const auto add = [&](const OneWay& way, double times) {
      out_.processor.load += times * way.cycles;
      out_.packets += times * packets(way);
    };
    for (const auto& kind : kinds_) {
      for (std::size_t a = 0; a < access_links_; ++a)
        add(kind.way(up), out_.access_in[a].passing() * dealing_.on_access(kind, a));
      for (std::size_t m = 0; m < network_links_; ++m)
        add(kind.way(down), out_.network_in[m].passing() * dealing_.on_network(kind, m));
    }
  }

  void upstream() {
    out_.network_out.resize(network_links_, {0, bits(gateway_.network.rate)});
    for (const auto& kind : kinds_) {
      for (std::size_t a = 0; a < access_links_; ++a) {
        if (dealing_.on_access(kind, a) <= 0) continue;
        const auto load = behind_policers(kind, out_.access_in[a].passing() * out_.processor.passing(), subscribers_);
        for (std::size_t m = 0; m < network_links_; ++m)
          out_.network_out[m].load += dealing_.on_both(kind, a, m) * load.line_out;
      }
    }
  }

  void downstream() {
    const auto& levels = gateway_.access.scheduler.aggregates;
    const auto rated = [](const AggregateLevelSpec& level) { return !level.rates.empty(); };
    const bool aggregates = std::any_of(levels.begin(), levels.end(), rated);
    out_.aggregates.resize(levels.size());
    for (const auto& kind : kinds_) {
      auto& by_network = passes_.emplace_back();
      for (std::size_t m = 0; m < network_links_; ++m) {
        const bool used = dealing_.on_network(kind, m) > 0;
        by_network.push_back(
            !used ? Passes{}
                  : behind_queues(kind, out_.network_in[m].passing() * out_.processor.passing(), subscribers_));
      }
    }
    for (std::size_t a = 0; a < access_links_; ++a)
      leave_port(gateway_, a, aggregates ? through_aggregates(a) : sum_on(a), out_);
  }

  [[nodiscard]] Passes sum_on(std::size_t access) const {
    Passes sum{};
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      for (std::size_t m = 0; m < network_links_; ++m) add(sum, dealing_.on_both(kinds_[k], access, m), passes_[k][m]);
    return sum;
  }

  /// Subscriber by subscriber, as the port numbers them.
  Passes through_aggregates(std::size_t access) {
    const auto& port = gateway_.access.scheduler;
    const auto links = static_cast<std::int64_t>(access_links_);
    std::vector<const Passes*> in_order;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const auto& kind = kinds_[k];
      const auto before = bng::dealt_to(static_cast<std::int64_t>(access), links, kind.first);
      for (auto n = before * links + static_cast<std::int64_t>(access); n < kind.end; n += links)
        in_order.push_back(&passes_[k][dealing_.network_of(n)]);
    }
    if (port.mixed) in_order = mixed(access, in_order);
    AggregateSums sums{port, access, out_.aggregates};
    for (const auto* passes : in_order) sums.add(*passes);
    return sums.finish();
  }

  [[nodiscard]] std::vector<const Passes*> mixed(std::size_t access, const std::vector<const Passes*>& plain) {
    if (!plan_) plan_.emplace(bng::parts_of(all_, gateway_));
    const auto place = plan_->port_order(access, true);
    std::vector<const Passes*> result(plain.size());
    for (std::size_t i = 0; i < plain.size(); ++i) result[place[i]] = plain[i];
    return result;
  }

  const GatewaySpec& gateway_;
  const GatewaysSpec& all_;
  const std::vector<SubscriberKind>& kinds_;
  Dealing dealing_;
  std::size_t access_links_;
  std::size_t network_links_;
  std::optional<bng::Plan> plan_;
  std::vector<std::vector<Passes>> passes_;  ///< of one subscriber of each kind on each network link
  SubscriberDemands subscribers_;
  Demands out_;
};

}  // namespace

void Worst::add(const Demand& d, std::size_t at_link, std::int64_t at_number) {
  ++of;
  if (exceeds(d.load, d.capacity)) ++over;
  if (demand.capacity > 0 && d.load * demand.capacity <= demand.load * d.capacity) return;
  demand = d;
  link = at_link;
  number = at_number;
}

double standstill(const ProcessorSpec& processor) {
  if (!processor.stalls) return 0;
  const auto& s = *processor.stalls;
  return (s.fixed ? 1.0 : 0.5) * s.longest.to_seconds() / s.every.to_seconds();
}

Demands demands_on(const GatewaySpec& gateway, const GatewaysSpec& all, const std::vector<SubscriberKind>& kinds) {
  return Way{gateway, all, kinds}.all();
}

}  // namespace qoslab::load
