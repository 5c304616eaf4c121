// Nanoseconds a packet of a source on one link, by pacing and number of subscribers: an iteration is a window of
// 100 microseconds; `items_per_second` are packets.
#include <benchmark/benchmark.h>

#include "model/dataplane/batch.h"
#include "model/dataplane/source.h"

namespace qoslab::dataplane {
namespace {

/// The published IMIX in three classes, both families, at 99 % of 10 Gbit/s.
SourceSpec imix(Pacing pacing, std::int64_t subscribers, std::int64_t emitters) {
  EmitterSpec e;
  e.classes = {{0.1, 0, 0, 0}, {0.3, 1, 1, 1}, {0.6, 2, 2, 2}};
  e.ipv4 = {{Bytes{66}, 18}, {Bytes{128}, 3}, {Bytes{373}, 1}, {Bytes{570}, 4}, {Bytes{1280}, 5}, {Bytes{1492}, 7}};
  e.ipv6 = e.ipv4;
  e.ipv6[0].frame = Bytes{86};
  for (std::int64_t i = 0; i < subscribers; ++i) e.first_leaves.push_back(static_cast<std::uint32_t>(3 * i));
  e.rate = {Rate::bps(9'900'000'000 / emitters), Layer::line};
  e.pacing = pacing;
  e.burst = 32;
  e.mean_on = Duration::milliseconds(100);
  e.mean_off = Duration::milliseconds(100);
  SourceSpec spec{.line = Rate::gbps(10), .delay = {}, .cores = 18, .emitters = {}};
  for (std::int64_t i = 0; i < emitters; ++i) {
    e.purpose = std::string(static_cast<std::size_t>(i + 1), 'e');
    spec.emitters.push_back(e);
  }
  return spec;
}

template <Pacing pacing>
void source(benchmark::State& state) {
  Source source{imix(pacing, state.range(0), state.range(1)), 1};
  Batch batch;
  std::int64_t until = 0;
  std::int64_t packets = 0;
  for (auto _ : state) {
    batch.clear();
    source.run(until += 100'000'000, [&](const Record& record) { batch.push_back(record); });
    benchmark::DoNotOptimize(batch.data());
    packets += static_cast<std::int64_t>(batch.size());
  }
  state.SetItemsProcessed(packets);
  state.counters["per_packet"] =
      benchmark::Counter(static_cast<double>(packets), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK_TEMPLATE(source, Pacing::constant)->Args({4'000, 1})->Args({32'000, 1})->Args({4'000, 3});
BENCHMARK_TEMPLATE(source, Pacing::bursts)->Args({4'000, 1})->Args({4'000, 3});
BENCHMARK_TEMPLATE(source, Pacing::poisson)->Args({4'000, 1})->Args({4'000, 3});
BENCHMARK_TEMPLATE(source, Pacing::on_off)->Args({4'000, 1})->Args({32'000, 1})->Args({4'000, 3});

}  // namespace
}  // namespace qoslab::dataplane
