#include "model/traffic/open_loop.h"

#include <string>
#include <utility>

namespace qoslab {
namespace {

double seconds_per_packet(LayeredRate rate, Bytes ip_size) {
  return static_cast<double>(ip_size.bits()) / ip_bits_per_second(rate, ip_size);
}

class Periodic final : public OpenLoopSource {
 public:
  Periodic(Instant start, Duration interval, Bytes ip_size, RandomStream random)
      : next_{start + Duration::from_seconds(random.uniform() * interval.to_seconds())},
        interval_{interval},
        ip_size_{ip_size} {}
  Emission next() override { return {std::exchange(next_, next_ + interval_), ip_size_}; }

 private:
  Instant next_;
  Duration interval_;
  Bytes ip_size_;
};

class Poisson final : public OpenLoopSource {
 public:
  Poisson(Instant start, double mean_gap_s, Bytes ip_size, RandomStream random)
      : last_{start}, mean_gap_s_{mean_gap_s}, ip_size_{ip_size}, random_{std::move(random)} {}
  Emission next() override {
    last_ += Duration::from_seconds(random_.exponential(mean_gap_s_));
    return {last_, ip_size_};
  }

 private:
  Instant last_;
  double mean_gap_s_;
  Bytes ip_size_;
  RandomStream random_;
};

/// Constant gaps while on. An on period that ends between two packets ends the period's packets; none is carried over.
class OnOff final : public OpenLoopSource {
 public:
  OnOff(const OnOffTraffic& traffic, Instant start, RandomStream random)
      : traffic_{traffic},
        gap_{Duration::from_seconds(seconds_per_packet(traffic.peak, traffic.packet))},
        random_{std::move(random)},
        next_{start} {
    begin_period(start);
  }
  Emission next() override {
    while (next_ >= off_at_) begin_period(off_at_ + draw(traffic_.mean_off));
    return {std::exchange(next_, next_ + gap_), traffic_.packet};
  }

 private:
  Duration draw(Duration mean) { return Duration::from_seconds(random_.exponential(mean.to_seconds())); }
  void begin_period(Instant at) {
    next_ = at;
    off_at_ = at + draw(traffic_.mean_on);
  }

  OnOffTraffic traffic_;
  Duration gap_;
  RandomStream random_;
  Instant next_;
  Instant off_at_;
};

class Imix final : public OpenLoopSource {
 public:
  Imix(const ImixTraffic& traffic, Instant start, RandomStream random)
      : traffic_{traffic}, random_{std::move(random)}, next_{start} {
    for (const auto& entry : traffic_.entries) total_weight_ += entry.weight;
    double mean_packet_s = 0;
    for (const auto& entry : traffic_.entries)
      mean_packet_s += seconds_per_packet(traffic_.rate, entry.packet) * static_cast<double>(entry.weight) /
                       static_cast<double>(total_weight_);
    mean_gap_s_ = mean_packet_s;
  }
  Emission next() override {
    const double gap = traffic_.poisson ? random_.exponential(mean_gap_s_) : mean_gap_s_;
    next_ += Duration::from_seconds(gap);
    return {next_, draw_size()};
  }

 private:
  Bytes draw_size() {
    auto ticket = static_cast<std::int64_t>(random_.uniform() * static_cast<double>(total_weight_));
    for (const auto& entry : traffic_.entries) {
      if (ticket < entry.weight) return entry.packet;
      ticket -= entry.weight;
    }
    return traffic_.entries.back().packet;
  }

  ImixTraffic traffic_;
  RandomStream random_;
  Instant next_;
  std::int64_t total_weight_ = 0;
  double mean_gap_s_ = 0;
};

struct Build {
  Instant start;
  std::uint64_t seed;
  std::string_view name;

  [[nodiscard]] RandomStream stream(std::string_view purpose) const {
    return {seed, std::string{name} + "/" + std::string{purpose}};
  }
  std::unique_ptr<OpenLoopSource> operator()(const VoiceTraffic& t) const {
    return std::make_unique<Periodic>(start, t.interval, rtp_packet(t.payload), stream("phase"));
  }
  std::unique_ptr<OpenLoopSource> operator()(const ConstantTraffic& t) const {
    const auto gap = Duration::from_seconds(seconds_per_packet(t.rate, t.packet));
    return std::make_unique<Periodic>(start, gap, t.packet, stream("phase"));
  }
  std::unique_ptr<OpenLoopSource> operator()(const PoissonTraffic& t) const {
    return std::make_unique<Poisson>(start, seconds_per_packet(t.rate, t.packet), t.packet, stream("gaps"));
  }
  std::unique_ptr<OpenLoopSource> operator()(const OnOffTraffic& t) const {
    return std::make_unique<OnOff>(t, start, stream("periods"));
  }
  std::unique_ptr<OpenLoopSource> operator()(const ImixTraffic& t) const {
    return std::make_unique<Imix>(t, start, stream("gaps and sizes"));
  }
  std::unique_ptr<OpenLoopSource> operator()(const FileTraffic& /*unused*/) const { return nullptr; }
  std::unique_ptr<OpenLoopSource> operator()(const TransactionTraffic& /*unused*/) const { return nullptr; }
};

}  // namespace

Bytes udp_packet(Bytes payload) { return payload + header::udp + header::ipv4; }
Bytes rtp_packet(Bytes payload) { return udp_packet(payload + header::rtp); }

double ip_bits_per_second(LayeredRate rate, Bytes ip_size) {
  const Bytes counted =
      rate.layer == Layer::payload ? ip_size - header::udp - header::ipv4 : size_at(rate.layer, ip_size);
  return static_cast<double>(rate.rate.bps()) * static_cast<double>(ip_size.count()) /
         static_cast<double>(counted.count());
}

std::unique_ptr<OpenLoopSource> open_loop_source(const Traffic& traffic, Instant start, std::uint64_t seed,
                                                 std::string_view name) {
  return std::visit(Build{start, seed, name}, traffic);
}

}  // namespace qoslab
