#include "tests/model/bng/gateway_referee.h"

#include <algorithm>

#include "model/dataplane/access_list.h"

namespace qoslab::bng {

using dataplane::PolicerVerdict;

GatewayReferee::GatewayReferee(const GatewaysSpec& scenario, std::uint64_t seed)
    : config_{parts_of(scenario, scenario.gateways.front())},
      plan_{config_},
      streams_{config_.gateway, config_.groups, config_.profiles, config_.hosts} {
  add_testers(seed);
  add_leaves();
  const auto& processor = config_.gateway.processor;
  for (int i = 0; processor && i < processor->cores; ++i) {
    auto purpose = config_.gateway.name + " stalls";
    if (processor->stalls && !processor->stalls->together) purpose += " " + std::to_string(i);
    cores_.push_back({{}, 0, RandomStream{seed, purpose}, {}});
  }
  for (std::size_t i = 0; i < plan_.links().size(); ++i)
    trees_.emplace_back(access_tree(config_, plan_, streams_, i).spec);
  line_free_.resize(static_cast<std::size_t>(config_.gateway.network.links));
  far_ends_.resize(trees_.size() + line_free_.size());
}

void GatewayReferee::add_testers(std::uint64_t seed) {
  const auto add = [&](const dataplane::SourceSpec& spec) {
    testers_.push_back(std::unique_ptr<Tester>{new Tester{dataplane::Source{spec, seed}, {}, false}});
  };
  for (int i = 0; i < config_.gateway.access.links; ++i)
    add(upstream_source(config_, plan_, streams_, static_cast<std::size_t>(i)));
  for (int i = 0; i < config_.gateway.network.links; ++i)
    add(downstream_source(config_, plan_, streams_, static_cast<std::size_t>(i)));
}

void GatewayReferee::add_leaves() {
  leaves_.resize(plan_.leaf_count());
  std::vector<std::uint16_t> profiles;
  for (std::size_t link = 0; link < plan_.links().size(); ++link) {
    plan_.leaves_of(link, [&](std::uint32_t leaf, std::size_t group, std::int64_t number, std::size_t class_index) {
      if (class_index == 0) profiles.push_back(static_cast<std::uint16_t>(config_.profile_of[group]));
      const auto network = number / config_.gateway.access.links % config_.gateway.network.links;
      leaves_[leaf] = {link,        group,
                       class_index, static_cast<std::size_t>(network),
                       number,      static_cast<std::uint32_t>(profiles.size() - 1)};
    });
  }
  policers_ = std::make_unique<dataplane::PolicerTree>(config_.profiles, profiles);
}

void GatewayReferee::push(std::int64_t time, Point point, std::size_t from, std::size_t to, const Record& record) {
  events_.push({time, point, from, sequence_++, to, record});
}

void GatewayReferee::next_packet(std::size_t number) {
  auto& tester = *testers_[number];
  tester.under_way = !tester.packets.empty();
  if (!tester.under_way) return;
  push(tester.packets.front().time, Point::core, number, tester.packets.front().way, tester.packets.front());
  tester.packets.pop_front();
}

void GatewayReferee::run(Instant until) {
  for (std::size_t i = 0; i < testers_.size(); ++i) {
    auto& tester = *testers_[i];
    tester.source.run(until.ps(), [&](const Record& record) { tester.packets.push_back(record); });
    if (!tester.under_way) next_packet(i);
  }
  const auto all_events = [&] {
    while (!events_.empty() && events_.top().time < until.ps()) {
      const Event event = events_.top();
      events_.pop();
      happen(event);
    }
  };
  all_events();
  for (std::size_t i = 0; i < trees_.size(); ++i)
    for (const auto& record : trees_[i].run(until.ps()))
      push(record.time + config_.gateway.access.delay.ps(), Point::far_end, i, i, record);
  all_events();
}

void GatewayReferee::happen(const Event& event) {
  switch (event.point) {
    case Point::core:
      arrive_at_core(event.record, event.from);
      return next_packet(event.from);
    case Point::core_free:
      return core_free(event.to, event.time);
    case Point::link: {
      auto record = event.record;
      record.time = event.time;
      return arrive_at_link(record);
    }
    case Point::far_end:
      far_ends_[event.to].add(event.record, event.time);
      ++arrived_;
  }
}

void GatewayReferee::arrive_at_core(const Record& record, std::size_t tester) {
  const auto& gateway = config_.gateway;
  if (!gateway.processor) {
    if (!access_list(record).permit) return drop(record, ": access_list");
    return push(record.time + gateway.latency.ps(), Point::link, tester, 0, record);
  }
  auto& core = cores_[record.way];
  const bool idle = core.ring.empty() && core.free_at <= record.time;
  if (idle && running_from(core, record.time) == record.time) return forward_vector(record.way, record.time, {record});
  if (static_cast<int>(core.ring.size()) == gateway.processor->ring) return drop(record, ".core: ring_full");
  core.ring.push_back(record);
  if (core.ring.size() > 1) return;
  push(running_from(core, std::max(core.free_at, record.time)), Point::core_free, record.way, record.way, {});
}

void GatewayReferee::core_free(std::size_t number, std::int64_t now) {
  auto& core = cores_[number];
  std::vector<Record> packets;
  while (!core.ring.empty() && static_cast<int>(packets.size()) < config_.gateway.processor->vector) {
    packets.push_back(core.ring.front());
    core.ring.pop_front();
  }
  forward_vector(number, now, packets);
  if (!core.ring.empty()) push(running_from(core, core.free_at), Point::core_free, number, number, {});
}

void GatewayReferee::forward_vector(std::size_t number, std::int64_t now, const std::vector<Record>& packets) {
  auto& core = cores_[number];
  const auto& spec = *config_.gateway.processor;
  std::int64_t cycles = spec.cycles_per_vector;
  for (const auto& record : packets) cycles += spec.cycles_per_packet + access_list(record).cycles;
  core.free_at = end_of_work(core, now, cycles_take(cycles));
  for (const auto& record : packets) {
    if (access_list(record).permit)
      push(core.free_at + config_.gateway.latency.ps(), Point::link, number, 0, record);
    else
      drop(record, ": access_list");
  }
}

/// Rounded up.
std::int64_t GatewayReferee::cycles_take(std::int64_t cycles) const {
  const Int128 hertz = config_.gateway.processor->hertz;
  return static_cast<std::int64_t>((Int128{cycles} * 1'000'000'000'000 + hertz - 1) / hertz);
}

/// At least all that begin before `until`.
void GatewayReferee::draw_stalls(Core& core, std::int64_t until) {
  const auto& spec = config_.gateway.processor->stalls;
  if (!spec) return;
  while (core.stalls.empty() || core.stalls.back().first < until) {
    const auto [from, end] = core.stalls.empty() ? std::pair<std::int64_t, std::int64_t>{} : core.stalls.back();
    const auto gap = static_cast<std::int64_t>(core.random.exponential(static_cast<double>(spec->every.ps())));
    const auto share = spec->fixed ? 1.0 : core.random.uniform();
    const auto begins = std::max(from + gap, end);
    core.stalls.emplace_back(begins,
                             begins + static_cast<std::int64_t>(static_cast<double>(spec->longest.ps()) * share));
  }
}

std::int64_t GatewayReferee::running_from(Core& core, std::int64_t time) {
  draw_stalls(core, time + 1);
  for (std::size_t i = 0; i < core.stalls.size(); ++i) {
    if (core.stalls[i].first <= time && time < core.stalls[i].second) time = core.stalls[i].second;
    draw_stalls(core, time + 1);
  }
  return time;
}

std::int64_t GatewayReferee::end_of_work(Core& core, std::int64_t start, std::int64_t work) {
  std::int64_t end = start + work;
  draw_stalls(core, end);
  for (std::size_t i = 0; i < core.stalls.size(); ++i) {
    const auto [from, until] = core.stalls[i];
    if (from >= start && from < end) end += until - from;
    draw_stalls(core, end);
  }
  return end;
}

const GatewayReferee::Verdict& GatewayReferee::access_list(const Record& record) {
  const auto number = leaves_[record.leaf].number;
  const auto [at, fresh] = verdicts_.try_emplace({record.stream, number});
  if (!fresh) return at->second;
  const auto& stream = streams_.all()[record.stream];
  const auto& profile = config_.profiles[config_.profile_of[stream.group]];
  const auto& dscps = profile.classes[stream.class_index].dscps;
  const auto packet = dataplane::subscriber_packet(config_.groups[stream.group], stream.direction, stream.ipv6,
                                                   dscps.empty() ? Dscp{} : dscps.front(), number);
  for (const auto& list : config_.access_lists) {
    if (list.name != profile.access_list) continue;
    const auto outcome = dataplane::first_match(list, packet);
    const auto& processor = config_.gateway.processor;
    at->second = {outcome.permit, processor ? processor->cycles_per_entry * outcome.compared : 0};
  }
  return at->second;
}

void GatewayReferee::arrive_at_link(const Record& record) {
  const auto& leaf = leaves_[record.leaf];
  if (streams_.all()[record.stream].direction == Direction::downstream) return trees_[leaf.link].expect(record);
  const auto bytes = record.frame + streams_.count_offset()[record.stream];
  const auto verdict =
      policers_->police(leaf.subscriber, static_cast<std::uint32_t>(leaf.class_index), record.time, bytes);
  switch (verdict.why) {
    case PolicerVerdict::Why::passed:
      return send_upstream(record, leaf.network_link);
    case PolicerVerdict::Why::policer:
      return drop(record, ": policer");
    case PolicerVerdict::Why::unfair:
      return drop(record, ": arbiter_unfair");
    case PolicerVerdict::Why::all:
      return drop(record, ": arbiter_full");
  }
}

void GatewayReferee::send_upstream(const Record& record, std::size_t link) {
  const auto& side = config_.gateway.network;
  const auto frame = std::max<std::int64_t>(64, record.frame - streams_.tags()[record.stream]);
  const auto takes = time_to_send(Bytes{frame + 20}, side.rate).ps();
  const auto sent = std::max(record.time, line_free_[link]) + takes;
  if (sent - record.time > time_to_send(side.buffer, side.rate).ps()) return drop(record, ".network: buffer_full");
  line_free_[link] = sent;
  push(sent + side.delay.ps(), Point::far_end, trees_.size() + link, trees_.size() + link, record);
}

std::uint64_t GatewayReferee::fingerprint() const {
  dataplane::Fingerprint all;
  for (const auto& far_end : far_ends_) all.add(far_end.value());
  return all.value();
}

GatewayReferee::Drops GatewayReferee::drops() const {
  auto all = drops_;
  for (const auto& tree : trees_)
    for (std::size_t stream = 0; stream < tree.dropped_by_stream().size(); ++stream)
      if (const auto count = tree.dropped_by_stream()[stream]; count > 0)
        all[{config_.gateway.name + ".access: queue_full", stream}] += count;
  return all;
}

}  // namespace qoslab::bng
