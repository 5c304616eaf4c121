// Independent random streams by name: a new flow disturbs no other.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>

namespace qoslab {

/// The generator of one purpose in one replication. Same arguments, same numbers, on every machine.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::string_view purpose) : engine_{mix(seed, purpose)} {}

  /// Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }
  /// Exponential with this mean.
  double exponential(double mean) { return -mean * std::log1p(-uniform()); }

  /// A seed for whoever brings a generator of its own.
  static std::uint64_t mix(std::uint64_t seed, std::string_view purpose) {
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;  // FNV-1a, then the finaliser of SplitMix64
    for (const char c : purpose) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    hash += 0x9e3779b97f4a7c15ULL * (seed + 1);
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ULL;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebULL;
    return hash ^ (hash >> 31);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace qoslab
