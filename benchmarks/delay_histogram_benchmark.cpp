// Nanoseconds that counting one delay costs: all packets that arrive pay it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

#include "model/results/delay_histogram.h"

namespace qoslab {
namespace {

/// Between these many nanoseconds, as often in each octave.
void add(benchmark::State& state) {
  std::mt19937_64 random{1};
  std::uniform_real_distribution<double> octave{std::log2(state.range(0)), std::log2(state.range(1))};
  std::vector<Duration> delays(8192);
  for (auto& delay : delays) delay = Duration::nanoseconds(static_cast<std::int64_t>(std::exp2(octave(random))));
  DelayHistogram histogram;
  std::size_t next = 0;
  for (auto _ : state) {
    histogram.add(delays[next]);
    next = (next + 1) % delays.size();
  }
  benchmark::DoNotOptimize(histogram);
}
BENCHMARK(add)->Name("delay_histogram/add")->Args({1'000, 4'000})->Args({50'000, 60'000})->Args({50'000, 32'000'000});

}  // namespace
}  // namespace qoslab
