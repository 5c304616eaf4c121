// What a gateway has measured of each subscriber, and over time: all of it without a cost for each packet.
#include <map>
#include <numeric>
#include <utility>

#include "model/bng/gateway.h"

namespace qoslab::bng {

std::vector<LiveTraffic> Gateway::totals() const {
  std::vector<LiveTraffic> totals;
  if (before_.streams.empty()) return totals;  // not begun
  std::map<std::pair<std::size_t, Direction>, std::size_t> places;
  const auto now = read_streams();
  for (std::size_t i = 0; i < streams_.first_foreign(); ++i) {
    const auto& stream = streams_.all()[i];
    const auto number = static_cast<std::uint8_t>(i);
    const auto [place, fresh] = places.try_emplace({stream.group, stream.direction}, totals.size());
    if (fresh) totals.emplace_back();
    auto& t = totals[place->second];
    t.gateway = config_.gateway.name;
    t.group = config_.groups[stream.group].name;
    t.direction = stream.direction;
    t.over = now_ - measured_from_;
    const auto& before = before_.streams[i];
    t.offered += at_layer(number, now[i].sent - before.sent);
    t.arrived += at_layer(number, now[i].arrived - before.arrived);
    for (std::size_t reason = 0; reason < reasons; ++reason)
      t.lost += at_layer(number, now[i].lost[reason] - before.lost[reason]);
    const auto add = [&](const DelayHistogram& delays) {
      t.delays += delays.count();
      t.delay_sum += delays.sum_ps();
    };
    if (stream.direction == Direction::downstream)
      for (const auto* stage : trees_) add(stage->sink->delays(number));
    else
      for (const auto* stage : uplinks_) add(stage->sink->delays(number));
  }
  return totals;
}

Gateway::Inside Gateway::inside_by_leaf() const {
  Inside inside;
  for (auto& packets : inside) packets.resize(plan_.leaf_count());
  all_inside([&](const dataplane::Record& record, bool) {
    if (record.stream >= streams_.first_foreign()) return;
    const auto direction = streams_.all()[record.stream].direction;
    ++inside[static_cast<std::size_t>(direction)][record.leaf];
  });
  return inside;
}

/// Whatever came in and neither arrived nor is inside was lost.
void Gateway::add_subscribers(GatewayResults& results) const {
  const auto inside = inside_by_leaf();
  for (std::size_t g = 0; g < config_.groups.size(); ++g) {
    for (const auto direction : {Direction::upstream, Direction::downstream}) {
      const auto side = static_cast<std::size_t>(direction);
      const auto offset = streams_.count_offset()[streams_.number(g, direction, 0, !config_.groups[g].ipv4)];
      SubscriberTotals totals{config_.gateway.name, config_.groups[g].name, direction, {}, {}, {}, {}, {}};
      for (std::int64_t n = 0; n < config_.groups[g].count; ++n) {
        Count offered;
        Count arrived;
        std::int64_t more_inside = 0;
        for (std::size_t c = 0; c < plan_.classes(g); ++c) {
          const auto leaf = plan_.first_leaf(g, n) + c;
          offered += offered_[side][leaf];
          arrived += arrived_[side][leaf];
          more_inside += inside[side][leaf] - inside_before_[side][leaf];
        }
        totals.offered_bytes.push_back(offered.bytes.count() + offset * offered.packets);
        totals.arrived_bytes.push_back(arrived.bytes.count() + offset * arrived.packets);
        totals.offered_packets.push_back(offered.packets);
        totals.arrived_packets.push_back(arrived.packets);
        totals.lost_packets.push_back(offered.packets - arrived.packets - more_inside);
      }
      results.subscribers.push_back(std::move(totals));
    }
  }
}

void Gateway::end_record() {
  constexpr std::size_t most_places = 1000;
  const auto now = read();
  auto& mark = marks_.emplace_back();
  for (std::size_t i = 0; i < streams_.first_foreign(); ++i) {
    const auto& stream = now.streams[i];
    mark.streams.push_back(
        {stream.sent, stream.arrived,
         std::accumulate(stream.lost.begin(), stream.lost.end(), Count{}, [](Count a, Count b) { return a += b; })});
  }
  if (now.places.size() > most_places) return;
  for (const auto& place : now.places) mark.places.push_back(place.sent);
}

void Gateway::add_records(std::size_t stream, StreamResults& result) const {
  const auto number = static_cast<std::uint8_t>(stream);
  const auto& start = before_.streams[stream];
  Mark::Stream before{start.sent, start.arrived, {}};
  for (const auto& lost : start.lost) before.lost += lost;
  result.records.resize(marks_.size());
  for (std::size_t k = 0; k < marks_.size(); ++k) {
    const auto& mark = marks_[k].streams[stream];
    auto& record = result.records[k];
    record.offered += at_layer(number, mark.sent - before.sent);
    record.arrived += at_layer(number, mark.arrived - before.arrived);
    record.lost += at_layer(number, mark.lost - before.lost);
    record.inside += at_layer(number, mark.sent - mark.arrived - mark.lost);
    before = mark;
  }
}

void Gateway::add_records(std::size_t place, PlaceResults& result) const {
  Count before = before_.places[place].sent;
  for (const auto& mark : marks_) {
    if (mark.places.empty()) return;
    result.records.push_back(mark.places[place] - before);
    before = mark.places[place];
  }
}

}  // namespace qoslab::bng
