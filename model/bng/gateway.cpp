#include "model/bng/gateway.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/dataplane/access_list.h"
#include "model/packet/layers.h"

namespace qoslab::bng {
namespace {

using dataplane::Batch;
using dataplane::Stage;

template <typename S>
std::vector<const Stage*> stages(const std::vector<S*>& all) {
  return {all.begin(), all.end()};
}

std::vector<std::uint32_t> numbers_of(const Plan& plan) {
  std::vector<std::uint32_t> numbers(plan.leaf_count());
  for (std::size_t link = 0; link < plan.links().size(); ++link)
    plan.leaves_of(link, [&](std::uint32_t leaf, std::size_t, std::int64_t number, std::size_t) {
      numbers[leaf] = static_cast<std::uint32_t>(number);
    });
  return numbers;
}

std::int64_t cycles_per_entry(const GatewaySpec& gateway) {
  return gateway.processor ? gateway.processor->cycles_per_entry : 0;
}

}  // namespace

Gateway::Gateway(const GatewaysSpec& scenario, const GatewaySpec& gateway, std::uint64_t seed, int threads,
                 bool fingerprinted, const std::atomic<bool>* stop)
    : config_{parts_of(scenario, gateway)},
      fingerprinted_{fingerprinted},
      stop_{stop},
      plan_{config_},
      streams_{gateway, config_.groups, config_.profiles, config_.hosts},
      access_{cycles_per_entry(gateway), numbers_of(plan_)},
      graph_{threads} {
  for (std::size_t i = 0; i < streams_.all().size(); ++i)
    route_.direction[i] = static_cast<std::uint8_t>(streams_.all()[i].direction);
  for (auto* totals : {&offered_[0], &offered_[1], &arrived_[0], &arrived_[1]}) totals->resize(plan_.leaf_count());
  place_leaves();
  choose_samples();
  build_access_costs();
  build_sources(seed);
  build_cores(seed);
  build_access_side();
  build_network_side();
  all_losses([&](dataplane::Losses& losses, std::size_t) {
    losses.first_foreign = streams_.first_foreign();
    losses.samples = &samples_;
  });
  name_places();
  before_ = read();
  inside_before_ = inside_by_leaf();
}

void Gateway::heed_stop() const {
  if (stop_ != nullptr && stop_->load()) throw BuildStopped{};
}

void Gateway::choose_samples() {
  for (std::size_t g = 0; g < config_.groups.size(); ++g)
    for (const auto number : config_.groups[g].samples)
      for (std::size_t c = 0; c < plan_.classes(g); ++c)
        sampled_.push_back({g, number, c, plan_.first_leaf(g, number) + static_cast<std::uint32_t>(c)});
  if (sampled_.empty()) return;
  samples_.resize(plan_.leaf_count());
  for (std::size_t i = 0; i < sampled_.size(); ++i) samples_[sampled_[i].leaf] = static_cast<std::uint16_t>(i + 1);
}

void Gateway::build_access_costs() {
  for (std::size_t i = 0; i < streams_.first_foreign(); ++i) {
    const auto& stream = streams_.all()[i];
    const auto& group = config_.groups[stream.group];
    const auto& profile = config_.profiles[config_.profile_of[stream.group]];
    const auto list = std::find_if(config_.access_lists.begin(), config_.access_lists.end(),
                                   [&](const AccessListSpec& l) { return l.name == profile.access_list; });
    if (list == config_.access_lists.end()) continue;
    const auto& dscps = profile.classes[stream.class_index].dscps;
    access_.add(static_cast<std::uint8_t>(i), dataplane::CompiledAccessList{*list, group, stream.direction, stream.ipv6,
                                                                            dscps.empty() ? Dscp{} : dscps.front()});
  }
}

void Gateway::build_sources(std::uint64_t seed) {
  const auto& gateway = config_.gateway;
  for (int i = 0; i < gateway.access.links; ++i) {
    heed_stop();
    access_sources_.push_back(&graph_.add<dataplane::SourceStage>(
        {}, upstream_source(config_, plan_, streams_, static_cast<std::size_t>(i)), seed, offered_[0]));
  }
  for (int i = 0; i < gateway.network.links; ++i) {
    heed_stop();
    network_sources_.push_back(&graph_.add<dataplane::SourceStage>(
        {}, downstream_source(config_, plan_, streams_, static_cast<std::size_t>(i)), seed, offered_[1]));
  }
}

/// One stage for each core; without a processor, one for each link.
void Gateway::build_cores(std::uint64_t seed) {
  auto sources = access_sources_;
  sources.insert(sources.end(), network_sources_.begin(), network_sources_.end());
  const auto& processor = config_.gateway.processor;
  const auto latency = config_.gateway.latency.ps();
  const auto count = processor ? static_cast<std::size_t>(processor->cores) : sources.size();
  foreign_in_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Batch*> inputs;
    std::optional<dataplane::Core> core;
    if (processor) {
      for (auto* source : sources) inputs.push_back(&source->to_core[i]);
      dataplane::Stalls stalls;
      const auto purpose = config_.gateway.name + " stalls";
      if (processor->stalls)
        stalls = {*processor->stalls, seed, processor->stalls->together ? purpose : purpose + " " + std::to_string(i)};
      core.emplace(*processor, access_, latency, std::move(stalls));
    } else {
      inputs.push_back(&sources[i]->to_core[0]);
    }
    inputs.push_back(&foreign_in_[i]);
    const auto after = processor ? stages(sources) : std::vector<const Stage*>{sources[i]};
    cores_.push_back(
        &graph_.add<dataplane::CoreStage>(after, std::move(inputs), std::move(core), access_, latency, route_));
  }
}

std::unique_ptr<dataplane::Sink> Gateway::new_sink(Duration delay, Direction direction) {
  return std::make_unique<dataplane::Sink>(delay.ps(), streams_.first_foreign(),
                                           arrived_[static_cast<std::size_t>(direction)], samples_, fingerprinted_);
}

/// On which links each leaf's packets go, and where its policers are.
void Gateway::place_leaves() {
  const auto access_links = static_cast<std::int64_t>(plan_.links().size());
  const auto network_links = static_cast<std::size_t>(config_.gateway.network.links);
  route_.ways = network_links + plan_.links().size();
  route_.far_end.resize(plan_.leaf_count());
  policed_.resize(plan_.leaf_count());
  uplink_profiles_.resize(network_links);
  for (std::size_t link = 0; link < plan_.links().size(); ++link) {
    heed_stop();
    plan_.leaves_of(link, [&](std::uint32_t leaf, std::size_t group, std::int64_t number, std::size_t class_index) {
      const auto uplink = static_cast<std::size_t>(number / access_links) % network_links;
      auto& profiles = uplink_profiles_[uplink];
      if (class_index == 0) profiles.push_back(static_cast<std::uint16_t>(config_.profile_of[group]));
      route_.far_end[leaf] = {static_cast<std::uint8_t>(uplink), static_cast<std::uint8_t>(network_links + link)};
      policed_[leaf] = {static_cast<std::uint32_t>(profiles.size() - 1), static_cast<std::uint32_t>(class_index)};
    });
  }
}

/// The trees first: they take longest.
void Gateway::build_access_side() {
  const auto& access = config_.gateway.access;
  const auto links = plan_.links().size();
  for (std::size_t i = 0; i < links; ++i) {
    std::vector<Batch*> inputs;
    for (auto* core : cores_) inputs.push_back(&core->out[uplink_profiles_.size() + i]);
    heed_stop();
    auto tree = access_tree(config_, plan_, streams_, i);
    heed_stop();
    trees_.push_back(&graph_.add<dataplane::TreeStage>(stages(cores_), std::move(inputs), tree.spec,
                                                       new_sink(access.delay, Direction::downstream)));
    auto& rates = node_rates_.emplace_back();
    for (const auto& node : tree.spec.nodes) rates.push_back(node.shaper ? node.shaper->rate : Rate{});
    auto& levels = level_rates_.emplace_back();
    for (std::size_t l = 0; l < levels.size(); ++l)
      levels[l] = tree.spec.levels[l] ? tree.spec.levels[l]->rate : Rate{};
    node_names_.push_back(std::move(tree.names));
  }
}

void Gateway::build_network_side() {
  const auto& network = config_.gateway.network;
  for (std::size_t i = 0; i < static_cast<std::size_t>(network.links); ++i) {
    std::vector<Batch*> inputs;
    for (auto* core : cores_) inputs.push_back(&core->out[i]);
    heed_stop();
    uplinks_.push_back(&graph_.add<dataplane::UplinkStage>(
        stages(cores_), std::move(inputs), dataplane::PolicerTree{config_.profiles, uplink_profiles_[i]}, policed_,
        dataplane::UplinkStage::Spec{network.rate, network.buffer, streams_.count_offset(), streams_.tags()},
        new_sink(network.delay, Direction::upstream)));
  }
}

void Gateway::run(Instant until) {
  graph_.run(until.ps());
  now_ = until;
}

void Gateway::begin_measuring() {
  for (auto* source : access_sources_) source->begin_measuring();
  for (auto* source : network_sources_) source->begin_measuring();
  for (auto* tree : trees_) {
    tree->sink->begin_measuring();
    tree->tree.begin_measuring();
  }
  for (auto* uplink : uplinks_) uplink->sink->begin_measuring();
  for (auto* stage : cores_)
    if (stage->core) stage->core->begin_measuring();
  all_losses([](dataplane::Losses& losses, std::size_t) { losses.by_sample.clear(); });
  measured_from_ = now_;
  before_ = read();
  inside_before_ = inside_by_leaf();
  marks_.clear();
}

void Gateway::inject(const ForeignPacket& packet) {
  const auto& group = config_.groups[packet.group];
  const auto chosen = class_of(config_.profiles[config_.profile_of[packet.group]], packet.dscp);
  const Bytes frame = size_at(Layer::frame, packet.ip_size) + tag_bytes(group);
  dataplane::Record record;
  record.time = packet.at.ps();
  record.sent = packet.id;
  record.leaf = plan_.first_leaf(packet.group, packet.number) + static_cast<std::uint32_t>(chosen);
  record.frame = static_cast<std::uint16_t>(frame.count());
  record.stream = streams_.foreign(packet.group, packet.direction);
  std::size_t at = 0;
  if (config_.gateway.processor) {
    at = dataplane::core_of(record.leaf, false, static_cast<std::uint32_t>(cores_.size()));
  } else {
    const auto links = static_cast<std::int64_t>(plan_.links().size());
    at = static_cast<std::size_t>(packet.direction == Direction::upstream
                                      ? packet.number % links
                                      : links + packet.number / links % config_.gateway.network.links);
  }
  foreign_in_[at].push_back(record);
}

std::vector<ForeignOutcome> Gateway::take_outcomes() {
  std::vector<ForeignOutcome> outcomes;
  const auto take = [&](Batch& arrived) {
    for (const auto& record : arrived)
      outcomes.push_back({record.sent, Instant::at(Duration::picoseconds(record.time)), ""});
    arrived.clear();
  };
  for (auto* tree : trees_) take(tree->sink->foreign);
  for (auto* uplink : uplinks_) take(uplink->sink->foreign);
  all_losses([&](dataplane::Losses& losses, std::size_t reason) {
    for (const auto id : losses.foreign) outcomes.push_back({id, now_, reason_name(reason)});
    losses.foreign.clear();
  });
  return outcomes;
}

std::uint64_t Gateway::fingerprint() const {
  dataplane::Fingerprint all;
  for (const auto* tree : trees_) all.add(tree->sink->fingerprint().value());
  for (const auto* uplink : uplinks_) all.add(uplink->sink->fingerprint().value());
  return all.value();
}

std::int64_t Gateway::packets() const {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < streams_.first_foreign(); ++i) {
    for (const auto* source : access_sources_) sum += source->source.sent(static_cast<std::uint8_t>(i)).packets;
    for (const auto* source : network_sources_) sum += source->source.sent(static_cast<std::uint8_t>(i)).packets;
  }
  return sum;
}

}  // namespace qoslab::bng
