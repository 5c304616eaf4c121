// A relay between two ports, through a scenario.
#pragma once

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

#include "helpers/emulate/relay.h"
#include "model/emulation/network_passage.h"
#include "tests/helpers/emulate/relayed.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab::emulation {

/// Through both links of the small network: 982 B of IP are 1020 B on the line.
inline constexpr Duration way = Duration::microseconds(816 + 1000 + 8160 + 2000);

struct Story {
  explicit Story(const Scenario& scenario, const Relay::Capacity& capacity = {}, StoryPort::Room room = {})
      : passage{std::make_unique<NetworkPassage>(scenario, std::array<std::string, 2>{"a", "b"}, 1)},
        a{"a", clock, room},
        b{"b", clock, room},
        relay{*passage, {&a, &b}, clock, capacity} {}

  /// Seconds of nothing else.
  void drain() {
    const Instant end = clock.now() + Duration::seconds(20);
    for (Instant next = relay.turn(); next < end; next = relay.turn())
      clock.move_to(std::max(clock.now(), next) + Duration::picoseconds(1));
  }
  EmulationResults turn_at(Duration time) {
    clock.move_to(Instant{} + time);
    relay.turn();
    return relay.results();
  }

  StoryClock clock;
  std::unique_ptr<Passage> passage;
  StoryPort a, b;
  Relay relay;
};

inline AccountResults account(const EmulationResults& results, const std::string& name) {
  for (const auto& books : results.accounts)
    if (books.name == name) return books;
  throw std::out_of_range{name};
}

inline std::int64_t dropped(const AccountResults& books) {
  std::int64_t sum = 0;
  for (const auto& [reason, count] : books.drops) sum += count.packets;
  return sum;
}

}  // namespace qoslab::emulation
