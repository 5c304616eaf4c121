// What a packet costs in the whole data plane of a gateway, beside other ways to compute the same in the same process,
// as tables for docs/performance.md. On one thread the thread's own time counts, else the wall's; each number is the
// best of several rounds, in which the variants take turns.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/gateway/stock_ns3.h"
#include "benchmarks/gateway/stopwatch.h"
#include "model/bng/gateway.h"
#include "tests/model/bng/gateway_referee.h"
#include "tests/model/bng/gateways.h"

namespace qoslab::bench {
namespace {

using namespace literals;
using Clock = Stopwatch::Clock;

/// Everything on, as scenarios/vsr-bng/throughput-imix.yaml: policers in two tiers, an access list of 100 entries,
/// three queues on three levels of the port scheduler, 18 cores, statistics; 4 + 4 links of 10 Gbit/s.
GatewaysSpec everything_on(std::int64_t subscribers, double load) {
  auto spec = bng::imix_gateway(subscribers, load, 10'000);
  auto& gateway = spec.gateways[0];
  gateway.latency = 50_us;
  gateway.processor->cores = 18;
  gateway.processor->cycles_per_packet = 1135;
  gateway.processor->cycles_per_vector = 0;
  gateway.processor->cycles_per_entry = 2;
  return spec;
}

constexpr double full = 0.99;
constexpr std::int64_t sixteen_thousand = 16'000;

/// A gateway that runs on and on.
class Running {
 public:
  Running(const GatewaysSpec& spec, int threads, Duration window)
      : gateway_{spec, spec.gateways[0], 1, threads},
        clock_{threads == 1 ? Clock::thread : Clock::wall},
        window_{window} {
    run(4_ms);
    gateway_.begin_measuring();
    run(12_ms);
  }
  /// Keeps the best.
  void measure(Duration length) {
    const auto before = gateway_.packets();
    const Stopwatch watch{clock_};
    run(length);
    best_ = std::min(best_, watch.nanoseconds() / static_cast<double>(gateway_.packets() - before));
  }
  [[nodiscard]] double ns_per_packet() const { return best_; }

 private:
  void run(Duration length) {
    for (const Instant end = now_ + length; now_ < end;) gateway_.run(now_ = std::min(end, now_ + window_));
  }
  bng::Gateway gateway_;
  Clock clock_;
  Duration window_;
  Instant now_;
  double best_ = 1e300;
};

double referee_ns_per_packet(const GatewaysSpec& spec) {
  bng::GatewayReferee referee{spec, 1};
  referee.run(Instant::at(4_ms));
  const auto before = referee.arrived();
  const Stopwatch watch{Clock::thread};
  referee.run(Instant::at(6_ms));
  return watch.nanoseconds() / static_cast<double>(referee.arrived() - before);
}

/// Runs the variants in turns.
void take_turns(std::vector<std::unique_ptr<Running>>& variants, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (auto& variant : variants) variant->measure(20_ms);
}

void many_sessions() {
  const Stopwatch watch{Clock::wall};
  const auto spec = everything_on(128'000, full);
  std::optional<bng::Gateway> gateway{std::in_place, spec, spec.gateways[0], 1, 1};
  Instant now;
  while (gateway->packets() == 0) gateway->run(now += 100_us);
  const double first = watch.nanoseconds() / 1e9;
  for (int i = 0; i < 500; ++i) gateway->run(now += 100_us);
  std::printf("### 128,000 subscribers\n\n| what | measured | wanted |\n| --- | ---: | ---: |\n");
  std::printf("| from nothing to the first packet, s | %.2f | |\n", first);
  std::printf("| memory at the most, MB | %.0f | ≤ 400 |\n\n", peak_rss_mb());
}

void ways_to_compute() {
  std::vector<std::unique_ptr<Running>> variants;
  const auto spec = everything_on(sixteen_thousand, full);
  for (const int threads : {1, 2}) variants.push_back(std::make_unique<Running>(spec, threads, 1_ms));
  double referee = 1e300;
  double stock = 1e300;
  for (int round = 0; round < 3; ++round) {
    take_turns(variants, 3);
    referee = std::min(referee, referee_ns_per_packet(spec));
    stock = std::min(stock, stock_ns3_ns_per_packet(100, 50));
  }
  const double one = variants[0]->ns_per_packet();
  const double two = variants[1]->ns_per_packet();
  std::printf("### Ways to compute the same\n\n| way | ns a packet | ratio | wanted |\n| --- | ---: | ---: | ---: |\n");
  std::printf("| one thread, 16,000 subscribers | %.1f | 1 | |\n", one);
  std::printf("| two threads (wall clock) | %.1f | %.2f times as fast | ≥ 1.7 |\n", two, one / two);
  std::printf("| one heap of events, the tests' referee | %.0f | %.1f times as slow | ≥ 3 |\n", referee, referee / one);
  std::printf("| ns-3's own parts, 100 subscribers | %.0f | %.0f times as slow | ≥ 200 |\n\n", stock, stock / one);
}

struct Row {
  std::string name;
  GatewaysSpec spec;
  Duration window;
};

void table(const char* title, const char* column, const std::vector<Row>& rows) {
  std::vector<std::unique_ptr<Running>> variants;
  for (const auto& row : rows) variants.push_back(std::make_unique<Running>(row.spec, 1, row.window));
  take_turns(variants, 5);
  std::printf("### %s\n\n| %s | ns a packet | ratio |\n| ---: | ---: | ---: |\n", title, column);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::printf("| %s | %.1f | %.2f |\n", rows[i].name.c_str(), variants[i]->ns_per_packet(),
                variants[i]->ns_per_packet() / variants[0]->ns_per_packet());
  std::printf("\n");
}

void growth() {
  std::vector<Row> rows;
  for (const std::int64_t n : {1'000, 4'000, 16'000, 64'000, 128'000})
    rows.push_back({std::to_string(n), everything_on(n, full), 1_ms});
  table("By the number of subscribers", "subscribers", rows);
}

void windows() {
  std::vector<Row> rows;
  for (const std::int64_t us : {50, 100, 200, 500, 1000})
    rows.push_back({std::to_string(us), everything_on(sixteen_thousand, full), Duration::microseconds(us)});
  table("By the length of a window", "µs", rows);
}

void loads() {
  std::vector<Row> rows;
  for (const int percent : {50, 75, 99, 110, 125})
    rows.push_back({std::to_string(percent), everything_on(sixteen_thousand, percent / 100.0), 1_ms});
  table("By load", "% of the links", rows);
}

}  // namespace
}  // namespace qoslab::bench

int main() {
  qoslab::bench::many_sessions();  // first, for the process has nothing else yet
  qoslab::bench::ways_to_compute();
  qoslab::bench::growth();
  qoslab::bench::windows();
  qoslab::bench::loads();
}
