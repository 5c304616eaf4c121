// Trees and traffic of every kind, by number.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

class RandomTree {
 public:
  explicit RandomTree(std::uint64_t number) : random_{number} {
    spec.line = Rate::mbps(one_of({10, 100, 997, 1000, 10000}));
    spec.largest = 1522;
    spec.first_leaf = static_cast<std::uint32_t>(below(100));
    if (chance(3)) spec.count_offset.fill(-18);
    for (auto& level : spec.levels)
      if (chance(10)) level = shaper(4);
    make_profiles();
    make_nodes();
    make_queues();
  }

  /// Packets at about `load` percent of the line.
  std::vector<Record> arrivals(std::size_t count, int load) {
    std::vector<Record> result;
    std::int64_t now = 0;
    while (result.size() < count) {
      const auto burst = chance(4) ? 1 + below(12) : 1;
      const auto gap = time_to_send(Bytes{static_cast<std::int64_t>(burst) * 700}, spec.line).ps() * 100 / load;
      now += static_cast<std::int64_t>(below(static_cast<std::uint64_t>(2 * gap)));
      for (std::uint64_t i = 0; i < burst && result.size() < count; ++i) {
        Record r;
        r.time = now;
        r.sent = static_cast<std::int64_t>(result.size());
        r.leaf = spec.first_leaf + static_cast<std::uint32_t>(below(spec.queues.size()));
        r.frame = static_cast<std::uint16_t>(one_of({64, 64, 128, 576, 1518, 1522}));
        r.stream = static_cast<std::uint8_t>(below(5));
        result.push_back(r);
        if (chance(2)) now += static_cast<std::int64_t>(below(20'000));
      }
    }
    return result;
  }

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool chance(std::uint64_t in) { return below(in) == 0; }

  TreeSpec spec;

 private:
  std::int64_t one_of(std::initializer_list<std::int64_t> choices) {
    return *(choices.begin() + static_cast<std::ptrdiff_t>(below(choices.size())));
  }
  Shaper shaper(std::int64_t part) {
    const auto rate = std::max<std::int64_t>(
        10'000, spec.line.bps() / static_cast<std::int64_t>(1 + below(4ULL * static_cast<std::uint64_t>(part))));
    return {Rate::bps(rate), Bytes{static_cast<std::int64_t>(1522 + below(20'000))}};
  }
  void make_profiles() {
    for (auto n = 1 + below(6); n > 0; --n) {
      QueueProfile p;
      if (chance(2)) p.pir = shaper(10);
      if (chance(2)) p.cir = shaper(20);
      p.level = static_cast<int>(below(9));
      p.cir_level = static_cast<int>(1 + below(8));
      p.weight = one_of({0, 1, 1, 2, 7, 100});
      p.cir_weight = one_of({0, 1, 1, 3, 50});
      if (chance(2)) p.most_packets = static_cast<std::int64_t>(1 + below(60));
      if (chance(3)) p.most_bytes = static_cast<std::int64_t>(1522 + below(30'000));
      spec.profiles.push_back(p);
    }
  }
  void make_nodes() {
    spec.nodes.emplace_back();
    if (chance(4)) spec.nodes[0].shaper = shaper(1);
    for (auto n = below(4) * below(12); n > 0; --n) {
      TreeSpec::Node node;
      node.parent = static_cast<std::uint32_t>(below(std::min<std::uint64_t>(spec.nodes.size(), 12)));
      node.weight = one_of({1, 1, 2, 10, 1000});
      if (chance(2)) node.shaper = shaper(8);
      spec.nodes.push_back(node);
    }
  }
  void make_queues() {
    for (auto n = 1 + below(60); n > 0; --n)
      spec.queues.push_back({static_cast<std::uint32_t>(below(spec.nodes.size())),
                             static_cast<std::uint16_t>(below(spec.profiles.size()))});
  }

  std::mt19937_64 random_;
};

}  // namespace qoslab::dataplane
