#include "model/bng/subscriber_places.h"

namespace qoslab::bng {

SubscriberPlaces::SubscriberPlaces(const GatewayParts& parts)
    : levels_{parts.gateway.access.scheduler.aggregates}, plan_{parts} {
  for (std::size_t link = 0; link < plan_.links().size(); ++link)
    order_.push_back(plan_.port_order(link, parts.gateway.access.scheduler.mixed));
}

std::int64_t SubscriberPlaces::link_of(std::int64_t number) const {
  return number % static_cast<std::int64_t>(plan_.links().size());
}

std::int64_t SubscriberPlaces::aggregate_of(std::size_t group, std::int64_t number, std::size_t level) const {
  const auto link = static_cast<std::size_t>(link_of(number));
  const auto on_link =
      plan_.links()[link].groups[group].first_subscriber + static_cast<std::size_t>(number) / plan_.links().size();
  return order_[link][on_link] / levels_[level].subscribers;
}

std::string SubscriberPlaces::path_of(std::size_t group, std::int64_t number) const {
  std::string path;
  for (std::size_t i = 0; i < levels_.size(); ++i)
    path += (path.empty() ? "" : "/") + levels_[i].name + "." + std::to_string(aggregate_of(group, number, i));
  return path;
}

}  // namespace qoslab::bng
