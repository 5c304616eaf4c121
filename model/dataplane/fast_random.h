// The generator of the data plane: a few cycles a draw.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace qoslab::dataplane {

/// xoshiro256++ 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47, 2021), its
/// state filled by SplitMix64 as its authors advise. Same seed, same numbers, on every machine.
class FastRandom {
 public:
  explicit FastRandom(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15ULL;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      word = z ^ (z >> 31);
    }
  }

  /// 64 independent bits.
  std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }
  /// Uniform in (0, 1], 53 bits.
  double uniform() { return static_cast<double>((operator()() >> 11) + 1) * 0x1.0p-53; }
  /// Exponential with this mean.
  double exponential(double mean) { return -mean * std::log(uniform()); }

 private:
  std::uint64_t state_[4];
};

}  // namespace qoslab::dataplane
