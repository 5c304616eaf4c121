// What a gateway has measured.
#include <algorithm>
#include <map>
#include <utility>

#include "model/bng/gateway.h"

namespace qoslab::bng {
namespace {

Bytes on_the_line(Count frames) { return frames.bytes + Bytes{dataplane::line_overhead} * frames.packets; }

}  // namespace

std::string Gateway::reason_name(std::size_t reason) const {
  static constexpr std::array names = {".core: ring_full",     ": access_list",  ": policer",
                                       ": arbiter_unfair",     ": arbiter_full", ".access: queue_full",
                                       ".network: buffer_full"};
  return config_.gateway.name + names.at(reason);
}

Count Gateway::at_layer(std::uint8_t stream, Count frames) const {
  return {frames.packets, frames.bytes + Bytes{streams_.count_offset()[stream]} * frames.packets};
}

Count Gateway::all_at_layer(const dataplane::Tally& tally) const {
  Count sum;
  for (std::size_t i = 0; i < streams_.all().size(); ++i) sum += at_layer(static_cast<std::uint8_t>(i), tally[i]);
  return sum;
}

/// In the order of read_cores and read_links.
void Gateway::name_places() {
  const auto& gateway = config_.gateway.name;
  for (std::size_t i = 0; i < cores_.size(); ++i)
    if (cores_[i]->core) place_names_.push_back(gateway + ".core." + std::to_string(i));
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const auto port = gateway + ".access." + std::to_string(i);
    place_names_.push_back(port);
    for (std::size_t level = 8; level > 0; --level) place_names_.push_back(port + "/level" + std::to_string(level));
    auto& aggregates = aggregates_.emplace_back();
    for (std::size_t node = 1; node < node_names_[i].size(); ++node) {
      if (node_names_[i][node].empty()) continue;
      aggregates.push_back(node);
      place_names_.push_back(port + "/" + node_names_[i][node]);
    }
  }
  for (std::size_t i = 0; i < uplinks_.size(); ++i) place_names_.push_back(gateway + ".network." + std::to_string(i));
  node_names_.clear();
}

std::vector<Gateway::StreamReading> Gateway::read_streams() const {
  std::vector<StreamReading> reading(streams_.all().size());
  for (std::size_t i = 0; i < reading.size(); ++i) {
    auto& r = reading[i];
    const auto number = static_cast<std::uint8_t>(i);
    for (const auto* stage : access_sources_) r.sent += stage->source.sent(number);
    for (const auto* stage : network_sources_) r.sent += stage->source.sent(number);
    for (const auto* stage : trees_) {
      r.arrived += stage->sink->arrived()[i];
      for (std::size_t w = 0; w < r.waited.size(); ++w) r.waited[w] += stage->tree.waited(number)[w];
    }
    for (const auto* stage : uplinks_) {
      r.arrived += stage->sink->arrived()[i];
      for (std::size_t c = 0; c < r.colors.size(); ++c) r.colors[c] += stage->colors[i][c];
    }
    all_losses([&](const dataplane::Losses& losses, std::size_t reason) { r.lost[reason] += losses.by_stream[i]; });
  }
  return reading;
}

Gateway::Reading Gateway::read() const {
  Reading reading;
  reading.streams = read_streams();
  read_cores(reading);
  read_links(reading);
  return reading;
}

void Gateway::read_cores(Reading& reading) const {
  for (const auto* stage : cores_) {
    const auto& core = stage->core;
    if (!core) continue;
    reading.places.push_back(
        {all_at_layer(core->forwarded()), core->busy(), Rate{}, static_cast<std::int64_t>(core->most_waiting())});
  }
}

void Gateway::read_links(Reading& reading) const {
  for (std::size_t i = 0; i < trees_.size(); ++i) {
    const auto& tree = trees_[i]->tree;
    reading.places.push_back({tree.carried_by_node(0), tree.line_busy(), node_rates_[i][0], tree.most_waiting()});
    for (std::size_t level = 8; level-- > 0;)
      reading.places.push_back({tree.carried_by_level()[level], 0, level_rates_[i][level], 0});
    for (const auto node : aggregates_[i])
      reading.places.push_back({tree.carried_by_node(node), 0, node_rates_[i][node], 0});
  }
  for (const auto* stage : uplinks_) reading.places.push_back({all_at_layer(stage->sent), stage->busy, Rate{}, 0});
}

void Gateway::add_delays(std::uint8_t stream, Direction direction, DelayHistogram& sum) const {
  if (direction == Direction::downstream)
    for (const auto* stage : trees_) sum += stage->sink->delays(stream);
  else
    for (const auto* stage : uplinks_) sum += stage->sink->delays(stream);
}

/// The address families of a class together; a class that nobody uses has its place, too.
std::vector<StreamResults> Gateway::stream_results(const Reading& now) const {
  std::vector<StreamResults> results;
  std::map<std::tuple<std::size_t, Direction, std::size_t>, std::size_t> places;
  std::vector<std::size_t> result_of(streams_.first_foreign());
  for (std::size_t i = 0; i < streams_.first_foreign(); ++i) {
    const auto& stream = streams_.all()[i];
    const auto number = static_cast<std::uint8_t>(i);
    const auto [place, fresh] =
        places.try_emplace({stream.group, stream.direction, stream.class_index}, results.size());
    result_of[i] = place->second;
    if (fresh) {
      auto& r = results.emplace_back();
      r.gateway = config_.gateway.name;
      r.group = config_.groups[stream.group].name;
      r.class_name = config_.profiles[config_.profile_of[stream.group]].classes[stream.class_index].name;
      r.direction = stream.direction;
    }
    auto& r = results[place->second];
    const auto& whole = now.streams[i];
    const auto& warmup = before_.streams[i];
    r.sent += at_layer(number, whole.sent);
    r.delivered += at_layer(number, whole.arrived);
    const auto offered = whole.sent - warmup.sent;
    const auto arrived = whole.arrived - warmup.arrived;
    r.offered += at_layer(number, offered);
    r.arrived += at_layer(number, arrived);
    r.offered_line += on_the_line(offered);
    r.arrived_line += on_the_line(arrived);
    for (std::size_t reason = 0; reason < reasons; ++reason) {
      if (whole.lost[reason].packets == 0) continue;
      r.drops[reason_name(reason)] += at_layer(number, whole.lost[reason]);
      const auto lost = whole.lost[reason] - warmup.lost[reason];
      if (lost.packets > 0) r.lost[reason_name(reason)] += at_layer(number, lost);
    }
    for (std::size_t w = 0; w < r.waited.size(); ++w) r.waited[w] += whole.waited[w] - warmup.waited[w];
    for (std::size_t c = 0; c < whole.colors.size(); ++c) r.marked[c] += whole.colors[c] - warmup.colors[c];
    add_delays(number, stream.direction, r.delays);
    add_records(i, r);
  }
  add_inside(results, result_of);
  return results;
}

/// What is still in the gateway: counted where it is, not as the rest.
void Gateway::add_inside(std::vector<StreamResults>& results, const std::vector<std::size_t>& result_of) const {
  all_inside([&](const dataplane::Record& record, bool waits) {
    if (record.stream >= result_of.size()) return;
    auto& r = results[result_of[record.stream]];
    (waits ? r.queued : r.in_flight) += at_layer(record.stream, frame_of(record));
  });
}

std::vector<std::int64_t> Gateway::waiting() const {
  std::vector<std::int64_t> ids;
  all_inside([&](const dataplane::Record& record, bool waits) {
    if (waits && record.stream >= streams_.first_foreign()) ids.push_back(record.sent);
  });
  return ids;
}

void Gateway::add_samples(GatewayResults& results) const {
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    const auto& sample = sampled_[i];
    for (const auto direction : {Direction::upstream, Direction::downstream}) {
      StreamResults r;
      r.gateway = config_.gateway.name;
      r.group = config_.groups[sample.group].name;
      r.class_name = config_.profiles[config_.profile_of[sample.group]].classes[sample.class_index].name;
      r.direction = direction;
      r.subscriber = sample.number;
      const auto side = static_cast<std::size_t>(direction);
      const auto offered = offered_[side][sample.leaf];
      const auto arrived = arrived_[side][sample.leaf];
      const auto stream = streams_.number(sample.group, direction, sample.class_index, false);
      r.offered = at_layer(stream, offered);
      r.arrived = at_layer(stream, arrived);
      r.offered_line = on_the_line(offered);
      r.arrived_line = on_the_line(arrived);
      all_losses([&](const dataplane::Losses& losses, std::size_t reason) {
        const bool downstream = reason == queue_full;
        const bool upstream = (reason >= policer && reason <= arbiter) || reason == buffer_full;
        if (i + 1 >= losses.by_sample.size() || losses.by_sample[i + 1] == 0) return;
        if ((downstream && direction == Direction::upstream) || (upstream && direction == Direction::downstream))
          return;
        r.lost[reason_name(reason)].packets += losses.by_sample[i + 1];
      });
      const auto delays_at = [&](const dataplane::Sink& sink) {
        if (const auto* delays = sink.sample_delays(i + 1)) r.delays += *delays;
      };
      if (direction == Direction::downstream)
        for (const auto* stage : trees_) {
          delays_at(*stage->sink);
          if (const auto* waited = stage->tree.waited_of_sample(i + 1)) r.waited = *waited;
        }
      else
        for (const auto* stage : uplinks_) delays_at(*stage->sink);
      results.streams.push_back(std::move(r));
    }
  }
}

void Gateway::add_places(const Reading& now, GatewayResults& results) const {
  const double seconds = (now_ - measured_from_).to_seconds();
  for (std::size_t i = 0; i < now.places.size(); ++i) {
    const auto& place = now.places[i];
    const auto& warmup = before_.places[i];
    PlaceResults r;
    r.name = place_names_[i];
    r.sent = place.sent - warmup.sent;
    if (seconds > 0)
      r.busy = place.rate > Rate{}
                   ? static_cast<double>(r.sent.bytes.bits()) / static_cast<double>(place.rate.bps()) / seconds
                   : static_cast<double>(place.busy - warmup.busy) / 1e12 / seconds;
    r.most_waiting.packets = place.most_waiting;
    add_records(i, r);
    results.places.push_back(std::move(r));
  }
}

GatewayResults Gateway::results() const {
  const auto now = read();
  GatewayResults results;
  results.streams = stream_results(now);
  add_samples(results);
  add_subscribers(results);
  add_places(now, results);
  return results;
}

}  // namespace qoslab::bng
